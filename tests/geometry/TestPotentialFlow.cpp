// Air around solids: against the closed form of the flow about a ball, and what holds for any solid.
#include "base/Error.h"
#include "geometry/PotentialFlow.h"
#include "math/Random.h"
#include "parallel/Threads.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

const Vec3f kFar(3, 0, 0);
constexpr float kRadius = 0.5f;
constexpr float kVoxel = 0.1f;

void ball(Span<const Vec3f> x, Span<float> distance)
{
    for (std::size_t i = 0; i < x.size(); ++i) distance[i] = x[i].norm() - kRadius;
}

const FlowBox kBox{{Vec3f::Constant(-2), Vec3f::Constant(2)}, kVoxel};

/// u - far of the flow about a ball: a dipole, -(R^3 / 2 r^3) (3 (U . n) n - U).
Vec3f dipole(const Vec3f& x)
{
    const float r = x.norm();
    const Vec3f n = x / r;
    return -0.5f * std::pow(kRadius / r, 3.0f) * (3 * kFar.dot(n) * n - kFar);
}

Vec3f at(const VelocityGrid& grid, const Vec3f& x)
{
    Vec3f v;
    grid.sample({&x, 1}, {&v, 1});
    return v;
}

/// The mean distance from the closed form, over the wind's speed.
float dipoleError(float voxel)
{
    constexpr int kPlaces = 500;
    const VelocityGrid grid = flowAround({kBox.box, voxel}, kFar, ball, "wind");
    float sum = 0;
    for (uint64_t i = 0; i < kPlaces; ++i) {
        const Vec3f n = (randomInCube(1, i) - Vec3f::Constant(0.5f)).normalized();
        const Vec3f x = randomBetween(1.6f, 3.0f, 2, i) * kRadius * n;
        sum += (at(grid, x) - dipole(x)).norm();
    }
    return sum / (kPlaces * kFar.norm());
}

TEST(PotentialFlow, IsADipoleAboutABall)
{
    EXPECT_LT(dipoleError(kVoxel), 0.02f) << "a ball of steps, ten voxels wide, in a box four balls wide";
}

TEST(PotentialFlow, StopsBeforeTheBallAndSpeedsUpBesideIt)
{
    const VelocityGrid grid = flowAround(kBox, kFar, ball, "wind");
    const float front = (kFar + at(grid, Vec3f(-1.2f * kRadius, 0, 0))).x();
    const float side = (kFar + at(grid, Vec3f(0, 1.2f * kRadius, 0))).x();
    EXPECT_LT(front, 0.5f * kFar.x());
    EXPECT_GT(side, 1.15f * kFar.x());
}

TEST(PotentialFlow, IsStillWithinSolidsAndUnchangedBeyondTheBox)
{
    const VelocityGrid grid = flowAround(kBox, kFar, ball, "wind");
    EXPECT_LT((kFar + at(grid, Vec3f::Zero())).norm(), 1e-6f);
    EXPECT_EQ(at(grid, Vec3f(5, 0, 0)), Vec3f(Vec3f::Zero()));
}

TEST(PotentialFlow, OfAnEmptyBoxIsUnchanged)
{
    const auto nothing = [](Span<const Vec3f>, Span<float> distance) {
        std::fill(distance.begin(), distance.end(), 1e9f);
    };
    const VelocityGrid grid = flowAround(kBox, kFar, nothing, "wind");
    EXPECT_EQ(at(grid, Vec3f(0.3f, 0.2f, 0.1f)), Vec3f(Vec3f::Zero()));
}

TEST(PotentialFlow, IsTheSameForAnyNumberOfThreads)
{
    std::vector<Vec3f> seen;
    for (const int threads : {1, 2, 8})
        runWithThreads(threads,
                       [&] { seen.push_back(at(flowAround(kBox, kFar, ball, "wind"), Vec3f(0.3f, 0.6f, 0.2f))); });
    for (const Vec3f& v : seen) EXPECT_EQ(v, seen[0]);
}

TEST(PotentialFlow, RefusesABoxOfTooManyVoxelsOrNone)
{
    EXPECT_THROW(flowAround({kBox.box, 1e-4f}, kFar, ball, "wind"), InputError);
    EXPECT_THROW(flowAround({kBox.box, 0}, kFar, ball, "wind"), InputError);
    EXPECT_THROW(flowAround({Box3f(), 0.1f}, kFar, ball, "wind"), InputError);
}

TEST(PotentialFlow, StopsWhenAsked)
{
    Hooks hooks;
    hooks.interrupted = [] { return true; };
    EXPECT_THROW(flowAround(kBox, kFar, ball, "wind", hooks), Interrupted);
}

} // namespace
} // namespace firn
