// Running sums of integers (exact, so the order of additions does not matter).
#pragma once

#include "base/Span.h"

#include <cstdint>

namespace firn {

/// Replaces every value by the sum of those before it; returns the sum of all.
uint64_t exclusiveScan(Span<uint32_t> values);
uint64_t exclusiveScan(Span<uint64_t> values);

} // namespace firn
