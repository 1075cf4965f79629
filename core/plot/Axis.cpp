#include "plot/Axis.h"

#include <cmath>
#include <cstdio>

namespace firn {

namespace {

/// The round step that gives at most `wanted` intervals or so.
double niceStep(double width, int wanted)
{
    const double rough = width / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double share = rough / power;
    return power * (share <= 1.0001 ? 1 : share <= 2.0001 ? 2 : share <= 5.0001 ? 5 : 10);
}

std::string shortNumber(double value, const char* suffix)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::string(text) + suffix;
}

} // namespace

Axis niceAxis(double lowest, double highest, int wanted)
{
    Axis axis;
    if (!std::isfinite(lowest) || !std::isfinite(highest) || lowest > highest) lowest = 0, highest = 1;
    if (highest - lowest <= 1e-9 * std::max(std::abs(lowest), std::abs(highest))) {
        const double around = highest == 0 ? 1 : 0.5 * std::abs(highest);
        (highest <= 0 && lowest < 0 ? lowest : highest) += highest <= 0 && lowest < 0 ? -around : around;
    }
    const double step = niceStep(highest - lowest, wanted);
    const double first = std::floor(lowest / step + 1e-9), last = std::ceil(highest / step - 1e-9);
    axis.lowest = first * step;
    axis.highest = last * step;
    for (double n = first; n <= last; ++n) axis.ticks.push_back(n * step);
    return axis;
}

Axis frameAxis(double first, double last, int wanted)
{
    Axis axis;
    axis.lowest = first;
    axis.highest = last;
    if (!(last > first)) { // one frame stands in the middle
        axis.lowest = first - 0.5;
        axis.highest = first + 0.5;
        axis.ticks = {first};
        return axis;
    }
    const double step = std::max(1.0, niceStep(last - first, wanted));
    for (double n = std::ceil(first / step); n * step <= last; ++n) axis.ticks.push_back(n * step);
    return axis;
}

std::string tickText(double value)
{
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size >= 1e15 || size < 1e-9) return shortNumber(value, "");
    if (size >= 1e12) return shortNumber(value / 1e12, "T");
    if (size >= 1e9) return shortNumber(value / 1e9, "G");
    if (size >= 1e6) return shortNumber(value / 1e6, "M");
    if (size >= 1e4) return shortNumber(value / 1e3, "k");
    if (size < 1e-6) return shortNumber(value * 1e9, "n");
    if (size < 1e-3) return shortNumber(value * 1e6, "\u00b5");
    return shortNumber(value, "");
}

} // namespace firn
