// Motions: poses between keys, and velocities that are the derivative of the pose.
#include "base/Error.h"
#include "colliders/ColliderShape.h"
#include "colliders/MakeCollider.h"
#include "colliders/TestBalls.h"
#include "geometry/ShapeParams.h"
#include "math/Random.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

ShapeParams box()
{
    ShapeParams s;
    s.shape = ShapeKind::Box;
    s.centre = {1, 0.5f, -0.3f};
    s.rotate = {10, 20, 30};
    return s;
}

std::vector<MotionKey> someKeys()
{
    return {{0.5, {0, 0, 0}, {0, 0, 0}},
            {1.0, {1, 0, 2}, {90, 20, -30}},
            {1.25, {1, 0, 2}, {100, 20, -30}},
            {3.0, {-1, 4, 2}, {-170, 60, 10}}};
}

/// The world velocity of the body's point that is at x at that time, by central differences of the pose.
Vec3d velocityByDifferences(const Motion& motion, double time, const Vec3d& x)
{
    constexpr double kStep = 1e-5;
    const Vec3d body = stateAt(motion, time).pose.toBody(x);
    return (stateAt(motion, time + kStep).pose.toWorld(body) - stateAt(motion, time - kStep).pose.toWorld(body)) /
           (2 * kStep);
}

constexpr double kDifferences = 1e-7; // step^2 times the third derivative, and rounding over the step

TEST(Motion, SteadyVelocityIsTheDerivativeOfThePose)
{
    const Motion motion = SteadyMotion{{1, -2, 0.5}, {3, 1, -2}, {0.2, 0.4, 0}};
    for (const double time : {0.0, 0.3, 2.0, 10.0}) {
        const Vec3d x(0.7, -1.2, 3);
        EXPECT_LT((stateAt(motion, time).velocityAt(x) - velocityByDifferences(motion, time, x)).norm(), kDifferences);
    }
}

TEST(Motion, KeyedVelocityIsTheDerivativeOfThePose)
{
    const Motion motion = KeyedMotion(someKeys(), {0.1f, 0.2f, 0.3f}, "test");
    for (const double time : {0.1, 0.6, 0.99, 1.1, 1.7, 2.9, 4.0}) { // before, within and after, not at keys
        const Vec3d x(0.7, -1.2, 3);
        EXPECT_LT((stateAt(motion, time).velocityAt(x) - velocityByDifferences(motion, time, x)).norm(), kDifferences)
            << "at " << time;
    }
}

TEST(Motion, KeyedPosesAreMetAtTheKeysAndHeldOutside)
{
    const auto keys = someKeys();
    const Motion motion = KeyedMotion(keys, {0.1f, 0.2f, 0.3f}, "test");
    for (const MotionKey& key : keys) {
        const Pose pose = stateAt(motion, key.time).pose;
        EXPECT_LT((pose.rotation - rotationXyz(key.rotate)).norm(), 1e-12);
        const Vec3d pivot = Vec3f(0.1f, 0.2f, 0.3f).cast<double>();
        EXPECT_LT((pose.toWorld(pivot) - pivot - key.translate.cast<double>()).norm(), 1e-12)
            << "the pivot only shifts";
    }
    EXPECT_EQ(stateAt(motion, -5).pose.rotation, stateAt(motion, 0.5).pose.rotation);
    EXPECT_LT((stateAt(motion, 99).pose.rotation - stateAt(motion, 3).pose.rotation).norm(), 1e-12);
    EXPECT_FALSE(stateAt(motion, -5).moving);
    EXPECT_FALSE(stateAt(motion, 3).moving);
}

TEST(Motion, HalfwayBetweenKeysIsHalfTheTurn)
{
    const Motion motion = KeyedMotion({{0, {0, 0, 0}, {0, 0, 0}}, {1, {2, 0, 0}, {0, 80, 0}}}, Vec3f::Zero(), "test");
    const MotionState s = stateAt(motion, 0.5);
    EXPECT_LT((s.pose.rotation - rotationXyz({0, 40, 0})).norm(), 1e-7); // degrees are floats
    EXPECT_LT((s.pose.translation - Vec3d(1, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(s.spin.y(), 80 * 3.14159265358979 / 180, 1e-6);
}

TEST(Motion, AColliderCanMoveOnlyWhereSomethingSaysSo)
{
    const LevelSet still = test::ball(Vec3d::Zero(), 0.5, 0.1);
    const LevelSet flowing = test::ball(Vec3d::Zero(), 0.5, 0.1, 5, [](const Vec3d&) { return Vec3d(1, 0, 0); });
    ColliderParams params;
    EXPECT_FALSE(makeCollider(params, {}, analyticShape(box())).canMove());
    EXPECT_FALSE(makeCollider(params, {}, still, {}).canMove());
    EXPECT_TRUE(makeCollider(params, {}, flowing, {}).canMove());
    EXPECT_TRUE(makeCollider(params, someKeys(), still, {}).canMove());
    params.spin = {0, 1, 0};
    EXPECT_TRUE(makeCollider(params, {}, analyticShape(box())).canMove());
}

TEST(Motion, KeysOutOfOrderAreRefused)
{
    std::vector<MotionKey> keys(2);
    keys[0].time = 1;
    keys[1].time = 0.5;
    EXPECT_THROW(KeyedMotion(keys, Vec3f::Zero(), "x"), InputError);
    keys[1].time = 1;
    EXPECT_THROW(KeyedMotion(keys, Vec3f::Zero(), "x"), InputError);
    ColliderParams params;
    params.name = "plough";
    try {
        makeCollider(params, keys, analyticShape(box()));
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("plough"), std::string::npos) << e.what();
    }
}

TEST(Collider, RotatingBodyMovesWithOmegaCrossR)
{
    ColliderParams params;
    params.velocity = {0, 0, 2};
    params.spin = {0, 3, 0};
    params.pivot = {1, 0, 0};
    const Collider collider = makeCollider(params, {}, analyticShape(box()));
    const double time = 0.7;
    for (uint64_t i = 0; i < 100; ++i) {
        const Vec3f x = 4 * randomInCube(1, i);
        const Vec3f pivot = params.pivot + float(time) * params.velocity;
        const Vec3f expected = params.velocity + params.spin.cross(Vec3f(x - pivot));
        ASSERT_LT((collider.sample(time, x).velocity - expected).norm(), 1e-5f);
    }
}

TEST(Collider, MovedShapeIsTheShapeSeenFromItsOwnFrame)
{
    ColliderParams params;
    params.pivot = {0.5f, 0, 0};
    const AnalyticShape shape = analyticShape(box());
    const Collider collider = makeCollider(params, someKeys(), shape);
    const Pose motion = stateAt(motionOf(params, someKeys()), 1.6).pose;
    for (uint64_t i = 0; i < 200; ++i) {
        const Vec3f x = 4 * randomInCube(1, i) - Vec3f(1, 1, 1);
        const ColliderSample moved = collider.sample(1.6, x);
        const SurfaceSample rest = sample(shape, Vec3f(motion.toBody(x.cast<double>()).cast<float>()));
        ASSERT_NEAR(moved.distance, rest.distance, 4e-6f);
        ASSERT_LT((moved.normal - (motion.rotation.cast<float>() * rest.normal)).norm(), 1e-3f);
    }
}

TEST(Collider, MovingLevelSetAgreesWithTheMovingShape)
{
    ShapeParams sphere;
    sphere.centre = {0.3f, 0.1f, 0};
    sphere.radius = 0.25f;
    ColliderParams params;
    params.velocity = {0.5f, 1, 0};
    params.spin = {0, 0, 2};
    const Collider exact = makeCollider(params, {}, analyticShape(sphere));
    ShapeParams place;
    place.centre = sphere.centre;
    place.rotate = {40, 0, 0};
    place.scale = 0.5f;
    const Collider grid = makeCollider(params, {}, test::ball(Vec3d::Zero(), 0.5, 0.02), place);
    constexpr float kVoxelSquared = 2e-4f; // interpolation: h^2 / (4 r)
    for (uint64_t i = 0; i < 500; ++i) {
        const Vec3f n = (randomInCube(1, i) - Vec3f::Constant(0.5f)).normalized();
        const Vec3f centre = exact.bounds(0.4).centre();
        const Vec3f x = centre + (0.22f + 0.06f * randomUnit(2, i)) * n;
        const ColliderSample a = exact.sample(0.4, x), b = grid.sample(0.4, x);
        ASSERT_NEAR(a.distance, b.distance, kVoxelSquared);
        ASSERT_LT((a.normal - b.normal).norm(), 0.05f) << "a voxel over the radius";
        ASSERT_LT((a.velocity - b.velocity).norm(), 1e-5f);
    }
    // The grid's box is turned with it, and boxed again: up to sqrt(3) larger.
    const Box3f tight = exact.bounds(0.4), loose = grid.bounds(0.4);
    EXPECT_TRUE(loose.contains(tight.lower) && loose.contains(tight.upper));
    EXPECT_LT(loose.size().maxCoeff(), 1.74f * (tight.size().maxCoeff() + 0.02f));
}

TEST(Collider, InsideFlipsDistanceAndNormal)
{
    ColliderParams params;
    params.velocity = {1, 0, 0};
    const Collider out = makeCollider(params, {}, analyticShape(box()));
    params.inside = true;
    const Collider in = makeCollider(params, {}, analyticShape(box()));
    const Vec3f x(0.3f, 0.2f, 0.1f);
    EXPECT_EQ(in.sample(0.5, x).distance, -out.sample(0.5, x).distance);
    EXPECT_EQ(in.sample(0.5, x).normal, Vec3f(-out.sample(0.5, x).normal));
    EXPECT_EQ(in.sample(0.5, x).velocity, out.sample(0.5, x).velocity);
    EXPECT_TRUE(in.bounds(0).contains({1e30f, 0, 0}));
}

} // namespace
} // namespace firn
