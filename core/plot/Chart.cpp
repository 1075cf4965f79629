#include "plot/Chart.h"

#include "plot/Axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

namespace firn {

namespace {

constexpr int kLeft = 58, kRight = 14, kTop = 30, kBottom = 38; // px around the plot, for labels
constexpr double kLegendRow = 16;                               // px
constexpr double kLetter = 6.3;                                 // px: the mean width of a letter at 11 px
constexpr std::size_t kMostTips = 1000;

std::string px(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

/// Letters, not bytes.
std::size_t lettersOf(const std::string& text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string textAt(double x, double y, const char* style, const std::string& text)
{
    return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" class=\"" + style + "\">" + escapedHtml(text) + "</text>\n";
}

std::string lineAt(double x1, double y1, double x2, double y2, const char* style)
{
    return "<line x1=\"" + px(x1) + "\" y1=\"" + px(y1) + "\" x2=\"" + px(x2) + "\" y2=\"" + px(y2) + "\" class=\"" +
           style + "\"/>\n";
}

/// Draws one chart: the axes from what is shown, then the series, then the words.
class Drawing {
public:
    Drawing(const Chart& chart, int width, int height) : mChart(chart), mWidth(width), mHeight(height)
    {
        layLegend();
        double first = std::numeric_limits<double>::infinity(), last = -first;
        double low = mChart.fromZero ? 0 : first, high = mChart.fromZero ? 0 : last;
        for (const auto& series : shown())
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                first = std::min(first, series.x[i]);
                last = std::max(last, series.x[i]);
                if (!std::isfinite(series.y[i])) continue;
                low = std::min(low, series.y[i]);
                high = std::max(high, series.y[i]);
            }
        mX = frameAxis(std::isfinite(first) ? first : 0, std::isfinite(last) ? last : 1, 8);
        mY = niceAxis(low, high, 5);
    }

    std::string svg() const
    {
        std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(mWidth) + " " +
                           std::to_string(mHeight) + "\" width=\"" + std::to_string(mWidth) + "\" height=\"" +
                           std::to_string(mHeight) + "\" role=\"img\" aria-label=\"" + escapedHtml(mChart.title) +
                           "\">\n" + axes();
        text += mChart.stacked ? bands() : lines();
        return text + legend() + tips() + "</svg>\n";
    }

private:
    double atX(double x) const
    {
        return kLeft + (x - mX.lowest) / (mX.highest - mX.lowest) * (mWidth - kLeft - kRight);
    }
    double atY(double y) const { return mBase - (y - mY.lowest) / (mY.highest - mY.lowest) * (mBase - kTop); }

    /// The series as drawn: stacked ones are running sums from the bottom.
    std::vector<Series> shown() const
    {
        std::vector<Series> result = mChart.series;
        if (!mChart.stacked) return result;
        for (std::size_t s = 0; s < result.size(); ++s)
            for (std::size_t i = 0; i < result[s].y.size(); ++i) {
                if (!std::isfinite(result[s].y[i])) result[s].y[i] = 0;
                if (s > 0) result[s].y[i] += result[s - 1].y[i];
            }
        return result;
    }

    /// Finds room for the legend, row by row, below the axis.
    void layLegend()
    {
        double x = kLeft;
        int row = 0;
        for (const auto& series : mChart.series) {
            const double width = 26 + kLetter * double(lettersOf(series.label));
            if (x + width > mWidth - kRight && x > kLeft) x = kLeft, ++row;
            mLegend.push_back({x, double(row)});
            x += width + 10;
        }
        const int rows = legendShown() ? row + 1 : 0;
        mBase = mHeight - kBottom - kLegendRow * rows;
    }
    bool legendShown() const { return mChart.series.size() > 1; }

    std::string axes() const
    {
        std::string text = textAt(kLeft, 16, "title", mChart.title + (mChart.unit.empty() ? "" : ", " + mChart.unit));
        for (const double tick : mY.ticks) {
            text += lineAt(kLeft, atY(tick), mWidth - kRight, atY(tick), tick == 0 ? "axis" : "grid");
            text += textAt(kLeft - 6, atY(tick) + 4, "ylabel",
                           tickText(std::abs(tick) < 1e-9 * (mY.highest - mY.lowest) ? 0 : tick));
        }
        for (const double tick : mX.ticks) {
            text += lineAt(atX(tick), mBase, atX(tick), mBase + 4, "axis");
            text += textAt(atX(tick), mBase + 16, "xlabel", std::to_string(int64_t(tick)));
        }
        text += lineAt(kLeft, mBase, mWidth - kRight, mBase, "axis");
        return text + textAt(mWidth - kRight, mBase + 30, "unit", "frame");
    }

    std::string lines() const
    {
        std::string text;
        for (const auto& series : mChart.series) {
            const std::string style =
                "stroke=\"" + series.colour + "\"" + (series.dashed ? " stroke-dasharray=\"6 4\"" : "");
            std::string points;
            std::size_t run = 0;
            const auto flush = [&](std::size_t end) {
                if (run > 1)
                    text += "<polyline points=\"" + points + "\" class=\"line\" " + style + "/>\n";
                else if (run == 1) // alone: a dot, or it would not be seen
                    text += "<circle cx=\"" + px(atX(series.x[end - 1])) + "\" cy=\"" + px(atY(series.y[end - 1])) +
                            "\" r=\"3.5\" fill=\"" + series.colour + "\"/>\n";
                points.clear();
                run = 0;
            };
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                if (!std::isfinite(series.y[i])) {
                    flush(i);
                    continue;
                }
                points += (run++ > 0 ? " " : "") + px(atX(series.x[i])) + "," + px(atY(series.y[i]));
            }
            flush(series.x.size());
        }
        return text;
    }

    /// Each frame's share reaches half a frame to both sides, so that one frame alone is a bar.
    std::string bands() const
    {
        std::string text;
        const std::vector<Series> tops = shown();
        for (std::size_t s = 0; s < tops.size(); ++s) {
            std::string above, below;
            for (std::size_t i = 0; i < tops[s].x.size(); ++i) {
                const double low = s > 0 ? tops[s - 1].y[i] : 0;
                const double from = std::max(tops[s].x[i] - 0.5, mX.lowest),
                             to = std::min(tops[s].x[i] + 0.5, mX.highest);
                const std::string left = px(atX(from)), right = px(atX(to));
                above += left + "," + px(atY(tops[s].y[i])) + " " + right + "," + px(atY(tops[s].y[i])) + " ";
                below = right + "," + px(atY(low)) + " " + left + "," + px(atY(low)) + " " + below;
            }
            text += "<polygon points=\"" + above + below + "\" fill=\"" + tops[s].colour + "\"/>\n";
        }
        return text;
    }

    std::string legend() const
    {
        std::string text;
        for (std::size_t s = 0; s < mChart.series.size() && legendShown(); ++s) {
            const Series& series = mChart.series[s];
            const double x = mLegend[s].first, y = mBase + kBottom + kLegendRow * (mLegend[s].second + 0.5);
            if (mChart.stacked)
                text += "<rect x=\"" + px(x) + "\" y=\"" + px(y - 9) + "\" width=\"14\" height=\"10\" fill=\"" +
                        series.colour + "\"/>\n";
            else
                text += "<line x1=\"" + px(x) + "\" y1=\"" + px(y - 4) + "\" x2=\"" + px(x + 18) + "\" y2=\"" +
                        px(y - 4) + "\" class=\"line\" stroke=\"" + series.colour + "\"" +
                        (series.dashed ? " stroke-dasharray=\"6 4\"" : "") + "/>\n";
            text += textAt(x + 23, y, "legend", series.label);
        }
        return text;
    }

    /// An unseen strip per frame whose tool tip tells its figures.
    std::string tips() const
    {
        std::map<double, std::string> words;
        for (const auto& series : mChart.series)
            for (std::size_t i = 0; i < series.x.size(); ++i)
                if (std::isfinite(series.y[i]))
                    words[series.x[i]] += "\n" + (series.label.empty() ? mChart.title : series.label) + " " +
                                          tickText(series.y[i]) + (mChart.unit.empty() ? "" : " " + mChart.unit);
        std::string text;
        if (words.size() > kMostTips) return text;
        for (const auto& [x, told] : words) {
            const double from = atX(std::max(x - 0.5, mX.lowest)), to = atX(std::min(x + 0.5, mX.highest));
            text += "<rect x=\"" + px(from) + "\" y=\"" + std::to_string(kTop) + "\" width=\"" + px(to - from) +
                    "\" height=\"" + px(mBase - kTop) + "\" class=\"tip\"><title>frame " + std::to_string(int64_t(x)) +
                    escapedHtml(told) + "</title></rect>\n";
        }
        return text;
    }

    const Chart& mChart;
    int mWidth, mHeight;
    double mBase = 0; ///< px: where the plot ends below
    Axis mX, mY;
    std::vector<std::pair<double, double>> mLegend; ///< x in px and row of each entry
};

} // namespace

const char* plotColour(std::size_t n)
{
    // The palette of M. Okabe and K. Ito without its yellow, which is faint on white.
    static constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                               "#e69f00", "#56b4e9", "#000000"};
    return kColours[n % std::size(kColours)];
}

std::string chartSvg(const Chart& chart, int width, int height) { return Drawing(chart, width, height).svg(); }

std::string escapedHtml(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else
            escaped += c;
    }
    return escaped;
}

} // namespace firn
