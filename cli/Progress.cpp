#include "Progress.h"

#include "Signals.h"
#include "Words.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "io/RunFolderReport.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace firn::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kRefresh = 0.1; // s between two updates of the line
constexpr double kSmooth = 0.3;  // weight of the newest frame in the time left

/// One line at a time, out at once: whoever reads a log wants the last frame in it.
void print(const std::string& line)
{
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

void print(const Json& json) { print(json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

std::size_t terminalWidth()
{
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

} // namespace

Progress::Style Progress::styleFor(bool json, bool quiet)
{
    if (json) return Style::Json;
    if (quiet) return Style::Quiet;
    return isatty(STDOUT_FILENO) ? Style::Terminal : Style::Lines;
}

Hooks Progress::hooks()
{
    return {[this](LogLevel level, const std::string& text) { note(level, text); },
            [this](double fraction, const std::string& what) { within(fraction, what); }, stopRequested};
}

void Progress::note(LogLevel level, const std::string& text)
{
    const bool warning = level == LogLevel::Warning;
    clearLine();
    if (mStyle == Style::Json) return print(Json{{"event", warning ? "warning" : "note"}, {"text", text}});
    if (warning)
        std::fprintf(stderr, "firn: warning: %s\n", text.c_str());
    else if (mStyle != Style::Quiet)
        print(text);
}

void Progress::begin(const std::string& scene, const RunFolder& folder, int64_t firstFrame, int threads)
{
    const RunManifest& manifest = folder.manifest();
    mStart = manifest.startFrame;
    mEnd = manifest.endFrame;
    mDone = firstFrame;
    mFrameBegun = Clock::now();
    if (mStyle == Style::Json)
        return print(Json{{"event", "start"},
                          {"scene", scene},
                          {"scene_hash", hashHex(manifest.sceneHash)},
                          {"folder", folder.path()},
                          {"first_frame", firstFrame},
                          {"last_frame", mEnd},
                          {"threads", threads},
                          {"version", manifest.version}});
    if (mStyle == Style::Quiet) return;
    print(scene + " -> " + folder.path() + "/" + manifest.name + ".*." + manifest.format + ", frames " +
          std::to_string(firstFrame) + " to " + std::to_string(mEnd) + ", " + std::to_string(threads) +
          (threads == 1 ? " thread" : " threads"));
}

void Progress::warn(int64_t frame, const std::string& warning)
{
    Repeats& repeats = mWarnings[warning];
    repeats.last = frame;
    if (++repeats.frames == 1) note(LogLevel::Warning, "frame " + std::to_string(frame) + ": " + warning);
}

void Progress::repeatWarnings()
{
    for (const auto& [warning, repeats] : mWarnings)
        if (repeats.frames > 1)
            note(LogLevel::Warning, "in " + std::to_string(repeats.frames) + " frames, the last " +
                                        std::to_string(repeats.last) + ": " + warning);
}

double Progress::secondsLeft() const { return mFrameSeconds * double(mEnd - mDone); }

void Progress::frame(const FrameReport& report, uint64_t bytes)
{
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - mFrameBegun).count();
    mFrameSeconds = mFrameSeconds == 0 ? seconds : (1 - kSmooth) * mFrameSeconds + kSmooth * seconds;
    mFrameBegun = now;
    mDone = report.frame;
    mParticles = report.particles;
    for (const auto& warning : report.warnings) warn(report.frame, warning);
    const double stepSeconds = report.substeps > 0 ? report.seconds / report.substeps : report.seconds;

    if (mStyle == Style::Json) {
        Json json = {{"event", "frame"}};
        json.update(Json::parse(frameReportLine(report)));
        json["bytes"] = bytes;
        json["seconds_left"] = secondsLeft();
        json["memory"] = residentMemory();
        return print(json);
    }
    if (mStyle == Style::Quiet) return;
    std::string line = "frame " + std::to_string(report.frame) + "/" + std::to_string(mEnd) + "  " +
                       std::to_string(report.substeps) + (report.substeps == 1 ? " step  " : " steps  ") +
                       countText(report.particles) + " particles  " + figureText(1e3 * stepSeconds) + " ms/step  " +
                       durationText(secondsLeft()) + " left  " + bytesText(double(residentMemory()));
    if (report.left > 0) line += "  " + countText(report.left) + " left the bounds";
    if (mStyle == Style::Terminal)
        showLine(line);
    else
        print(line + "  hash " + hashHex(report.hash));
}

void Progress::within(double fraction, const std::string& what)
{
    if (mStyle != Style::Terminal) return;
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - mLastShown).count() < kRefresh) return;
    const std::string share = std::to_string(int(100 * fraction)) + " % of " + what;
    if (what != "substeps") return showLine(share);
    showLine("frame " + std::to_string(mDone + 1) + "/" + std::to_string(mEnd) + "  " + share + "  " +
             countText(mParticles) + " particles  " +
             (mFrameSeconds > 0 ? durationText(secondsLeft()) + " left  " : "") + bytesText(double(residentMemory())));
}

void Progress::checkpoint(int64_t frame)
{
    if (mStyle == Style::Json) print(Json{{"event", "checkpoint"}, {"frame", frame}});
}

void Progress::end(const std::string& status, const std::string& text)
{
    clearLine();
    repeatWarnings();
    if (mStyle == Style::Json) return print(Json{{"event", "end"}, {"status", status}, {"text", text}});
    if (mStyle != Style::Quiet) print(text);
}

void Progress::showLine(const std::string& text)
{
    std::printf("\r%s\033[K", text.substr(0, terminalWidth() - 1).c_str());
    std::fflush(stdout);
    mLineShown = true;
    mLastShown = Clock::now();
}

void Progress::clearLine()
{
    if (!mLineShown) return;
    std::printf("\r\033[K");
    std::fflush(stdout);
    mLineShown = false;
}

} // namespace firn::cli
