// Independent work on every index: the plain parallel loop.
#pragma once

#include <cstddef>
#include <utility>

namespace firn {

namespace detail {

using RangeFn = void (*)(void* work, std::size_t begin, std::size_t end);
void forRanges(std::size_t count, std::size_t grain, RangeFn fn, void* work);

} // namespace detail

/// Indices per task when the caller has no better number.
inline constexpr std::size_t kDefaultGrain = 1024;

/// Calls work(begin, end) for the ranges [0, grain), [grain, 2 grain), … of [0, count): always the same ranges.
template <class Work> void forRanges(std::size_t count, std::size_t grain, Work&& work)
{
    using W = std::remove_reference_t<Work>;
    detail::forRanges(
        count, grain, [](void* w, std::size_t begin, std::size_t end) { (*static_cast<W*>(w))(begin, end); },
        const_cast<void*>(static_cast<const void*>(&work)));
}

/// Calls work(i) for every i of [0, count). The calls must not touch each other's data.
template <class Work> void forEach(std::size_t count, Work&& work, std::size_t grain = kDefaultGrain)
{
    forRanges(count, grain, [&work](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) work(i);
    });
}

} // namespace firn
