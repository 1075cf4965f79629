// Gradient noise: in range, about zero on average, smooth, as wide as asked, another for another seed.
#include "math/Noise.h"
#include "math/Random.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr int kSamples = 200000;

Vec3d somewhere(uint64_t i) { return (randomInCube(11, i).cast<double>().array() - 0.5) * 2000.0; }

TEST(Noise, StaysWithinOneAndUsesMostOfIt)
{
    float lowest = 0, highest = 0;
    for (int i = 0; i < kSamples; ++i) {
        const float n = gradientNoise(somewhere(uint64_t(i)), 5);
        lowest = std::min(lowest, n);
        highest = std::max(highest, n);
        ASSERT_LE(std::abs(n), 1.0f);
        ASSERT_LE(std::abs(layeredNoise(somewhere(uint64_t(i)), 0.1, 4, 5)), 1.0f);
    }
    EXPECT_LT(lowest, -0.7f);
    EXPECT_GT(highest, 0.7f);
}

TEST(Noise, AveragesToZero)
{
    // The values spread by about 0.27, so the mean of 200 000 independent ones by 0.0006; five times that.
    constexpr double kFiveSigma = 0.003;
    double sum = 0;
    for (int i = 0; i < kSamples; ++i) sum += gradientNoise(somewhere(uint64_t(i)), 9);
    EXPECT_NEAR(sum / kSamples, 0.0, kFiveSigma);
}

TEST(Noise, IsContinuousAcrossCells)
{
    // A gradient is at most sqrt(2) long and the fade's slope at most 1.9: no direction is steeper than about 5.
    constexpr double kSteepest = 5.0, kStep = 1e-3;
    for (int i = 0; i < 20000; ++i) {
        const Vec3d x = somewhere(uint64_t(i)).array().round() - 0.5 * kStep; // steps over the corner of eight cells
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3d y = x + kStep * Vec3d::Unit(axis);
            ASSERT_LE(std::abs(gradientNoise(x, 3) - gradientNoise(y, 3)), kSteepest * kStep);
        }
    }
}

TEST(Noise, IsZeroAtWholePlacesAndNotBetween)
{
    int nonZero = 0;
    for (int i = 0; i < 1000; ++i) {
        const Vec3d whole = somewhere(uint64_t(i)).array().round();
        ASSERT_EQ(gradientNoise(whole, 7), 0.0f);
        nonZero += gradientNoise(whole + Vec3d(0.3, 0.4, 0.45), 7) != 0.0f;
    }
    EXPECT_GT(nonZero, 950);
}

TEST(Noise, ScaleStretchesThePattern)
{
    for (int i = 0; i < 1000; ++i) {
        const Vec3d x = somewhere(uint64_t(i));
        ASSERT_EQ(layeredNoise(x, 1.0, 3, 4), layeredNoise(x * 0.25, 0.25, 3, 4));
    }
}

TEST(Noise, NeighboursWithinAFeatureAreAlikeAndOthersAreNot)
{
    double near = 0, far = 0, square = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3d x = somewhere(uint64_t(i));
        const double here = layeredNoise(x, 2.0, 1, 1);
        near += here * layeredNoise(x + Vec3d(0.2, 0, 0), 2.0, 1, 1);
        far += here * layeredNoise(x + Vec3d(20, 0, 0), 2.0, 1, 1);
        square += here * here;
    }
    EXPECT_GT(near / square, 0.9);
    EXPECT_LT(std::abs(far / square), 0.05);
}

TEST(Noise, AnotherSeedIsAnotherPattern)
{
    double product = 0, square = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3d x = somewhere(uint64_t(i));
        product += gradientNoise(x, 1) * gradientNoise(x, 2);
        square += gradientNoise(x, 1) * gradientNoise(x, 1);
    }
    EXPECT_LT(std::abs(product / square), 0.05);
}

} // namespace
} // namespace firn
