// Level sets: bounds, memory, sampling beyond the band, scaled and posed; solid fields.
#include "base/Error.h"
#include "geometry/LevelSetSampler.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "geometry/SolidField.h"
#include "geometry/TestMeshes.h"
#include "geometry/WidenLevelSet.h"
#include "math/Random.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr float kVoxel = 0.02f;

LevelSet ball(float radius, const Vec3f& centre = Vec3f::Zero())
{
    MeshToLevelSetParams p;
    p.voxelSize = kVoxel;
    return meshToLevelSet(test::sphere(radius, 5, centre), p).levelSet;
}

const LevelSet& halfBall() // shared: making it takes longer than all that is asked of it
{
    static const LevelSet kBall = ball(0.5f);
    return kBall;
}

SurfaceSample at(const LevelSetSampler& sampler, const Vec3f& x, const Pose& pose = {})
{
    SurfaceSample s;
    sampler.sample(pose, Span<const Vec3f>(&x, 1), Span<SurfaceSample>(&s, 1));
    return s;
}

TEST(LevelSet, BoundsHoldTheInsideToWithinTwoVoxels)
{
    const Box3f bounds = ball(0.5f, {1, 2, 3}).bounds();
    const Vec3f slack = Vec3f::Constant(0.5f) - 0.5f * bounds.size();
    EXPECT_LE(slack.maxCoeff(), 1e-3f);
    EXPECT_GE(slack.minCoeff(), -2 * kVoxel);
    EXPECT_LT((bounds.centre() - Vec3f(1, 2, 3)).norm(), kVoxel);
}

TEST(LevelSet, KnowsItsVoxelSizeAndMemory)
{
    const LevelSet set = halfBall();
    EXPECT_FLOAT_EQ(set.voxelSize(), kVoxel);
    // A band of 8 voxels over the surface, 4 bytes each, is 0.25 MB; leaves that are partly filled make it more.
    EXPECT_GT(set.memory(), 250000u);
    EXPECT_LT(set.memory(), 5000000u);
}

TEST(LevelSetSampler, FarOutsideTheDistanceIsALowerBoundAndTheNormalPointsAway)
{
    const LevelSetSampler sampler(halfBall());
    for (uint64_t i = 0; i < 2000; ++i) {
        const Vec3f x = 6 * (randomInCube(1, i) - Vec3f::Constant(0.5f));
        const float exact = x.norm() - 0.5f;
        if (exact < 0.1f) continue;
        const SurfaceSample s = at(sampler, x);
        ASSERT_LE(s.distance, exact);
        ASSERT_GE(s.distance, 0.078f) << "at least the band";
        ASSERT_GT(s.normal.dot(x.normalized()), 0.5f);
        ASSERT_NEAR(s.normal.norm(), 1, 1e-5f);
    }
    EXPECT_NEAR(at(sampler, {10, 0, 0}).distance, 9.5f, 2 * kVoxel);
}

TEST(LevelSetSampler, DeepInsideTheNormalPointsToTheNearestSide)
{
    const LevelSetSampler sampler(halfBall());
    const SurfaceSample s = at(sampler, {0, -0.2f, 0.1f});
    EXPECT_NEAR(s.distance, -0.08f, 1e-4f);
    EXPECT_EQ(s.normal, Vec3f(0, -1, 0));
}

TEST(LevelSetSampler, ScaleAndPoseMoveTheField)
{
    const LevelSetSampler sampler(ball(0.5f, {1, 0, 0}), 2);
    const Pose pose{rotationXyz({0, 0, 90}), Vec3d(0, 0, 5)};
    // The centre (1,0,0) becomes (2,0,0) by the scale, (0,2,0) by the turn, (0,2,5) by the shift; the radius is 1.
    const SurfaceSample s = at(sampler, {0, 3.05f, 5}, pose);
    EXPECT_NEAR(s.distance, 0.05f, 2e-3f);
    EXPECT_LT((s.normal - Vec3f(0, 1, 0)).norm(), 0.05f);
    EXPECT_NEAR(at(sampler, {0.97f, 2, 5}, pose).distance, -0.03f, 2e-3f);
}

TEST(LevelSetSampler, PointsThatAreNotNumbersAreNotRead)
{
    const LevelSetSampler sampler(halfBall());
    EXPECT_TRUE(std::isnan(at(sampler, {std::nanf(""), 0, 0}).distance)) << "no answer rather than a wrong one";
    EXPECT_FALSE(at(sampler, {INFINITY, 0, 0}).distance < 1e30f);
    EXPECT_GT(at(sampler, {1e30f, 0, 0}).distance, 0.9e30f);
}

TEST(SolidField, OfALevelSetAgreesWithItsShape)
{
    ShapeParams place;
    place.centre = {0, 1, 0};
    place.rotate = {30, 0, 0};
    place.scale = 1.5f;
    const SolidField field = solidField(halfBall(), place);
    std::vector<Vec3f> x(3000);
    std::vector<float> d(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 2 * randomInCube(1, i) - Vec3f(1, 0, 1);
    field.distance(x, d);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float exact = (x[i] - place.centre).norm() - 0.75f;
        ASSERT_TRUE(std::abs(exact) < 1e-3f || (d[i] < 0) == (exact < 0)) << i;
        ASSERT_TRUE(exact >= 0 || field.bounds.contains(x[i])) << i;
    }
}

TEST(SolidField, OfAnAnalyticShapeIsItsDistance)
{
    ShapeParams p;
    p.shape = ShapeKind::Box;
    p.size = {1, 2, 3};
    const AnalyticShape shape = analyticShape(p);
    const SolidField field = solidField(shape);
    std::vector<Vec3f> x(1000);
    std::vector<float> d(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 4 * randomInCube(1, i) - Vec3f(2, 2, 2);
    field.distance(x, d);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(d[i], sample(shape, x[i]).distance);
    EXPECT_EQ(field.bounds.upper, Vec3f(0.5f, 1, 1.5f));
}

TEST(WidenedLevelSet, KnowsDistancesAndNormalsAsDeepAsAsked)
{
    const float band = 0.3f;            // fifteen voxels instead of four
    constexpr float kDirection = 0.9f; // sweeping is of first order: some 20 degrees where the band is at its end
    const LevelSetSampler sampler(widened(halfBall(), band));
    EXPECT_FLOAT_EQ(sampler.band(), band);
    for (uint64_t i = 0; i < 2000; ++i) {
        const Vec3f x =
            (0.22f + 0.56f * randomUnit(3, i, 0, 7)) * (2 * randomInCube(3, i) - Vec3f::Ones()).normalized();
        const SurfaceSample s = at(sampler, x);
        ASSERT_NEAR(s.distance, x.norm() - 0.5f, 1.5f * kVoxel) << x.transpose();
        ASSERT_GT(s.normal.dot(x.normalized()), kDirection) << x.transpose();
    }
}

TEST(WidenedLevelSet, LeavesWhatWasKnownAndAWideBandAlone)
{
    const LevelSetSampler thin(halfBall()), wide(widened(halfBall(), 0.3f));
    for (uint64_t i = 0; i < 500; ++i) {
        const Vec3f x = (0.45f + 0.1f * randomUnit(4, i)) * (2 * randomInCube(4, i) - Vec3f::Ones()).normalized();
        ASSERT_NEAR(at(thin, x).distance, at(wide, x).distance, 1e-6f);
    }
    EXPECT_EQ(&widened(halfBall(), 0.05f).grid(), &halfBall().grid());
}

TEST(SolidField, OfAPlaneIsRefused)
{
    ShapeParams p;
    p.shape = ShapeKind::Plane;
    EXPECT_THROW(solidField(analyticShape(p)), InputError);
}

} // namespace
} // namespace firn
