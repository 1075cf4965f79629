// Analytic shapes: distances and normals against closed forms and finite differences.
#include "base/Error.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "geometry/SolidField.h"
#include "math/Random.h"

#include <cmath>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr float kRounding = 2e-6f; // a few float roundings at coordinates of a few metres

std::vector<ShapeParams> turnedShapes()
{
    std::vector<ShapeParams> shapes;
    for (const ShapeKind kind :
         {ShapeKind::Sphere, ShapeKind::Box, ShapeKind::Capsule, ShapeKind::Cylinder, ShapeKind::Plane}) {
        ShapeParams s;
        s.shape = kind;
        s.centre = {0.3f, -0.2f, 0.5f};
        s.rotate = {20, -35, 50};
        s.radius = 0.4f;
        s.size = {0.6f, 1.0f, 1.4f};
        s.height = 0.9f;
        s.normal = {1, 2, -1};
        shapes.push_back(s);
    }
    return shapes;
}

Vec3f randomPoint(uint64_t i) { return 4 * (randomInCube(7, i) - Vec3f::Constant(0.5f)); }

/// The nearest of many points on the surface, found by walking along the normal: x - d n must lie on it.
float distanceOfFoot(const AnalyticShape& shape, const Vec3f& x)
{
    const SurfaceSample s = sample(shape, x);
    return sample(shape, Vec3f(x - s.distance * s.normal)).distance;
}

TEST(Shapes, SphereDistanceIsLengthMinusRadius)
{
    const AnalyticShape shape = analyticShape(turnedShapes()[0]);
    for (uint64_t i = 0; i < 1000; ++i) {
        const Vec3f x = randomPoint(i);
        ASSERT_NEAR(sample(shape, x).distance, (x - Vec3f(0.3f, -0.2f, 0.5f)).norm() - 0.4f, kRounding);
    }
}

TEST(Shapes, BoxDistancesAtFacesEdgesCornersAndInside)
{
    const Box box{{1, 2, 3}};
    EXPECT_FLOAT_EQ(sample(box, {3, 0, 0}).distance, 2);
    EXPECT_FLOAT_EQ(sample(box, {4, 6, 0}).distance, 5);
    EXPECT_FLOAT_EQ(sample(box, {3, 4, -4}).distance, 3);
    EXPECT_FLOAT_EQ(sample(box, {0.5f, 0, 0}).distance, -0.5f);
    EXPECT_EQ(sample(box, {-0.5f, 0, 0}).normal, Vec3f(-1, 0, 0));
    EXPECT_EQ(sample(box, {4, -6, 0}).normal, Vec3f(0.6f, -0.8f, 0));
}

TEST(Shapes, CapsuleAndCylinderDistancesAtSideAndEnds)
{
    const Capsule capsule{0.5f, 1};
    EXPECT_FLOAT_EQ(sample(capsule, {2, 0.3f, 0}).distance, 1.5f);
    EXPECT_FLOAT_EQ(sample(capsule, {0, 3, 0}).distance, 1.5f);
    EXPECT_FLOAT_EQ(sample(capsule, {3, -5, 0}).distance, 4.5f);
    const Cylinder cylinder{0.5f, 1};
    EXPECT_FLOAT_EQ(sample(cylinder, {2, 0.3f, 0}).distance, 1.5f);
    EXPECT_FLOAT_EQ(sample(cylinder, {0.1f, 3, 0}).distance, 2);
    EXPECT_FLOAT_EQ(sample(cylinder, {3.5f, -5, 0}).distance, 5);
    EXPECT_FLOAT_EQ(sample(cylinder, {0.1f, 0.9f, 0}).distance, -0.1f);
}

TEST(Shapes, PlaneDistanceIsAlongItsTurnedNormal)
{
    ShapeParams p;
    p.shape = ShapeKind::Plane;
    p.centre = {0, 1, 0};
    p.normal = {0, 2, 0};  // need not be a unit vector
    p.rotate = {90, 0, 0}; // y turns to z
    const SurfaceSample s = sample(analyticShape(p), Vec3f(5, 7, 3));
    EXPECT_NEAR(s.distance, 3, kRounding);
    EXPECT_NEAR((s.normal - Vec3f(0, 0, 1)).norm(), 0, kRounding);
}

TEST(Shapes, RotationTurnsAboutXThenYThenZ)
{
    // x then z: y goes to z by the first quarter turn, which the second leaves alone.
    EXPECT_LT((rotationXyz({90, 0, 90}) * Vec3d::UnitY() - Vec3d::UnitZ()).norm(), 1e-12);
    EXPECT_LT((rotationXyz({90, 0, 90}) * Vec3d::UnitX() - Vec3d::UnitY()).norm(), 1e-12);
}

TEST(Shapes, TheFootOfEveryPointIsOnTheSurface)
{
    for (const ShapeParams& params : turnedShapes()) {
        const AnalyticShape shape = analyticShape(params);
        for (uint64_t i = 0; i < 2000; ++i)
            ASSERT_NEAR(distanceOfFoot(shape, randomPoint(i)), 0, kRounding)
                << kShapeKinds[std::size_t(params.shape)] << " point " << i;
    }
}

TEST(Shapes, NormalIsTheGradientOfTheDistance)
{
    constexpr float kStep = 1e-2f;
    // The distance is smooth but for edges' bisectors and axes, where the normal jumps: points whose normal turns by
    // more than kTurn over the stencil are left out. Where its curvature jumps (a face region meets an edge region)
    // central differences err by a quarter of that turn; elsewhere by far less.
    constexpr float kTurn = 0.06f;
    constexpr float kTolerance = 0.25f * kTurn;
    for (const ShapeParams& params : turnedShapes()) {
        const AnalyticShape shape = analyticShape(params);
        int checked = 0;
        for (uint64_t i = 0; i < 2000; ++i) {
            const Vec3f x = randomPoint(i);
            const SurfaceSample s = sample(shape, x);
            Vec3f gradient;
            float turn = 0; // how much the normal changes over the stencil
            for (int axis = 0; axis < 3; ++axis) {
                const SurfaceSample up = sample(shape, Vec3f(x + kStep * Vec3f::Unit(axis)));
                const SurfaceSample down = sample(shape, Vec3f(x - kStep * Vec3f::Unit(axis)));
                gradient[axis] = (up.distance - down.distance) / (2 * kStep);
                turn = std::max(turn, (up.normal - down.normal).norm());
            }
            if (turn > kTurn) continue;
            ++checked;
            ASSERT_LT((gradient - s.normal).norm(), kTolerance)
                << kShapeKinds[std::size_t(params.shape)] << " point " << i;
        }
        EXPECT_GT(checked, 1500) << "most points are far from edges and axes";
    }
}

TEST(Shapes, BoundsHoldEveryInsidePointAndAreTight)
{
    for (const ShapeParams& params : turnedShapes()) {
        if (params.shape == ShapeKind::Plane) continue;
        const AnalyticShape shape = analyticShape(params);
        const Box3f bounds = boundsOf(shape);
        Box3f seen;
        for (uint64_t i = 0; i < 200000; ++i) {
            const Vec3f x = randomPoint(i);
            if (sample(shape, x).distance > 0) continue;
            ASSERT_TRUE(bounds.contains(x));
            seen.extend(x);
        }
        // Samples are about 7 cm apart, so the outermost ones come close to the true extent.
        EXPECT_LT((bounds.size() - seen.size()).maxCoeff(), 0.3f) << kShapeKinds[std::size_t(params.shape)];
    }
}

TEST(Shapes, PlaneBoundsAreInfinite)
{
    const Box3f bounds = boundsOf(analyticShape(turnedShapes()[4]));
    EXPECT_TRUE(bounds.contains({1e30f, -1e30f, 1e30f}));
}

TEST(Shapes, MeshesAndBadSizesAreRefused)
{
    ShapeParams p;
    p.shape = ShapeKind::Mesh;
    EXPECT_THROW(analyticShape(p), InputError);
    p.shape = ShapeKind::Sphere;
    p.radius = 0;
    EXPECT_THROW(analyticShape(p), InputError);
    p.shape = ShapeKind::Plane;
    p.normal = Vec3f::Zero();
    EXPECT_THROW(analyticShape(p), InputError);
    p.normal = Vec3f::UnitX();
    p.centre.x() = std::nanf("");
    EXPECT_THROW(analyticShape(p), InputError);
}

} // namespace
} // namespace firn
