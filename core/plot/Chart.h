// A chart of several lines or stacked bands over frames, as SVG text.
#pragma once

#include <string>
#include <vector>

namespace firn {

/// Colours that people with any kind of colour vision tell apart, on white; n counts on from the start again.
const char* plotColour(std::size_t n);

struct Series {
    std::string label;
    std::vector<double> x, y; ///< as many; a y that is not finite leaves a gap
    std::string colour;
    bool dashed = false;
};

struct Chart {
    std::string title;
    std::string unit;     ///< of y; empty for counts
    bool stacked = false; ///< bands on top of one another; all series then have the same x
    bool fromZero = true; ///< the axis begins at 0 (or ends there, for negative values)
    std::vector<Series> series;
};

/// The chart as one <svg> element, width x height in pixels. Each frame's figures are tool tips.
std::string chartSvg(const Chart& chart, int width, int height);

/// Text with what HTML would take for marks replaced.
std::string escapedHtml(const std::string& text);

} // namespace firn
