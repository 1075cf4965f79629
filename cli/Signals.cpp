#include "Signals.h"

#include <csignal>
#include <ctime>

namespace firn::cli {

namespace {

// A signal handler can reach nothing but globals; these three are the only ones of the program.
volatile std::sig_atomic_t gSignal = 0;
volatile std::sig_atomic_t gInterrupts = 0;
timespec gFirstInterrupt{};

/// A job manager may send the same signal to the process and to its group: what follows this soon is not a second
/// Ctrl-C.
constexpr double kSameKeyPress = 0.3; // s

void onSignal(int signal)
{
    gSignal = signal;
    if (signal != SIGINT) return;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (gInterrupts == 0) {
        gFirstInterrupt = now;
        gInterrupts = 1;
        return;
    }
    const double since =
        double(now.tv_sec - gFirstInterrupt.tv_sec) + 1e-9 * double(now.tv_nsec - gFirstInterrupt.tv_nsec);
    if (since < kSameKeyPress) return;
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
}

void handle(int signal)
{
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) return; // nohup, or a shell's background job: leave it so
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

} // namespace

void catchStopSignals()
{
    handle(SIGTERM);
    handle(SIGINT);
    handle(SIGHUP);
}

void ignoreWriteSignals()
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool stopRequested() { return gSignal != 0; }

const char* stopSignalName()
{
    switch (gSignal) {
    case SIGTERM: return "SIGTERM";
    case SIGINT: return "Ctrl-C";
    case SIGHUP: return "SIGHUP";
    default: return "";
    }
}

} // namespace firn::cli
