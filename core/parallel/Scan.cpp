#include "parallel/Scan.h"

#include "parallel/ForEach.h"

#include <vector>

namespace firn {

namespace {

constexpr std::size_t kScanRange = 16384;

template <class T> uint64_t scan(Span<T> values)
{
    // Sum each range, scan the sums, then scan within each range from its offset.
    const std::size_t ranges = (values.size() + kScanRange - 1) / kScanRange;
    std::vector<uint64_t> offsets(ranges, 0);
    forRanges(values.size(), kScanRange, [&](std::size_t begin, std::size_t end) {
        uint64_t sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += values[i];
        offsets[begin / kScanRange] = sum;
    });
    uint64_t total = 0;
    for (auto& offset : offsets) {
        const uint64_t sum = offset;
        offset = total;
        total += sum;
    }
    forRanges(values.size(), kScanRange, [&](std::size_t begin, std::size_t end) {
        uint64_t running = offsets[begin / kScanRange];
        for (std::size_t i = begin; i < end; ++i) {
            const T value = values[i];
            values[i] = T(running);
            running += value;
        }
    });
    return total;
}

} // namespace

uint64_t exclusiveScan(Span<uint32_t> values) { return scan(values); }
uint64_t exclusiveScan(Span<uint64_t> values) { return scan(values); }

} // namespace firn
