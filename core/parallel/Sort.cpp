// Radix sort, least significant byte first; bytes in which all keys agree are skipped.
#include "parallel/Sort.h"

#include "base/Error.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <array>
#include <limits>

namespace firn {

namespace {

constexpr int kDigitBits = 8;
constexpr std::size_t kDigits = 1u << kDigitBits;
constexpr std::size_t kSortRange = 32768;

struct Item {
    uint64_t key;
    uint32_t index;
};

/// One pass: items go to their place by one digit, ranges in order within each digit.
void scatterByDigit(const std::vector<Item>& from, int shift, std::vector<Item>& to)
{
    const std::size_t ranges = (from.size() + kSortRange - 1) / kSortRange;
    std::vector<std::array<uint32_t, kDigits>> counts(ranges);
    forRanges(from.size(), kSortRange, [&](std::size_t begin, std::size_t end) {
        auto& count = counts[begin / kSortRange];
        count.fill(0);
        for (std::size_t i = begin; i < end; ++i) ++count[(from[i].key >> shift) & (kDigits - 1)];
    });

    uint32_t running = 0;
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        for (auto& count : counts) {
            const uint32_t n = count[digit];
            count[digit] = running;
            running += n;
        }
    }

    forRanges(from.size(), kSortRange, [&](std::size_t begin, std::size_t end) {
        auto& next = counts[begin / kSortRange];
        for (std::size_t i = begin; i < end; ++i) to[next[(from[i].key >> shift) & (kDigits - 1)]++] = from[i];
    });
}

} // namespace

std::vector<uint32_t> stableSortOrder(Span<const uint64_t> keys)
{
    const std::size_t n = keys.size();
    FIRN_ASSERT(n < std::numeric_limits<uint32_t>::max());
    const auto either = [](uint64_t a, uint64_t b) { return a | b; };
    const uint64_t differing = reduceRanges(
        n, uint64_t(0),
        [&](std::size_t begin, std::size_t end) {
            uint64_t bits = 0;
            for (std::size_t i = begin; i < end; ++i) bits |= keys[i] ^ keys[0];
            return bits;
        },
        either);

    std::vector<Item> items(n), other(differing != 0 ? n : 0);
    forEach(n, [&](std::size_t i) { items[i] = {keys[i], uint32_t(i)}; });
    for (int shift = 0; shift < 64; shift += kDigitBits) {
        if (((differing >> shift) & (kDigits - 1)) == 0) continue;
        scatterByDigit(items, shift, other);
        std::swap(items, other);
    }

    std::vector<uint32_t> order(n);
    forEach(n, [&](std::size_t i) { order[i] = items[i].index; });
    return order;
}

} // namespace firn
