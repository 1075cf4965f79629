// A reduction whose order of operations is fixed: the same bits for any number of threads.
#pragma once

#include "parallel/ForEach.h"

#include <vector>

namespace firn {

/// Indices per partial result. Part of the result's bits: a change here changes the last digits of every sum.
inline constexpr std::size_t kReduceRange = 4096;

/// Combines fold(begin, end) over fixed ranges of [0, count), from the first range to the last.
template <class T, class Fold, class Combine>
T reduceRanges(std::size_t count, T initial, Fold&& fold, Combine&& combine)
{
    struct alignas(64) Partial { // one cache line each, so that threads do not share
        T value;
    };
    const std::size_t ranges = (count + kReduceRange - 1) / kReduceRange;
    std::vector<Partial> partial(ranges, Partial{initial});
    forRanges(count, kReduceRange,
              [&](std::size_t begin, std::size_t end) { partial[begin / kReduceRange].value = fold(begin, end); });
    T total = initial;
    for (const auto& p : partial) total = combine(total, p.value);
    return total;
}

/// The sum of term(i).
template <class T, class Term> T sumOf(std::size_t count, T zero, Term&& term)
{
    return reduceRanges(
        count, zero,
        [&](std::size_t begin, std::size_t end) {
            T sum = zero;
            for (std::size_t i = begin; i < end; ++i) sum += term(i);
            return sum;
        },
        [](const T& a, const T& b) -> T { return a + b; });
}

/// The largest term(i), at least `lowest`.
template <class T, class Term> T maxOf(std::size_t count, T lowest, Term&& term)
{
    const auto larger = [](const T& a, const T& b) { return a < b ? b : a; };
    return reduceRanges(
        count, lowest,
        [&](std::size_t begin, std::size_t end) {
            T largest = lowest;
            for (std::size_t i = begin; i < end; ++i) largest = larger(largest, term(i));
            return largest;
        },
        larger);
}

/// The first index for which test(i) holds, or `count`.
template <class Test> std::size_t firstWhere(std::size_t count, Test&& test)
{
    return reduceRanges(
        count, count,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (test(i)) return i;
            return count;
        },
        [](std::size_t a, std::size_t b) { return a < b ? a : b; });
}

} // namespace firn
