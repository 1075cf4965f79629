// What a run shows: one updating line on a terminal, a line per frame elsewhere, or JSON.
#pragma once

#include "base/Hooks.h"
#include "io/RunFolder.h"

#include <chrono>
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
    void within(double fraction, const std::string& what);
    void showLine(const std::string& text);
    void clearLine();
    double secondsLeft() const;

    using Clock = std::chrono::steady_clock;
    Style mStyle;
    int64_t mStart = 1, mEnd = 1, mDone = 0; ///< frames
    std::size_t mParticles = 0;
    double mFrameSeconds = 0; ///< wall-clock, smoothed
    bool mLineShown = false;
    Clock::time_point mLastShown{}, mFrameBegun{};
};

} // namespace firn::cli
