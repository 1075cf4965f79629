// The collision law of [Stomakhin2013] section 8: separating, sticking, sliding, sticky; and adhesion.
#include "colliders/Response.h"
#include "math/Random.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

ColliderSample floorMovingAt(const Vec3f& velocity) { return {-0.01f, Vec3f::UnitY(), velocity}; }

ColliderSurface withFriction(float friction) { return {friction, false, 0}; }

constexpr float kRounding = 1e-6f;

TEST(Response, SnowThatDoesNotTouchIsLeftAlone)
{
    ColliderSample s = floorMovingAt({0, 0, 0});
    s.distance = 1e-6f;
    EXPECT_EQ(collideVelocity({1, -2, 3}, s, {0.5f, true, 0}), Vec3f(1, -2, 3));
}

TEST(Response, SeparatingSnowIsLeftAlone)
{
    EXPECT_EQ(collideVelocity({1, 2, 3}, floorMovingAt({0, 1, 0}), withFriction(5)), Vec3f(1, 2, 3));
}

TEST(Response, SlowSlipSticks)
{
    // |vt| = 0.9 against mu |vn| = 1
    EXPECT_EQ(collideVelocity({0.9f, -2, 0}, floorMovingAt({0, 0, 0}), withFriction(0.5f)), Vec3f(0, 0, 0));
    EXPECT_EQ(collideVelocity({1.9f, -2, 4}, floorMovingAt({1, 0, 4}), withFriction(0.5f)), Vec3f(1, 0, 4));
}

TEST(Response, FastSlipLosesFrictionTimesNormalSpeed)
{
    const Vec3f v = collideVelocity({3, -2, 4}, floorMovingAt({0, 0, 0}), withFriction(0.5f));
    EXPECT_LT((v - Vec3f(3, 0, 4) * (1 - 1.0f / 5)).norm(), kRounding);
}

TEST(Response, WithoutFrictionOnlyTheNormalPartGoes)
{
    EXPECT_LT((collideVelocity({3, -2, 4}, floorMovingAt({0, 0, 0}), withFriction(0)) - Vec3f(3, 0, 4)).norm(),
              kRounding);
}

TEST(Response, StickySurfaceTakesEverything)
{
    const ColliderSurface sticky{0, true, 0};
    EXPECT_EQ(collideVelocity({3, 5, 4}, floorMovingAt({1, 2, 3}), sticky), Vec3f(1, 2, 3)) << "even leaving snow";
}

TEST(Response, NeverGainsRelativeEnergyAndNeverEntersFurther)
{
    for (uint64_t i = 0; i < 5000; ++i) {
        const Vec3f n = (randomInCube(1, i) - Vec3f::Constant(0.5f)).normalized();
        const Vec3f v = 4 * (randomInCube(2, i) - Vec3f::Constant(0.5f)), co = randomInCube(3, i);
        const ColliderSurface surface{randomBetween(0, 2, 4, i), false, 0};
        const float bond = i % 2 ? randomBetween(0, 3, 5, i) : 0;
        const Vec3f after = collideVelocity(v, {-1, n, co}, surface, bond);
        ASSERT_LE((after - co).norm(), (v - co).norm() + kRounding);
        ASSERT_GE((after - co).dot(n), -kRounding);
    }
}

TEST(Response, AdhesionHoldsSlowSnowAndSlowsFastSnow)
{
    const ColliderSurface surface{0.5f, false, 100};
    const float bond = bondSpeed(surface, 0.01f, 0.001f, 0.0005f); // 100 Pa x 0.01 m2 x 1 ms / 0.5 g = 2 m/s
    EXPECT_FLOAT_EQ(bond, 2);
    EXPECT_EQ(collideVelocity({0.2f, 1, 0}, floorMovingAt({0, 0, 0}), surface, bond), Vec3f(0, 0, 0));
    EXPECT_LT((collideVelocity({0.2f, 3, 0}, floorMovingAt({0, 0, 0}), surface, bond) - Vec3f(0.2f, 1, 0)).norm(),
              kRounding);
}

TEST(Response, AdhesionIsContinuousWhereTheBondGivesWay)
{
    const ColliderSurface surface{0.5f, false, 100};
    const Vec3f below = collideVelocity({1, 1.9999f, 0}, floorMovingAt({0, 0, 0}), surface, 2);
    const Vec3f above = collideVelocity({1, 2.0001f, 0}, floorMovingAt({0, 0, 0}), surface, 2);
    EXPECT_LT((below - above).norm(), 1e-3f);
}

} // namespace
} // namespace firn
