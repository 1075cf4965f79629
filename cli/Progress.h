// What a run shows: one updating line on a terminal, a line per frame elsewhere, or JSON.
#pragma once

#include "base/Hooks.h"
#include "io/RunFolder.h"

#include <chrono>
#include <map>
#include <string>

namespace firn::cli {

class Progress {
public:
    enum class Style { Terminal, Lines, Json, Quiet };

    /// Json and Quiet when asked for, else by what standard output is.
    static Style styleFor(bool json, bool quiet);

    explicit Progress(Style style) : mStyle(style) {}

    /// Messages, progress within a frame, and the question whether to stop.
    Hooks hooks();

    void begin(const std::string& scene, const RunFolder& folder, int64_t firstFrame, int threads);
    void frame(const FrameReport& report, uint64_t bytes);
    void checkpoint(int64_t frame);

    /// "complete", "interrupted", …; the text says the same to people.
    void end(const std::string& status, const std::string& text);

private:
    void note(LogLevel level, const std::string& text);
    void warn(int64_t frame, const std::string& warning);
    void repeatWarnings();
    void within(double fraction, const std::string& what);
    void showLine(const std::string& text);
    void clearLine();
    double secondsLeft() const;

    /// In how many frames a warning came, and the last of them.
    struct Repeats {
        int64_t frames = 0, last = 0;
    };

    using Clock = std::chrono::steady_clock;
    Style mStyle;
    int64_t mStart = 1, mEnd = 1, mDone = 0; ///< frames
    std::size_t mParticles = 0;
    double mFrameSeconds = 0; ///< wall-clock, smoothed
    bool mLineShown = false;
    std::map<std::string, Repeats> mWarnings; ///< each is shown when it first comes, and summed up at the end
    Clock::time_point mLastShown{}, mFrameBegun{};
};

} // namespace firn::cli
