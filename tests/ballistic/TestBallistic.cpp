// Claims about single flakes, each against a closed form.
#include "ballistic/BallisticSolver.h"
#include "ballistic/Flight.h"
#include "colliders/MakeCollider.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "math/Random.h"
#include "parallel/Threads.h"

#include <gtest/gtest.h>

namespace firn::ballistic {
namespace {

constexpr float kRounding = 2e-5f; // single precision over a few hundred steps, in metres and m/s at unit scale
constexpr double kFrame = 1.0 / 24;

Collider ground(float friction, bool sticky = false, const Vec3f& normal = Vec3f::UnitY(), float adhesion = 0)
{
    ColliderParams params;
    params.name = "ground";
    params.friction = friction;
    params.sticky = sticky;
    params.adhesion = adhesion;
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = normal;
    return makeCollider(params, {}, analyticShape(shape));
}

/// One flake of 1 mm radius and 1 mg.
Particles oneFlake(const Vec3f& x, const Vec3f& v)
{
    Particles particles;
    particles.ensure(BallisticSolver({}).columns());
    particles.append(1);
    particles.edit<Vec3f>("P")[0] = x;
    particles.edit<Vec3f>("v")[0] = v;
    return particles;
}

BallisticParams noDrag(float bounce = 0)
{
    BallisticParams params;
    params.drag = Drag::None;
    params.bounce = bounce;
    return params;
}

void run(const BallisticParams& params, World& world, Particles& particles, double seconds, double dt = kFrame)
{
    BallisticSolver solver(params);
    const int steps = int(std::lround(seconds / dt));
    for (int s = 0; s < steps; ++s) {
        ASSERT_TRUE(solver.step(dt, world, particles).ok());
        world.time += dt;
    }
}

TEST(Flight, IsTheParabolaWithoutDrag)
{
    World world;
    Particles particles = oneFlake({0, 1, 0}, {2, 3, 0});
    run(noDrag(), world, particles, 0.5);
    EXPECT_NEAR(particles.P()[0].x(), 1.0f, kRounding);
    EXPECT_NEAR(particles.P()[0].y(), 1 + 3 * 0.5f - 0.5f * 9.81f * 0.25f, kRounding);
    EXPECT_NEAR(particles.v()[0].y(), 3 - 9.81f * 0.5f, kRounding);
}

TEST(Flight, LinearDragMatchesItsClosedFormAtTwoStepSizes)
{
    // v(t) = vt (e^(-kt) - 1) from rest, k = g / vt; x by integrating once more.
    BallisticParams params;
    params.terminalSpeed = 1.5f;
    const double k = 9.81 / 1.5, t = 0.5;
    const double v = -1.5 * (1 - std::exp(-k * t)), x = 2 - 1.5 * (t - (1 - std::exp(-k * t)) / k);
    for (const double dt : {t, t / 64}) {
        World world;
        Particles particles = oneFlake({0, 2, 0}, Vec3f::Zero());
        run(params, world, particles, t, dt);
        EXPECT_NEAR(particles.v()[0].y(), v, kRounding) << "dt " << dt;
        EXPECT_NEAR(particles.P()[0].y(), x, kRounding) << "dt " << dt;
    }
}

TEST(Flight, QuadraticDragFallsAtItsTerminalSpeed)
{
    // m g = rho/2 Cd pi r^2 vt^2
    BallisticParams params;
    params.drag = Drag::Quadratic;
    const double vt = std::sqrt(2 * 1e-6 * 9.81 / (1.29 * 1.0 * M_PI * 1e-6));
    World world;
    Particles particles = oneFlake({0, 50, 0}, Vec3f::Zero());
    run(params, world, particles, 5.0);
    EXPECT_NEAR(particles.v()[0].y(), -vt, 1e-3 * vt);
}

TEST(Flight, QuadraticDragConvergesWithSecondOrder)
{
    // From rest: y(t) = y0 - vt^2/g ln cosh(g t / vt).
    BallisticParams params;
    params.drag = Drag::Quadratic;
    const double vt = std::sqrt(2 * 1e-6 * 9.81 / (1.29 * M_PI * 1e-6)), t = 0.25;
    const double exact = 2 - vt * vt / 9.81 * std::log(std::cosh(9.81 * t / vt));
    double error[2];
    for (int k = 0; k < 2; ++k) {
        World world;
        Particles particles = oneFlake({0, 2, 0}, Vec3f::Zero());
        run(params, world, particles, t, t / (k == 0 ? 4 : 8));
        error[k] = std::abs(particles.P()[0].y() - exact);
    }
    EXPECT_LT(error[0], 5e-3);
    EXPECT_LT(error[1], error[0] / 3) << "halving the step must quarter the error, or nearly so";
}

TEST(Flight, WindCarriesFlakesAlong)
{
    World world;
    world.wind = Vec3f(3, 0, -1);
    Particles particles = oneFlake({0, 100, 0}, Vec3f::Zero());
    run({}, world, particles, 5.0);
    EXPECT_NEAR(particles.v()[0].x(), 3.0f, 1e-4f);
    EXPECT_NEAR(particles.v()[0].z(), -1.0f, 1e-4f);
    EXPECT_NEAR(particles.v()[0].y(), -1.0f, 1e-4f);
}

/// A wind along z of 4 m/s in a box from x = 1 to 11, still air beyond.
World windyWorld()
{
    std::vector<Vec3f> values;
    for (int n = 0; n < 12 * 2 * 2; ++n) values.emplace_back(0, 0, n % 12 > 0 ? 4.0f : 0.0f);
    World world;
    world.gravity = Vec3f::Zero();
    world.wind.setField(velocityGrid(Vec3d(0, -100, -100), 1, Vec3i(12, 2, 2), values));
    return world;
}

TEST(Flight, FollowsAWindField)
{
    World world = windyWorld();
    Particles inside = oneFlake({5, -99.5f, -99.8f}, Vec3f::Zero()),
              outside = oneFlake({-5, -99.5f, -99.8f}, Vec3f::Zero());
    run({}, world, inside, 0.15);
    run({}, world, outside, 0.15);
    EXPECT_GT(inside.v()[0].z(), 1.0f);
    EXPECT_EQ(outside.v()[0].z(), 0.0f);
}

TEST(Flight, TakesShortStepsThroughAWindField)
{
    const Particles fast = oneFlake({5, -99.5f, -99.5f}, {10, 0, 0});
    EXPECT_NEAR(BallisticSolver(BallisticParams()).largestStep(windyWorld(), fast), 0.2, 1e-6)
        << "two voxels at 10 m/s";
    EXPECT_EQ(BallisticSolver(BallisticParams()).largestStep(World(), fast), std::numeric_limits<double>::infinity());
}

TEST(Bounce, ReachesTheHeightRestitutionPredicts)
{
    // Dropped from h above contact, a flake rises to e^2 h, at sqrt(2h/g) (1 + e) after release.
    const float e = 0.6f, h = 1.0f, radius = 1e-3f;
    const double apex = std::sqrt(2 * h / 9.81) * (1 + e);
    World world;
    world.colliders.push_back(ground(0.5f));
    Particles particles = oneFlake({0, h + radius, 0}, Vec3f::Zero());
    run(noDrag(e), world, particles, apex, apex / 11); // the steps do not meet the hit
    EXPECT_NEAR(particles.P()[0].y(), e * e * h + radius, 2e-4f);
}

TEST(Bounce, NeverCreatesEnergy)
{
    World world;
    world.colliders.push_back(ground(0.3f));
    Particles particles = oneFlake({0, 0.7f, 0}, {1, 0, 0.5f});
    BallisticSolver solver(noDrag(0.9f));
    double before = 1e-6 * (9.81 * 0.7 + 0.625);
    for (int s = 0; s < 240; ++s) {
        const StepReport report = solver.step(kFrame, world, particles);
        const double energy = report.kineticEnergy + report.potentialEnergy;
        ASSERT_LE(energy, before * (1 + 1e-4) + 1e-12) << "step " << s;
        before = energy;
    }
}

TEST(Slide, StartsAboveTheFrictionAngleOnly)
{
    // tan(30 deg) = 0.577
    const Vec3f slope(std::sin(float(M_PI) / 6), std::cos(float(M_PI) / 6), 0);
    for (const float friction : {0.65f, 0.5f}) {
        World world;
        world.colliders.push_back(ground(friction, false, slope));
        Particles particles = oneFlake(1.001e-3f * slope, Vec3f::Zero());
        run(noDrag(), world, particles, 1.0);
        const double sliding = 9.81 * (std::sin(M_PI / 6) - friction * std::cos(M_PI / 6)); // m/s2
        const double expected = std::max(0.0, 0.5 * sliding);
        EXPECT_NEAR(particles.P()[0].norm(), expected, 0.02 * expected + 2e-3) << "friction " << friction;
        EXPECT_NEAR(slope.dot(particles.P()[0]), 1e-3f, 1e-4f) << "stays on the slope";
    }
}

TEST(Stick, HoldsUpsideDownAndRidesAlong)
{
    ColliderParams params;
    params.sticky = true;
    params.spin = {0, 0, 2};
    params.name = "wheel";
    ShapeParams shape;
    shape.radius = 1;
    World world;
    world.colliders.push_back(makeCollider(params, {}, analyticShape(shape)));
    Particles particles = oneFlake({0, 1.2f, 0}, Vec3f::Zero());
    run(noDrag(), world, particles, 1.0, 1.0 / 240);
    ASSERT_EQ(particles.get<int32_t>("stuck")[0], 1);

    // Half a turn later it hangs below, as far from the middle as before.
    const Vec3f there = particles.P()[0];
    run(noDrag(), world, particles, M_PI / 2, M_PI / 2 / 400);
    EXPECT_NEAR(particles.P()[0].x(), -there.x(), 1e-3f);
    EXPECT_NEAR(particles.P()[0].y(), -there.y(), 1e-3f);
}

TEST(Stick, AdhesionHoldsLightFlakesAndDropsHeavyOnes)
{
    // A ceiling: weight 1e-5 N against adhesion x pi r^2.
    for (const float adhesion : {10.0f, 1.0f}) {
        World world;
        world.colliders.push_back(ground(0.5f, false, -Vec3f::UnitY(), adhesion));
        Particles particles = oneFlake({0, -2e-3f, 0}, {0, 1, 0});
        run(noDrag(), world, particles, 0.5);
        const bool held = particles.P()[0].y() > -0.01f;
        EXPECT_EQ(held, adhesion == 10.0f) << "adhesion " << adhesion;
    }
}

TEST(Hit, NothingPassesThroughAThinFastSheet)
{
    // A sheet 2 mm thick, moving at 20 m/s, sweeps 0.83 m in one step.
    ColliderParams params;
    params.velocity = {20, 0, 0};
    ShapeParams shape;
    shape.shape = ShapeKind::Box;
    shape.size = {2e-3f, 4, 4};
    shape.centre = {-1, 0, 0};
    World world;
    world.gravity = Vec3f::Zero();
    world.colliders.push_back(makeCollider(params, {}, analyticShape(shape)));
    Particles particles;
    particles.ensure(BallisticSolver({}).columns());
    particles.append(500);
    for (std::size_t i = 0; i < 500; ++i) {
        particles.edit<Vec3f>("P")[i] = {randomBetween(-0.9f, 1, 1, i), randomBetween(-1, 1, 2, i),
                                         randomBetween(-1, 1, 3, i)};
        particles.edit<Vec3f>("v")[i] = {randomBetween(-30, 0, 4, i), 0, 0};
    }
    run(noDrag(), world, particles, 5 * kFrame);
    const float front = float(-1 + 20 * 5 * kFrame);
    for (std::size_t i = 0; i < 500; ++i) ASSERT_GT(particles.P()[i].x(), front) << "flake " << i;
}

Collider posed(const ColliderParams& params, const ShapeParams& shape, const std::vector<MotionKey>& keys = {})
{
    return makeCollider(params, keys, analyticShape(shape));
}

/// Steps as the frame loop does: no longer than the method allows.
void runFrames(const BallisticParams& params, World& world, Particles& particles, int frames)
{
    BallisticSolver solver(params);
    for (double end = kFrame; frames > 0; --frames, end += kFrame) {
        while (world.time < end - 1e-9) {
            const double dt = std::min(end - world.time, solver.largestStep(world, particles));
            solver.step(dt, world, particles);
            world.time += dt;
        }
    }
}

TEST(Stick, RidesAFastWheelWithoutLeavingIt)
{
    // 30 rad/s: more than a radian a step, for four seconds.
    ColliderParams params;
    params.sticky = true;
    params.spin = {0, 0, 30};
    ShapeParams shape;
    shape.radius = 1;
    World world;
    world.colliders.push_back(posed(params, shape));
    Particles particles = oneFlake({0, 1.005f, 0}, {0, -1, 0});
    runFrames(noDrag(), world, particles, 96);
    EXPECT_NEAR(particles.P()[0].norm(), 1.001f, 1e-3f);
    EXPECT_NEAR(particles.v()[0].norm(), 30.03f, 0.05f);
}

TEST(Stick, RidesALiftThatMovesWithinOneStep)
{
    ColliderParams params;
    params.sticky = true;
    ShapeParams shape;
    shape.shape = ShapeKind::Box;
    World world;
    world.colliders.push_back(
        posed(params, shape, {{0.5, Vec3f::Zero(), Vec3f::Zero()}, {0.52, Vec3f::UnitY(), Vec3f::Zero()}}));
    Particles particles = oneFlake({0, 0.6f, 0}, Vec3f::Zero());
    runFrames(noDrag(), world, particles, 30);
    EXPECT_NEAR(particles.P()[0].y(), 1.501f, 1e-3f);
}

TEST(Slide, StopsAtAWall)
{
    ShapeParams wall;
    wall.shape = ShapeKind::Box;
    wall.centre = {1, 0, 0};
    wall.size = {0.1f, 1, 4};
    World world;
    world.colliders.push_back(ground(0.0f));
    world.colliders.push_back(posed({}, wall));
    Particles particles = oneFlake({-1, 1e-3f, 0}, {10, 0, 0});
    runFrames(noDrag(), world, particles, 24);
    EXPECT_LT(particles.P()[0].x(), 0.95f);
}

TEST(Hit, APlateThatSetsOffWithinAStepSweepsFlakesAlong)
{
    ShapeParams plate;
    plate.shape = ShapeKind::Box;
    plate.centre = {-1, 0, 0};
    plate.size = {0.02f, 2, 2};
    const std::vector<MotionKey> keys = {
        {0, Vec3f::Zero(), Vec3f::Zero()}, {0.05, Vec3f::Zero(), Vec3f::Zero()}, {0.15, {4, 0, 0}, Vec3f::Zero()}};
    World world;
    world.gravity = Vec3f::Zero();
    world.colliders.push_back(posed({}, plate, keys));
    Particles particles = oneFlake(Vec3f::Zero(), Vec3f::Zero());
    runFrames(noDrag(), world, particles, 8);
    EXPECT_GT(particles.P()[0].x(), 3.0f);
}

TEST(Bounce, ASmallDropBouncesToo)
{
    World world;
    world.colliders.push_back(ground(0.0f));
    Particles particles = oneFlake({0, 0.021f, 0}, Vec3f::Zero());
    float highest = 0;
    for (int frame = 0; frame < 24; ++frame) {
        runFrames(noDrag(1), world, particles, 1);
        world.time = 0;
        if (frame > 3) highest = std::max(highest, particles.P()[0].y());
    }
    EXPECT_GT(highest, 0.012f) << "an elastic flake keeps bouncing";
}

TEST(Flight, WindActsWithoutGravityToo)
{
    World world;
    world.gravity = Vec3f::Zero();
    world.wind = Vec3f(5, 0, 0);
    Particles particles = oneFlake(Vec3f::Zero(), Vec3f::Zero());
    runFrames({}, world, particles, 24);
    EXPECT_NEAR(particles.v()[0].x(), 5.0f, 0.01f);
}

TEST(Slide, DragHoldsTheTerminalSpeedDownASlope)
{
    // Frictionless and linear drag: along the slope g sin(30 deg) = k v, so v = vt sin(30 deg).
    const Vec3f slope(std::sin(float(M_PI) / 6), std::cos(float(M_PI) / 6), 0);
    World world;
    world.colliders.push_back(ground(0.0f, false, slope));
    Particles particles = oneFlake(1.001e-3f * slope, Vec3f::Zero());
    run({}, world, particles, 3.0);
    EXPECT_NEAR(particles.v()[0].norm(), 0.5f, 0.01f);
}

TEST(Ballistic, ABadFlakeIsNamedWithThePlaceItWasAt)
{
    World world;
    Particles particles = oneFlake({1, 2, 3}, {0, std::nanf(""), 0});
    const StepReport report = BallisticSolver({}).step(kFrame, world, particles);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.troubles[0].pass, "fly");
    EXPECT_EQ(report.troubles[0].particleId, 0);
    EXPECT_EQ(report.troubles[0].position[2], 3.0f);
}

TEST(Ballistic, SameBitsForAnyNumberOfThreads)
{
    uint64_t hashes[4];
    int n = 0;
    for (const int threads : {1, 2, 3, 8}) {
        runWithThreads(threads, [&] {
            World world;
            world.wind = Vec3f(1, 0, 0);
            world.colliders.push_back(ground(0.4f));
            Particles particles;
            particles.ensure(BallisticSolver({}).columns());
            particles.append(5000);
            for (std::size_t i = 0; i < 5000; ++i) particles.edit<Vec3f>("P")[i] = randomInCube(5, i);
            run({}, world, particles, 1.0);
            hashes[n++] = stateHash(particles);
        });
    }
    for (int k = 1; k < 4; ++k) EXPECT_EQ(hashes[k], hashes[0]);
}

} // namespace
} // namespace firn::ballistic
