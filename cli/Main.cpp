// The program `firn`: the one place where errors become messages and exit codes.
#include "CommandLine.h"
#include "ExitCode.h"
#include "Signals.h"
#include "base/Error.h"
#include "io/RunFolderLock.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

namespace {

using namespace firn;
using namespace firn::cli;

int fail(ExitCode code, const std::string& message)
{
    std::fflush(stdout);
    std::fprintf(stderr, "firn: error: %s\n", message.c_str());
    return code;
}

/// Whatever was printed must have arrived; a reader that went away (| head) is no error.
int finish(int code)
{
    errno = 0;
    const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!failed || errno == EPIPE || errno == 0) return code;
    return fail(kFileError, std::string("cannot write to standard output: ") + std::strerror(errno));
}

} // namespace

int main(int argc, char** argv)
{
    ignoreWriteSignals();
    try {
        return finish(commandLine(argc, argv));
    } catch (const InputError& error) {
        return fail(kBadInput, error.what());
    } catch (const FileError& error) {
        return fail(kFileError, error.what());
    } catch (const SimulationError& error) {
        return fail(kSimulationStopped, error.what());
    } catch (const FolderInUse& error) {
        return fail(kFolderInUse, error.what());
    } catch (const Interrupted&) {
        return fail(kInterrupted, std::string("interrupted by ") + stopSignalName() + " before anything was simulated");
    } catch (const std::bad_alloc&) {
        return fail(kInternalError, "out of memory; 'firn check SCENE' says how much a scene needs");
    } catch (const std::exception& error) {
        return fail(kInternalError, std::string("unexpected: ") + error.what() +
                                        "\nThis is a bug in Firn: please report it with the scene and this message");
    }
}
