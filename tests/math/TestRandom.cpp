// Random numbers: uniform, independent between ids, steps and channels, and the same on every machine.
#include "math/Random.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace firn {
namespace {

constexpr uint64_t kCount = 100000;
// A mean of n uniform numbers strays by sqrt(1 / 12 n); five such deviations are seen once in a million.
const double kMeanError = 5.0 * std::sqrt(1.0 / (12.0 * double(kCount)));

/// Correlation of two streams of uniform numbers, 0 when independent.
template <class A, class B> double correlation(A a, B b)
{
    double sum = 0.0;
    for (uint64_t i = 0; i < kCount; ++i) sum += (a(i) - 0.5) * (b(i) - 0.5);
    return 12.0 * sum / double(kCount);
}
const double kCorrelationError = 5.0 / std::sqrt(double(kCount));

TEST(Random, GivesTheSameBitsEverywhere)
{
    EXPECT_EQ(randomBits(0, 0), 0xad7fd0548fe870e9ull);
    EXPECT_EQ(randomBits(1, 2, 3, 4), 0x13d458f0a64e2037ull);
    EXPECT_EQ(randomBits(~0ull, ~0ull, ~0ull, ~0ull), 0xe14ccbd4826b2c72ull);
}

TEST(Random, GivesTheSameFloatsEverywhere)
{
    EXPECT_EQ(randomUnit(1, 0), 0x1.1059eep-1f);
    EXPECT_EQ(randomUnit(1, 123456789, 42, 7), 0x1.467676p-1f);
}

TEST(Random, StaysBelowOne)
{
    for (uint64_t i = 0; i < kCount; ++i) {
        const float u = randomUnit(5, i);
        ASSERT_GE(u, 0.0f);
        ASSERT_LT(u, 1.0f);
    }
}

TEST(Random, HasMeanOneHalfOverEachArgument)
{
    double seed = 0.0, id = 0.0, step = 0.0, channel = 0.0;
    for (uint64_t i = 0; i < kCount; ++i) {
        seed += randomUnit(i, 1);
        id += randomUnit(1, i);
        step += randomUnit(1, 1, i);
        channel += randomUnit(1, 1, 1, i);
    }
    EXPECT_NEAR(seed / double(kCount), 0.5, kMeanError);
    EXPECT_NEAR(id / double(kCount), 0.5, kMeanError);
    EXPECT_NEAR(step / double(kCount), 0.5, kMeanError);
    EXPECT_NEAR(channel / double(kCount), 0.5, kMeanError);
}

TEST(Random, FillsEveryBinEvenly)
{
    constexpr int bins = 64;
    std::vector<double> count(bins, 0.0);
    for (uint64_t i = 0; i < kCount; ++i) count[std::size_t(randomUnit(6, i) * bins)] += 1.0;
    const double expected = double(kCount) / bins;
    double chiSquare = 0.0;
    for (const double n : count) chiSquare += (n - expected) * (n - expected) / expected;
    // 63 degrees of freedom: mean 63, deviation 11.2; five deviations either way.
    EXPECT_LT(chiSquare, 63.0 + 5.0 * 11.2);
    EXPECT_GT(chiSquare, 63.0 - 5.0 * 11.2);
}

TEST(Random, EachBitIsSetHalfOfTheTime)
{
    std::vector<double> set(64, 0.0);
    for (uint64_t i = 0; i < kCount; ++i) {
        const uint64_t bits = randomBits(7, i);
        for (int b = 0; b < 64; ++b) set[std::size_t(b)] += double(bits >> b & 1);
    }
    const double error = 5.0 * 0.5 / std::sqrt(double(kCount));
    for (int b = 0; b < 64; ++b) EXPECT_NEAR(set[std::size_t(b)] / double(kCount), 0.5, error) << "bit " << b;
}

TEST(Random, ChannelsAreIndependent)
{
    for (uint64_t other = 1; other < 9; ++other)
        EXPECT_NEAR(correlation([](uint64_t i) { return randomUnit(1, i); },
                                [=](uint64_t i) { return randomUnit(1, i, 0, other); }),
                    0.0, kCorrelationError)
            << "channel " << other;
}

TEST(Random, StepsAreIndependent)
{
    EXPECT_NEAR(
        correlation([](uint64_t i) { return randomUnit(1, i, 5); }, [](uint64_t i) { return randomUnit(1, i, 6); }),
        0.0, kCorrelationError);
}

TEST(Random, SeedsAreIndependent)
{
    EXPECT_NEAR(correlation([](uint64_t i) { return randomUnit(1, i); }, [](uint64_t i) { return randomUnit(2, i); }),
                0.0, kCorrelationError);
}

TEST(Random, NeighbouringIdsAreIndependent)
{
    EXPECT_NEAR(
        correlation([](uint64_t i) { return randomUnit(1, i); }, [](uint64_t i) { return randomUnit(1, i + 1); }), 0.0,
        kCorrelationError);
}

TEST(Random, ArgumentsDoNotStandInForEachOther)
{
    // All small (seed, id, step, channel): 4096 different 64-bit numbers, unless two arguments mix alike.
    std::set<uint64_t> seen;
    for (uint64_t n = 0; n < 4096; ++n) seen.insert(randomBits(n & 7, n >> 3 & 7, n >> 6 & 7, n >> 9));
    EXPECT_EQ(seen.size(), 4096u);
}

TEST(Random, BetweenStaysWithinItsBounds)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const float x = randomBetween(-3.0f, 5.0f, 8, i);
        ASSERT_GE(x, -3.0f);
        ASSERT_LE(x, 5.0f);
    }
}

TEST(Random, CubesOfDifferentChannelsShareNoNumber)
{
    const Vec3f a = randomInCube(1, 1, 0, 0), b = randomInCube(1, 1, 0, 1);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NE(a[i], b[j]);
}

} // namespace
} // namespace firn
