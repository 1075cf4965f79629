// Every pattern gives the same bits for 1, 2, 3 and 8 threads.
#include "math/Random.h"
#include "parallel/Colour.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "parallel/Scan.h"
#include "parallel/Sort.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <thread>

namespace firn {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 8};
constexpr std::size_t kCount = 100003; // a prime: the last range is never full

/// Runs `compute` with each thread count and checks that all results are equal.
template <class Compute> auto sameForAllThreads(Compute compute)
{
    decltype(compute()) first{};
    for (const int threads : kThreadCounts) {
        decltype(compute()) result{};
        runWithThreads(threads, [&] { result = compute(); });
        if (threads == kThreadCounts[0]) first = result;
        EXPECT_TRUE(result == first) << "with " << threads << " threads";
    }
    return first;
}

std::vector<float> roughNumbers()
{
    std::vector<float> numbers(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        numbers[i] = std::ldexp(randomUnit(1, i) - 0.5f, int(randomBits(2, i) % 40));
    return numbers;
}

TEST(Threads, RunsWithAsManyAsAsked)
{
    for (const int threads : kThreadCounts) {
        int seen = 0;
        runWithThreads(threads, [&] { seen = threadCount(); });
        EXPECT_EQ(seen, threads);
    }
}

TEST(Threads, MoreThreadsThanCoresReallyRun)
{
    std::set<std::thread::id> ids;
    std::mutex mutex;
    runWithThreads(8, [&] {
        forEach(
            64,
            [&](std::size_t) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                std::lock_guard<std::mutex> lock(mutex);
                ids.insert(std::this_thread::get_id());
            },
            1);
    });
    EXPECT_GT(ids.size(), 2u);
}

TEST(ForEach, VisitsEveryIndexOnce)
{
    const auto visits = sameForAllThreads([] {
        std::vector<int> count(kCount, 0);
        forEach(kCount, [&](std::size_t i) { ++count[i]; });
        return count;
    });
    EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int n) { return n == 1; }));
}

TEST(ForEach, PassesAnExceptionOn)
{
    const auto failing = [] {
        forEach(kCount, [](std::size_t i) {
            if (i == 5000) throw std::runtime_error("five thousand");
        });
    };
    EXPECT_THROW(runWithThreads(2, failing), std::runtime_error);
}

TEST(ForRanges, RangesAreFixed)
{
    sameForAllThreads([] {
        std::vector<std::size_t> begins((kCount + 999) / 1000);
        forRanges(kCount, 1000, [&](std::size_t begin, std::size_t end) { begins[begin / 1000] = begin * 7 + end; });
        return begins;
    });
}

TEST(Reduce, FloatSumHasTheSameBits)
{
    const auto numbers = roughNumbers();
    sameForAllThreads([&] { return sumOf(kCount, 0.0f, [&](std::size_t i) { return numbers[i]; }); });
}

TEST(Reduce, SumMaximumAndFirstAreRight)
{
    const auto numbers = roughNumbers();
    const float largest =
        sameForAllThreads([&] { return maxOf(kCount, -1e30f, [&](std::size_t i) { return numbers[i]; }); });
    EXPECT_EQ(largest, *std::max_element(numbers.begin(), numbers.end()));
    const auto first =
        sameForAllThreads([&] { return firstWhere(kCount, [](std::size_t i) { return i % 50000 == 49999; }); });
    EXPECT_EQ(first, 49999u);
    EXPECT_EQ(sumOf(kCount, uint64_t(0), [](std::size_t i) { return uint64_t(i); }),
              uint64_t(kCount) * (kCount - 1) / 2);
    EXPECT_EQ(firstWhere(kCount, [](std::size_t) { return false; }), kCount);
}

TEST(Scan, GivesTheSumsBefore)
{
    const auto scanned = sameForAllThreads([] {
        std::vector<uint32_t> values(kCount);
        for (std::size_t i = 0; i < kCount; ++i) values[i] = uint32_t(i % 7);
        const uint64_t total = exclusiveScan(Span<uint32_t>(values));
        values.push_back(uint32_t(total));
        return values;
    });
    uint32_t sum = 0;
    for (std::size_t i = 0; i <= kCount; ++i) {
        ASSERT_EQ(scanned[i], sum) << "at " << i;
        sum += uint32_t(i % 7);
    }
}

TEST(Sort, EqualsStdStableSort)
{
    for (const uint64_t spread : {1ull, 37ull, 70000ull, ~0ull}) {
        std::vector<uint64_t> keys(kCount);
        for (std::size_t i = 0; i < kCount; ++i) keys[i] = randomBits(3, i) % spread;
        const auto order = sameForAllThreads([&] { return stableSortOrder(keys); });
        std::vector<uint32_t> expected(kCount);
        std::iota(expected.begin(), expected.end(), 0u);
        std::stable_sort(expected.begin(), expected.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
        EXPECT_TRUE(order == expected) << "keys below " << spread;
    }
    EXPECT_TRUE(stableSortOrder({}).empty());
}

TEST(Colour, ScatterIntoUpperNeighboursHasTheSameBits)
{
    // Each block adds a float to itself and its seven upper neighbours: without colours the sums would race.
    std::vector<Vec3i> blocks;
    for (int x = 0; x < 12; ++x)
        for (int y = 0; y < 12; ++y)
            for (int z = 0; z < 12; ++z) blocks.emplace_back(x, y, z);
    const BlockColours colours(blocks);
    const auto sums = sameForAllThreads([&] {
        std::vector<float> sum(13 * 13 * 13, 0.0f);
        colours.scatter([&](std::size_t b) {
            for (int n = 0; n < 8; ++n) {
                const Vec3i at = blocks[b] + Vec3i(n & 1, n >> 1 & 1, n >> 2);
                sum[std::size_t((at.x() * 13 + at.y()) * 13 + at.z())] += 1.0f + 1e-6f * randomUnit(4, b, uint64_t(n));
            }
        });
        return sum;
    });
    EXPECT_NEAR(sums[(6 * 13 + 6) * 13 + 6], 8.0f, 1e-4f)
        << "an inner block hears of itself and seven lower neighbours";
}

TEST(Colour, NeighbouringBlocksDiffer)
{
    for (int n = 0; n < 27; ++n) {
        const Vec3i offset(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
        if (offset.isZero()) continue;
        EXPECT_NE(colourOf(Vec3i(-5, 2, 7)), colourOf(Vec3i(-5, 2, 7) + offset));
    }
}

} // namespace
} // namespace firn
