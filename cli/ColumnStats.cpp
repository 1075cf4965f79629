#include "ColumnStats.h"

#include <cmath>
#include <limits>

namespace firn::cli {

namespace {

template <class T> ColumnStats statsOf(const Column& column)
{
    const auto size = std::size_t(column.type().size);
    const auto* values = reinterpret_cast<const T*>(column.bytes().data());
    ColumnStats stats;
    for (std::size_t c = 0; c < size; ++c) {
        double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, sum = 0;
        std::size_t counted = 0;
        for (std::size_t i = c; i < column.size() * size; i += size) {
            const auto value = double(values[i]);
            if (!std::isfinite(value)) {
                ++stats.notFinite;
                continue;
            }
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
            sum += value;
            ++counted;
        }
        if (counted > 0) stats.components.push_back({lowest, highest, sum / double(counted)});
    }
    return stats;
}

} // namespace

ColumnStats columnStats(const Column& column)
{
    switch (column.type().scalar) {
    case Scalar::Float32: return statsOf<float>(column);
    case Scalar::Float64: return statsOf<double>(column);
    case Scalar::Int32: return statsOf<int32_t>(column);
    case Scalar::Int64: return statsOf<int64_t>(column);
    case Scalar::Text: break;
    }
    return {};
}

} // namespace firn::cli
