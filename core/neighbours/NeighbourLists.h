// Who is near whom: the lists of all points, one behind the other.
#pragma once

#include "neighbours/RawArray.h"

#include <cstdint>

namespace firn {

/// The neighbours of point i are index[first[i]] … index[first[i + 1] - 1].
struct NeighbourLists {
    RawArray<uint64_t> first; ///< one more than there are points
    RawArray<uint32_t> index;

    /// Number of points that have a list.
    std::size_t size() const { return first.empty() ? 0 : first.size() - 1; }
    std::size_t pairCount() const { return index.size(); }
    std::size_t count(std::size_t i) const { return std::size_t(first[i + 1] - first[i]); }
    Span<const uint32_t> of(std::size_t i) const { return {index.data() + first[i], count(i)}; }
};

} // namespace firn
