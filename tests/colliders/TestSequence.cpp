// Deforming colliders: growing and moving balls between key frames against the closed form; loading on demand.
#include "base/Error.h"
#include "base/Hash.h"
#include "colliders/ColliderShape.h"
#include "colliders/MakeCollider.h"
#include "colliders/TestBalls.h"
#include "geometry/ShapeParams.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Threads.h"

#include <atomic>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr double kVoxel = 0.02;
constexpr double kFps = 24;

Vec3f randomDirection(uint64_t i) { return (randomInCube(5, i) - Vec3f::Constant(0.5f)).normalized(); }

Collider sequence(FrameCache::Load load, int last, const ShapeParams& placement = {})
{
    ColliderParams params;
    params.name = "ball";
    params.firstFrame = 1;
    params.lastFrame = last;
    return makeCollider(params, {}, SequenceFrames{std::move(load), kFps, 1}, placement);
}

/// Radius 0.4 + 0.6 t; grows by 0.025, more than a voxel, in each frame.
double growingRadius(double time) { return 0.4 + 0.6 * time; }
LevelSet growing(int frame) { return test::ball(Vec3d::Zero(), growingRadius((frame - 1) / kFps), kVoxel); }

/// Moves by 0.05, two and a half voxels, in each frame.
const Vec3d kVelocity(0.96, 0.72, 0);
Vec3d movingCentre(double time) { return kVelocity * time; }
LevelSet moving(int frame) { return test::ball(movingCentre((frame - 1) / kFps), 0.4, kVoxel); }
LevelSet movingWithVelocity(int frame)
{
    return test::ball(movingCentre((frame - 1) / kFps), 0.4, kVoxel, 5, [](const Vec3d&) { return kVelocity; });
}

constexpr float kInterpolation = 5e-4f; // h^2 / (2 r): trilinear interpolation of a ball's distance

TEST(LevelSetSequence, GrowingBallHasItsRadiusAndSpeedBetweenFrames)
{
    const Collider collider = sequence(growing, 4);
    for (const double frames : {0.0, 0.25, 0.5, 1.7, 2.9}) {
        const double time = frames / kFps;
        for (uint64_t i = 0; i < 300; ++i) {
            const Vec3f n = randomDirection(i);
            const ColliderSample s = collider.sample(time, float(growingRadius(time)) * n);
            ASSERT_NEAR(s.distance, 0, kInterpolation) << "at frame " << frames;
            ASSERT_LT((s.velocity - 0.6f * n).norm(), 0.03f) << "5% of the speed: two distances over the frame's time";
            ASSERT_LT((s.normal - n).norm(), 0.04f) << "a voxel over the radius";
        }
    }
}

TEST(LevelSetSequence, MovingBallWithVelocityIsWhereItShouldBe)
{
    const Collider collider = sequence(movingWithVelocity, 4);
    for (const double frames : {0.0, 0.25, 0.5, 1.7, 2.9}) {
        const double time = frames / kFps;
        for (uint64_t i = 0; i < 300; ++i) {
            const Vec3f n = randomDirection(i);
            const Vec3f x = movingCentre(time).cast<float>() + 0.4f * n;
            const ColliderSample s = collider.sample(time, x);
            ASSERT_NEAR(s.distance, 0, kInterpolation) << "at frame " << frames;
            ASSERT_LT((s.velocity - kVelocity.cast<float>()).norm(), 1e-5f);
        }
    }
}

TEST(LevelSetSequence, MovingBallWithoutVelocityKeepsItsPlaceAndNormalSpeed)
{
    const Collider collider = sequence(moving, 4);
    // Feet move along normals that turn by (shift / radius): the surface is out by shift^2 / (8 r) at most, and the
    // velocity by that turn.
    constexpr float kShift = 0.05f;
    constexpr float kPlace = kShift * kShift / (8 * 0.4f) + kInterpolation;
    for (const double frames : {0.25, 0.5, 1.7}) {
        const double time = frames / kFps;
        for (uint64_t i = 0; i < 300; ++i) {
            const Vec3f n = randomDirection(i);
            const ColliderSample s = collider.sample(time, movingCentre(time).cast<float>() + 0.4f * n);
            ASSERT_NEAR(s.distance, 0, kPlace) << "at frame " << frames;
            ASSERT_NEAR(s.velocity.dot(n), kVelocity.cast<float>().dot(n), 1.2f * kShift / 0.4f);
        }
    }
}

TEST(LevelSetSequence, HoldsItsEndsAtRest)
{
    const Collider collider = sequence(growing, 3);
    const Vec3f first(float(growingRadius(0)), 0, 0), last(float(growingRadius(2 / kFps)), 0, 0);
    EXPECT_NEAR(collider.sample(-1, first).distance, 0, kInterpolation);
    EXPECT_NEAR(collider.sample(99, last).distance, 0, kInterpolation);
    EXPECT_EQ(collider.sample(-1, first).velocity, Vec3f(0, 0, 0));
    EXPECT_EQ(collider.sample(2 / kFps, last).velocity, Vec3f(0, 0, 0));
}

TEST(LevelSetSequence, BoundsHoldTheBodyBetweenFrames)
{
    const Collider collider = sequence(moving, 3);
    const double time = 0.4 / kFps;
    const Box3f bounds = collider.bounds(time);
    for (uint64_t i = 0; i < 300; ++i)
        ASSERT_TRUE(bounds.contains(movingCentre(time).cast<float>() + 0.4f * randomDirection(i)));
    EXPECT_LT(bounds.size().maxCoeff(), 0.95f);
}

TEST(LevelSetSequence, ScaleAndPlaceApplyToVelocityToo)
{
    ShapeParams place;
    place.scale = 2;
    place.rotate = {0, 0, 90};
    place.centre = {0, 0, 1};
    const Collider collider = sequence(movingWithVelocity, 4, place);
    const double time = 0.5 / kFps;
    const Pose pose = poseOf(place);
    const Vec3d x = pose.toWorld(2 * (movingCentre(time) + Vec3d(0, 0.4, 0)));
    const ColliderSample s = collider.sample(time, x.cast<float>());
    EXPECT_NEAR(s.distance, 0, 2 * kInterpolation);
    EXPECT_LT((s.velocity - (2 * pose.rotation * kVelocity).cast<float>()).norm(), 1e-5f);
    EXPECT_LT((s.normal - Vec3f(-1, 0, 0)).norm(), 0.04f);
}

TEST(LevelSetSequence, LoadsFramesOnceAndOnlyWhenNeeded)
{
    std::vector<int> loads;
    const Collider collider = sequence(
        [&loads](int frame) {
            loads.push_back(frame);
            return growing(frame);
        },
        1000);
    EXPECT_TRUE(loads.empty());
    for (double frames = 0; frames < 4; frames += 0.125) collider.sample(frames / kFps, Vec3f(0.4f, 0, 0));
    EXPECT_EQ(loads, (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST(LevelSetSequence, KeepsOnlyAFewFrames)
{
    int loads = 0;
    const FrameCache cache(
        [&](int frame) {
            ++loads;
            return growing(frame);
        },
        1);
    for (int frame = 1; frame <= 10; ++frame) cache.get(frame);
    EXPECT_EQ(loads, 10);
    cache.get(10);
    cache.get(8);
    EXPECT_EQ(loads, 10) << "the last three are kept";
    cache.get(7);
    EXPECT_EQ(loads, 11) << "an older one is not";
}

TEST(LevelSetSequence, SameBitsFromAnyThreadCount)
{
    std::vector<Vec3f> x(50000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.2f * (randomInCube(3, i) - Vec3f::Constant(0.5f));
    uint64_t first = 0;
    for (const int threads : {1, 2, 8}) {
        const Collider collider = sequence(
            [](int frame) {
                std::atomic<int> sum{0}; // a loader that runs parallel loops itself
                forEach(
                    64, [&](std::size_t) { ++sum; }, 1);
                return growing(frame);
            },
            3);
        std::vector<ColliderSample> out(x.size());
        runWithThreads(threads, [&] {
            forRanges(x.size(), 500, [&](std::size_t begin, std::size_t end) {
                collider.sample(0.6 / kFps, Span<const Vec3f>(x).subspan(begin, end - begin),
                                Span<ColliderSample>(out).subspan(begin, end - begin));
            });
        });
        const uint64_t hash = hashBytes(out.data(), out.size() * sizeof(ColliderSample));
        if (threads == 1) first = hash;
        EXPECT_EQ(hash, first) << threads << " threads";
    }
}

TEST(LevelSetSequence, LoadersErrorsReachTheCaller)
{
    const Collider collider = sequence([](int) -> LevelSet { throw FileError("ball.0001.vdb", "is missing"); }, 3);
    EXPECT_THROW(collider.sample(0, Vec3f(0, 0, 0)), FileError);
}

TEST(LevelSetSequence, FramesInTheWrongOrderAreRefused) { EXPECT_THROW(sequence(growing, 0), InputError); }

} // namespace
} // namespace firn
