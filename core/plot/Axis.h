// An axis with round numbers on it.
#pragma once

#include <string>
#include <vector>

namespace firn {

/// A range of values and where its marks go.
struct Axis {
    double lowest = 0, highest = 1;
    std::vector<double> ticks; ///< ascending, within the range
};

/// An axis that covers the values with about `wanted` ticks at steps of 1, 2 or 5 times a power of ten. Both ends are
/// ticks. A range without width is widened; one that is not finite becomes 0 to 1.
Axis niceAxis(double lowest, double highest, int wanted);

/// The same at whole numbers, with the ends as they are: for frames.
Axis frameAxis(double first, double last, int wanted);

/// A short label: 0.25, 1200, 15k, 2.5M, 30µ.
std::string tickText(double value);

} // namespace firn
