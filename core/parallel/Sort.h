// A stable sort by integer key.
#pragma once

#include "base/Span.h"

#include <cstdint>
#include <vector>

namespace firn {

/// The order that sorts the keys: order[k] is the index of the k-th smallest key, equal keys in their original order.
/// At most 2^32 - 1 keys.
std::vector<uint32_t> stableSortOrder(Span<const uint64_t> keys);

} // namespace firn
