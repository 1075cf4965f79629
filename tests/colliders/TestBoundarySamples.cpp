// Boundary samples of colliders: near the snow, moving with the body, the same however they are asked for.
#include "base/Error.h"
#include "colliders/BoundarySamples.h"
#include "colliders/ColliderShape.h"
#include "colliders/MakeCollider.h"
#include "colliders/TestBalls.h"
#include "geometry/ShapeParams.h"
#include "math/Random.h"
#include "parallel/Threads.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr float kSpacing = 0.05f;
constexpr float kReach = 0.2f;
constexpr double kFps = 24;

ShapeParams shapeOf(ShapeKind kind, const Vec3f& centre = Vec3f::Zero())
{
    ShapeParams shape;
    shape.shape = kind;
    shape.centre = centre;
    return shape;
}

Collider analytic(const ShapeParams& shape, const ColliderParams& params = {}, const std::vector<MotionKey>& keys = {})
{
    return makeCollider(params, keys, analyticShape(shape));
}

BoundarySamples sampled(const Collider& collider, double time, const std::vector<Vec3f>& particles)
{
    BoundarySamples out;
    BoundarySampler(kSpacing).sample({&collider, 1}, time, particles, kReach, out);
    return out;
}

/// Particles a reach apart all over a box.
std::vector<Vec3f> particlesIn(const Vec3f& lower, const Vec3f& upper)
{
    std::vector<Vec3f> particles;
    for (float x = lower.x(); x <= upper.x(); x += kReach)
        for (float y = lower.y(); y <= upper.y(); y += kReach)
            for (float z = lower.z(); z <= upper.z(); z += kReach) particles.emplace_back(x, y, z);
    return particles;
}

const std::vector<Vec3f> kEverywhere = particlesIn(Vec3f::Constant(-1), Vec3f::Constant(1));

bool same(const BoundarySamples& a, const BoundarySamples& b)
{
    return a.P == b.P && a.v == b.v && a.N == b.N && a.collider == b.collider;
}

float nearest(const std::vector<Vec3f>& points, const Vec3f& x, std::size_t leaveOut = ~std::size_t(0))
{
    float best = 1e30f;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i != leaveOut) best = std::min(best, (points[i] - x).squaredNorm());
    return std::sqrt(best);
}

/// The largest distance of a sample from the collider's surface, and of its velocity from the collider's.
void compare(const Collider& collider, double time, const BoundarySamples& s, float& off, float& wrong)
{
    off = wrong = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const ColliderSample seen = collider.sample(time, s.P[i]);
        off = std::max(off, std::abs(seen.distance));
        wrong = std::max(wrong, (seen.velocity - s.v[i]).norm());
    }
}

constexpr float kRounding = 1.5e-5f; // m, m/s: float arithmetic of metres, and the samples' tolerance

TEST(BoundarySamples, FollowABodyThatTurnsAndTravels)
{
    ColliderParams params;
    params.velocity = Vec3f(1, 0.5f, -2);
    params.spin = Vec3f(0, 3, 1);
    const Collider box = analytic(shapeOf(ShapeKind::Box), params);
    for (const double time : {0.0, 0.1, 0.25}) {
        const BoundarySamples s = sampled(box, time, kEverywhere);
        ASSERT_GT(s.size(), 500u) << "at " << time;
        float off, wrong;
        compare(box, time, s, off, wrong);
        EXPECT_LT(off, kRounding) << "at " << time;
        EXPECT_LT(wrong, kRounding) << "at " << time;
    }
}

TEST(BoundarySamples, FollowKeys)
{
    const std::vector<MotionKey> keys = {{0, Vec3f::Zero(), Vec3f::Zero()},
                                         {1, Vec3f(0.4f, 0, 0), Vec3f(0, 90, 0)},
                                         {2, Vec3f(0.4f, 0.3f, 0), Vec3f(0, 90, 45)}};
    const Collider capsule = analytic(shapeOf(ShapeKind::Capsule), {}, keys);
    for (const double time : {-1.0, 0.5, 1.0, 1.9, 3.0}) {
        const BoundarySamples s = sampled(capsule, time, kEverywhere);
        float off, wrong;
        compare(capsule, time, s, off, wrong);
        EXPECT_LT(off, kRounding) << "at " << time;
        EXPECT_LT(wrong, kRounding) << "at " << time;
    }
}

TEST(BoundarySamples, KeepTheirPlaceInTheBody)
{
    ColliderParams params;
    params.spin = Vec3f(0, 0, 1);
    const Collider box = analytic(shapeOf(ShapeKind::Box), params);
    const std::vector<Vec3f> all = particlesIn(Vec3f::Constant(-2), Vec3f::Constant(2));
    const BoundarySamples start = sampled(box, 0, all), end = sampled(box, 0.5, all);
    const Mat3f turn = Eigen::AngleAxisf(0.5f, Vec3f::UnitZ()).toRotationMatrix();
    ASSERT_EQ(start.size(), end.size());
    for (std::size_t i = 0; i < start.size(); ++i) ASSERT_LT((turn * start.P[i] - end.P[i]).norm(), kRounding);
}

TEST(BoundarySamples, HoldAllWithinReachAndNoneFarAway)
{
    const Collider ball = analytic(shapeOf(ShapeKind::Sphere));
    const std::vector<Vec3f> particles = {Vec3f(0.55f, 0.1f, 0), Vec3f(0, 0.6f, 0.02f), Vec3f(30, 0, 0)};
    const BoundarySamples all = sampled(ball, 0, kEverywhere), some = sampled(ball, 0, particles);
    std::size_t within = 0;
    for (const Vec3f& x : all.P) {
        if (nearest(particles, x) > kReach) continue;
        ++within;
        ASSERT_EQ(nearest(some.P, x), 0);
    }
    EXPECT_GT(within, 20u);
    for (const Vec3f& x : some.P) ASSERT_LE(nearest(particles, x), 2 * std::sqrt(3.0f) * kReach);
    EXPECT_LT(some.size(), all.size() / 2);
}

TEST(BoundarySamples, NobodyNearMeansNone)
{
    EXPECT_EQ(sampled(analytic(shapeOf(ShapeKind::Sphere)), 0, {Vec3f(9, 9, 9)}).size(), 0u);
    EXPECT_EQ(sampled(analytic(shapeOf(ShapeKind::Sphere)), 0, {}).size(), 0u);
    EXPECT_EQ(sampled(analytic(shapeOf(ShapeKind::Plane)), 0, {Vec3f(9, 9, 9)}).size(), 0u);
}

TEST(BoundarySamples, FaceTheSnowOfAShapeThatKeepsItInside)
{
    ColliderParams params;
    params.inside = true;
    const BoundarySamples s = sampled(analytic(shapeOf(ShapeKind::Sphere), params), 0, kEverywhere);
    ASSERT_GT(s.size(), 100u);
    for (std::size_t i = 0; i < s.size(); ++i) ASSERT_LT(s.N[i].dot(s.P[i]), -0.49f);
}

TEST(BoundarySamples, APlaneIsAHexagonalLatticeWithoutHolesOrTwins)
{
    ShapeParams shape = shapeOf(ShapeKind::Plane, Vec3f(0.013f, 0.1f, -0.2f));
    shape.normal = Vec3f(0.3f, 1, -0.2f);
    const Collider plane = analytic(shape);
    const BoundarySamples s = sampled(plane, 0, kEverywhere);
    ASSERT_GT(s.size(), 1000u);
    for (std::size_t i = 0; i < s.size(); ++i) {
        ASSERT_LT(std::abs(plane.sample(0, s.P[i]).distance), 1e-6f);
        ASSERT_GT(nearest(s.P, s.P[i], i), 0.999f * kSpacing);
        ASSERT_LT(nearest(s.P, s.P[i], i), 1.001f * kSpacing);
    }
    float farthest = 0;
    for (uint64_t i = 0; i < 1000; ++i) {
        Vec3f x = 1.6f * (randomInCube(2, i) - Vec3f::Constant(0.5f));
        const ColliderSample seen = plane.sample(0, x);
        farthest = std::max(farthest, nearest(s.P, x - seen.distance * seen.normal));
    }
    EXPECT_LT(farthest, 0.58f * kSpacing) << "a hexagonal lattice's holes have a radius of spacing / sqrt(3)";
}

TEST(BoundarySamples, APlaneGivenFarAwayIsSampledHere)
{
    const Vec3f far(2e5f, 0, -3e5f);
    const Collider plane = analytic(shapeOf(ShapeKind::Plane, far));
    const BoundarySamples s = sampled(plane, 0, kEverywhere);
    ASSERT_GT(s.size(), 1000u);
    for (std::size_t i = 0; i < s.size(); ++i) ASSERT_NEAR(nearest(s.P, s.P[i], i), kSpacing, 1e-3f * kSpacing);
}

TEST(BoundarySamples, AMovingPlaneCarriesItsLattice)
{
    ColliderParams params;
    params.velocity = Vec3f(0.5f, 0.1f, 0);
    const Collider plane = analytic(shapeOf(ShapeKind::Plane), params);
    const std::vector<Vec3f> one = {Vec3f(0.01f, 0.02f, 0.01f)};
    const BoundarySamples start = sampled(plane, 0, one), end = sampled(plane, 0.1, one);
    for (const Vec3f& v : end.v) ASSERT_EQ(v, params.velocity);
    const Vec3f x = start.P[start.size() / 2] + 0.1f * params.velocity;
    EXPECT_LT(nearest(end.P, x), kRounding);
}

Collider sequence(const FrameCache::Load& load, int last)
{
    ColliderParams params;
    params.name = "body";
    params.firstFrame = 1;
    params.lastFrame = last;
    return makeCollider(params, {}, SequenceFrames{load, kFps, 1}, ShapeParams());
}

LevelSet growing(int frame) { return test::ball(Vec3d::Zero(), 0.4 + 0.6 * (frame - 1) / kFps, 0.02); }

TEST(BoundarySamples, FollowADeformingBody)
{
    const Collider ball = sequence(growing, 4);
    for (const double frames : {0.0, 0.3, 0.9, 1.5, 2.99}) {
        const double time = frames / kFps;
        const BoundarySamples s = sampled(ball, time, kEverywhere);
        float off, wrong;
        compare(ball, time, s, off, wrong);
        EXPECT_LT(off, 1e-3f) << "h^2 / (2 r) of trilinear interpolation, twice; at frame " << frames;
        EXPECT_LT(wrong, 0.05f) << "of 0.6 m/s; at frame " << frames;
    }
}

TEST(BoundarySamples, CarryAlongTheVelocityGrid)
{
    // A ball that spins about y and does not change: only its velocity grid says so.
    const auto spin = [](const Vec3d& x) { return Vec3d(2 * x.z(), 0, -2 * x.x()); };
    const Collider ball = sequence([&](int) { return test::ball(Vec3d::Zero(), 0.4, 0.02, 5, spin); }, 3);
    const BoundarySamples s = sampled(ball, 0.5 / kFps, kEverywhere);
    ASSERT_GT(s.size(), 100u);
    for (std::size_t i = 0; i < s.size(); ++i) {
        const Vec3f expected = spin(s.P[i].cast<double>()).cast<float>();
        ASSERT_LT((s.v[i] - expected).norm(), 0.05f) << "of up to 0.8 m/s: the chord of the arc in a frame";
    }
}

TEST(BoundarySamples, RestAfterTheLastFrame)
{
    const Collider ball = sequence(growing, 2);
    const BoundarySamples s = sampled(ball, 5, kEverywhere);
    ASSERT_GT(s.size(), 100u);
    for (const Vec3f& v : s.v) ASSERT_EQ(v, Vec3f(Vec3f::Zero()));
}

TEST(BoundarySamples, AddTheVelocityGridOfARigidBody)
{
    const Vec3d own(0, 0, 1.5);
    ColliderParams params;
    params.velocity = Vec3f(1, 0, 0);
    const LevelSet levelSet = test::ball(Vec3d::Zero(), 0.4, 0.02, 5, [&](const Vec3d&) { return own; });
    const Collider belt = makeCollider(params, {}, levelSet, ShapeParams());
    const BoundarySamples s = sampled(belt, 0.2, kEverywhere);
    ASSERT_GT(s.size(), 100u);
    for (const Vec3f& v : s.v) ASSERT_LT((v - Vec3f(1, 0, 1.5f)).norm(), kRounding);
}

/// One of each kind, moving.
std::vector<Collider> several()
{
    ColliderParams params;
    params.velocity = Vec3f(0.1f, 0, 0);
    params.spin = Vec3f(0, 1, 0);
    return {analytic(shapeOf(ShapeKind::Plane, Vec3f(0, -0.5f, 0)), params),
            analytic(shapeOf(ShapeKind::Box, Vec3f(0.5f, 0, 0)), params),
            makeCollider(params, {}, test::ball(Vec3d(0, 0.3, 0), 0.3, 0.03), ShapeParams()), sequence(growing, 6)};
}

TEST(BoundarySamples, AreTheSameForAnyNumberOfThreads)
{
    const std::vector<Collider> colliders = several();
    std::vector<BoundarySamples> results;
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] {
            BoundarySampler sampler(kSpacing);
            sampler.sample(colliders, 0.05, kEverywhere, kReach, results.emplace_back());
        });
    EXPECT_GT(results[0].size(), 2000u);
    for (const auto& r : results) EXPECT_TRUE(same(r, results[0]));
}

TEST(BoundarySamples, AreTheSameFromAnOldSamplerAndANewOne)
{
    const std::vector<Collider> colliders = several();
    BoundarySampler old(kSpacing);
    BoundarySamples kept, made;
    for (int step = 0; step < 5; ++step) {
        const double time = 0.031 * step;
        old.sample(colliders, time, kEverywhere, kReach, kept);
        BoundarySampler(kSpacing).sample(colliders, time, kEverywhere, kReach, made);
        ASSERT_TRUE(same(kept, made)) << "step " << step;
    }
}

TEST(BoundarySamples, DoNotHangOnTheOrderOfParticles)
{
    const std::vector<Collider> colliders = several();
    const std::vector<Vec3f> reversed(kEverywhere.rbegin(), kEverywhere.rend());
    BoundarySampler sampler(kSpacing);
    BoundarySamples a, b;
    sampler.sample(colliders, 0, kEverywhere, kReach, a);
    sampler.sample(colliders, 0, reversed, kReach, b);
    EXPECT_TRUE(same(a, b));
}

TEST(BoundarySamples, NameTheColliderThatIsTooLarge)
{
    ShapeParams shape = shapeOf(ShapeKind::Sphere);
    shape.radius = 1e5f;
    ColliderParams params;
    params.name = "planet";
    try {
        sampled(analytic(shape, params), 0, kEverywhere);
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("'planet'"), std::string::npos) << error.what();
    }
}

TEST(BoundarySamples, RefuseASpacingThatIsNone)
{
    EXPECT_THROW(BoundarySampler(0), InputError);
    EXPECT_THROW(BoundarySampler(-1), InputError);
}

} // namespace
} // namespace firn
