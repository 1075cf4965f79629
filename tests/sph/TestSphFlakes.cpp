// Claims about flakes, about snow that is about to enter a collider, and about the step limit that keeps it out.
#include "sph/Contact.h"
#include "sph/SphSnow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace firn::sph {
namespace {

TEST(SphFlake, FallsFreelyWithoutAir)
{
    SphParams params;
    params.drag = 0;
    BlockOfSnow one;
    one.count = {1, 1, 1};
    one.velocity = {1, 2, 0};
    Particles particles = makeSnow(one, params);
    const Vec3f start = particles.P()[0];
    World world;
    SphSolver solver(params);
    for (int s = 0; s < 100; ++s) ASSERT_TRUE(solver.step(1e-3, world, particles).ok());
    // Symplectic Euler: y = v t - g t (t + dt) / 2.
    EXPECT_NEAR(particles.P()[0].y(), double(start.y()) + 0.2 - 9.81 * 0.1 * 0.101 / 2, 1e-5);
    EXPECT_NEAR(particles.P()[0].x(), double(start.x()) + 0.1, 1e-5);
    EXPECT_EQ(particles.get<Mat3f>("F")[0], Mat3f::Identity());
}

TEST(SphFlake, ReachesTheTerminalSpeedOfABall)
{
    SphParams params;
    BlockOfSnow one;
    one.count = {1, 1, 1};
    one.spacing = 0.005f;
    one.density = 40;
    Particles particles = makeSnow(one, params);
    World world;
    world.wind = Vec3f(2, 0, 0);
    SphSolver solver(params);
    for (int s = 0; s < 3000; ++s) ASSERT_TRUE(solver.step(1e-3, world, particles).ok());
    const Vec3f v = particles.v()[0] - world.wind.at(world.time, particles.P()[0]);
    EXPECT_NEAR(v.x(), 0, 0.01);
    const double r = 0.62035 * 0.005, speed = double(v.norm()), Re = 2 * r * speed * 1.2041 / 1.845e-5;
    const double C = Re > 1000 ? 0.424 : 24 / Re * (1 + std::cbrt(Re * Re) / 6);
    const double drag = 0.5 * 1.2041 * speed * speed * C * 3.14159265 * r * r;
    EXPECT_NEAR(drag, 40 * 0.005 * 0.005 * 0.005 * 9.81, 1e-2 * drag);
}

TEST(SphFlake, InTheMiddleOfSnowFeelsNoWind)
{
    SphParams params;
    BlockOfSnow block;
    block.count = {9, 9, 9};
    Particles particles = makeSnow(block, params);
    World world;
    world.gravity.setZero();
    world.wind = Vec3f(20, 0, 0);
    StepData data;
    StepReport report;
    ASSERT_TRUE(arrange(params, particles, data, report));
    const Snow snow = snowOf(particles);
    measureDensity(params, snow, data, report);
    findGradients(snow, data, report);
    predictVelocities(params, world, 1e-3, snow, data, report);
    float upwind = 0, middle = 0;
    for (std::size_t i = 0; i < snow.count; ++i) {
        const Vec3f x = snow.x[i] / 0.01f - Vec3f::Constant(4.5f);
        if (std::abs(x.y()) > 0.1f || std::abs(x.z()) > 0.1f) continue;
        if (x.x() < -3.9f) upwind = data.velocity[i].x;
        if (std::abs(x.x()) < 0.1f) middle = data.velocity[i].x;
    }
    EXPECT_GT(upwind, 1e-3f);
    EXPECT_LT(middle, 1e-4f * upwind); // rounding of the angles
}

/// The height that a flake reaches after its first contact, from a fall of half a metre.
float bounceHeight(float restitution)
{
    SphParams params;
    params.drag = 0;
    params.restitution = restitution;
    BlockOfSnow one;
    one.count = {1, 1, 1};
    one.corner = {0, 0.5f, 0};
    Particles particles = makeSnow(one, params);
    World world;
    world.colliders.push_back(floorCollider());
    SphSolver solver(params);
    float highest = 0;
    bool up = false;
    while (world.time < 0.9) {
        const double dt = std::min(1e-3, solver.largestStep(world, particles));
        EXPECT_TRUE(solver.step(dt, world, particles).ok());
        world.time += dt;
        up |= particles.v()[0].y() > 0.2f;
        if (up) highest = std::max(highest, particles.P()[0].y());
    }
    return highest;
}

TEST(SphFlake, BouncesByItsRestitution)
{
    // It touches half a spacing (5 mm) above the floor and rises to e^2 of the fall.
    EXPECT_NEAR(bounceHeight(0.5f), 0.005f + 0.25f * 0.5f, 0.01f);
    EXPECT_EQ(bounceHeight(0), 0) << "without restitution it stays";
}

TEST(SphFlake, KeepsNoStrainWhileItFlies)
{
    // Strain that built up without stiffness was energy from nowhere once the flake came to rest.
    for (const float restitution : {0.0f, 0.5f}) {
        SphParams params;
        params.hardeningFrom = HardeningFrom::Plastic; // a flake is as stiff as other snow
        params.restitution = restitution;
        BlockOfSnow two;
        two.count = {2, 1, 1};
        two.velocity = {0, -1, 0};
        Particles particles = makeSnow(two, params);
        particles.edit<Vec3f>("v")[1].x() = 1;
        World world;
        world.colliders.push_back(floorCollider());
        ASSERT_TRUE(SphSolver(params).step(1e-4, world, particles).ok());
        for (const Mat3f& F : particles.get<Mat3f>("F")) EXPECT_EQ(F == Mat3f::Identity(), restitution > 0) << F;
    }
}

/// Whether a flake at rest bounces: `above` the floor and `beside` a wall that slides along itself at 5 m/s.
bool bouncesBetween(float above, float beside, bool floorFirst)
{
    SphParams params;
    params.restitution = 0.5f;
    BlockOfSnow one;
    one.count = {1, 1, 1};
    Particles particles = makeSnow(one, params);
    particles.edit<Vec3f>("P")[0] = {beside, above, 0};
    ColliderParams sliding;
    sliding.velocity = {0, 0, 5};
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = Vec3f::UnitX();
    World world;
    world.colliders.push_back(floorCollider());
    world.colliders.insert(world.colliders.begin() + (floorFirst ? 1 : 0),
                           makeCollider(sliding, {}, analyticShape(shape)));
    StepData data;
    StepReport report;
    EXPECT_TRUE(arrange(params, particles, data, report));
    const Snow snow = snowOf(particles);
    sampleBoundaries(params, world, snow, data, report);
    return bounces(params, world, data, snow, 0);
}

TEST(SphFlake, BouncesOffTheNearestColliderWhateverTheOrder)
{
    constexpr float h = 0.01f;
    for (const bool floorFirst : {true, false}) {
        EXPECT_FALSE(bouncesBetween(0.2f * h, 1.2f * h, floorFirst)) << "it lies on the floor";
        EXPECT_TRUE(bouncesBetween(1.2f * h, 0.2f * h, floorFirst)) << "the wall hits it";
    }
}

TEST(SphFlake, TheFasterOfTwoEquallyNearCollidersDecides)
{
    for (const int moving : {0, 1}) {
        SphParams params;
        params.restitution = 0.5f;
        BlockOfSnow one;
        one.count = {1, 1, 1};
        Particles particles = makeSnow(one, params);
        StepData data;
        StepReport report;
        ASSERT_TRUE(arrange(params, particles, data, report));
        const Snow snow = snowOf(particles);
        BoundarySamples& samples = data.boundary.samples;
        samples.P = {snow.x[0] - Vec3f(0, 0.005f, 0), snow.x[0] + Vec3f(0, 0.005f, 0)};
        samples.N = {Vec3f::UnitY(), -Vec3f::UnitY()};
        samples.v = {Vec3f::Zero(), Vec3f::Zero()};
        samples.v[std::size_t(moving)] = {0, 0, 5};
        samples.collider = {0, 1};
        findBoundaryNeighbours(params, snow, data);
        EXPECT_TRUE(bounces(params, World(), data, snow, 0)) << "collider " << moving << " moves";
    }
}

/// One particle without weight, and planes at x = 0 and y = 0.
struct Corner {
    Corner(const Vec3f& place, const Vec3f& velocity, float restitution = 0)
    {
        params.drag = 0;
        params.restitution = restitution;
        BlockOfSnow one;
        one.count = {1, 1, 1};
        one.velocity = velocity;
        particles = makeSnow(one, params);
        particles.edit<Vec3f>("P")[0] = place;
        world.gravity.setZero();
        world.colliders.push_back(floorCollider(0));
        world.colliders.push_back(floorCollider(0, false, Vec3f::UnitX()));
    }
    SphParams params;
    Particles particles;
    World world;
};

TEST(SphGuard, MovesSnowInACornerToTheSurfaceAndNotAbove)
{
    constexpr float h = 0.01f;
    Corner corner({0.3f * h, -0.2f * h, 0}, Vec3f::Zero());
    const StepReport report = SphSolver(corner.params).step(1e-3, corner.world, corner.particles);
    ASSERT_TRUE(report.ok());
    EXPECT_NEAR(corner.particles.P()[0].y(), 0, 0.01f * h); // a flake's own pressure is far weaker
    EXPECT_NEAR(corner.particles.P()[0].x(), 0.3f * h, 0.01f * h);
}

TEST(SphGuard, MovesSnowInTwoBodiesByHalfASpacingAtMost)
{
    constexpr float h = 0.01f;
    const Vec3f place(-0.6f * h, -0.6f * h, 0);
    Corner corner(place, Vec3f::Zero());
    ASSERT_TRUE(SphSolver(corner.params).step(1e-3, corner.world, corner.particles).ok());
    EXPECT_NEAR((corner.particles.P()[0] - place).norm(), 0.5f * h, 0.01f * h);
}

TEST(SphGuard, AFlakeBouncesOffBothSidesOfACorner)
{
    constexpr float h = 0.01f;
    Corner corner({0.3f * h, 0.3f * h, 0}, {-1, -2, 0}, 0.5f);
    ASSERT_TRUE(SphSolver(corner.params).step(1e-4, corner.world, corner.particles).ok());
    EXPECT_NEAR(corner.particles.v()[0].x(), 0.5f, 1e-3f);
    EXPECT_NEAR(corner.particles.v()[0].y(), 1.0f, 1e-3f);
}

TEST(SphGuard, SnowDeepInABodyComesOutAndIsNamed)
{
    constexpr float h = 0.01f;
    Corner corner({1, -6 * h, 0}, Vec3f::Zero());
    corner.world.gravity = {0, -9.81f, 0};
    SphSolver solver(corner.params);
    const StepReport first = solver.step(1e-3, corner.world, corner.particles);
    ASSERT_EQ(first.warnings.size(), 1u);
    EXPECT_NE(first.warnings[0].find("deep inside collider 'floor'"), std::string::npos) << first.warnings[0];
    for (int s = 0; s < 20; ++s) ASSERT_TRUE(solver.step(1e-3, corner.world, corner.particles).ok());
    EXPECT_GT(corner.particles.P()[0].y(), -0.01f * h);
    EXPECT_LT(corner.particles.P()[0].y(), h) << "and stays there";
    EXPECT_TRUE(solver.step(1e-3, corner.world, corner.particles).warnings.empty());
}

/// Runs snow that lies on a plate at rest, thinner than a spacing, with flakes thrown at it from below.
void throwAtAPlate(float thickness, float speed)
{
    constexpr float h = 0.01f;
    SphParams params;
    BlockOfSnow lying, flakes;
    lying.count = {8, 3, 8};
    lying.corner = {-0.04f, 0.5f * thickness * h, -0.04f};
    flakes.count = {4, 1, 4};
    flakes.apart = 2.5f;
    flakes.corner = {-0.04f, -0.03f, -0.04f};
    flakes.velocity = {0, speed, 0};
    Particles particles = makeSnow(lying, params);
    const auto above = int64_t(particles.size());
    addSnow(flakes, particles);
    ShapeParams shape;
    shape.shape = ShapeKind::Box;
    shape.size = {0.4f, thickness * h, 0.4f};
    ColliderParams smooth;
    smooth.friction = 0; // friction would stop flakes before they touch
    World world;
    world.colliders.push_back(makeCollider(smooth, {}, analyticShape(shape)));
    SphSolver solver(params);
    float highest = -1;
    while (world.time < 0.1) {
        ASSERT_TRUE(runFor(solver, world, particles, 0.005).ok());
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const float y = particles.P()[i].y();
            if (particles.id()[i] < above) {
                EXPECT_GT(y, 0) << "snow from above";
            } else {
                EXPECT_LT(y, 0) << "a flake from below";
                highest = std::max(highest, y);
            }
        }
    }
    EXPECT_GT(highest, -1.5f * h) << "flakes reach the plate";
}

TEST(SphGuard, AThinPlateHoldsSnowOnItAndFlakesThrownAtItFromBelow)
{
    for (const float thickness : {0.5f, 0.25f, 0.1f}) { // spacings
        for (const float speed : {1.0f, 5.0f}) {        // m/s
            SCOPED_TRACE(std::to_string(thickness) + " spacings, " + std::to_string(speed) + " m/s");
            throwAtAPlate(thickness, speed);
        }
    }
}

TEST(SphStepLimit, SparseFlakesDoNotPassAThinPlate)
{
    constexpr float h = 0.01f;
    for (const float speed : {5.0f, 20.0f}) {
        SphParams params;
        params.drag = 0;
        BlockOfSnow flakes;
        flakes.count = {5, 4, 4};
        flakes.apart = 6;
        Particles particles = makeSnow(flakes, params);
        World world;
        world.gravity.setZero();
        ColliderParams plate;
        plate.friction = 0;
        plate.velocity = {speed, 0, 0};
        ShapeParams shape;
        shape.shape = ShapeKind::Box;
        shape.size = {h, 2, 2};
        shape.centre = {-0.2f, 0, 0};
        world.colliders.push_back(makeCollider(plate, {}, analyticShape(shape)));
        SphSolver solver(params);
        ASSERT_TRUE(runFor(solver, world, particles, 0.6 / double(speed)).ok());
        for (const Vec3f& x : particles.P()) EXPECT_GT(x.x(), 0.4f) << speed << " m/s: " << x.transpose();
    }
}

/// A wall, a plane of normal x, that stands still until `start` and then moves at `speed` for 10 ms.
Collider startingWall(double start, float speed, float place)
{
    std::vector<MotionKey> keys(3);
    keys[1].time = start;
    keys[2].time = start + 0.01;
    keys[2].translate = {0.01f * speed, 0, 0};
    ColliderParams params;
    params.friction = 0;
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = Vec3f::UnitX();
    shape.centre = {place, 0, 0};
    return makeCollider(params, keys, analyticShape(shape));
}

TEST(SphStepLimit, SeesAColliderThatStartsToMoveWithinTheStep)
{
    constexpr float speed = 20;
    SphParams params;
    params.waves = 1000; // sound does not limit the step
    BlockOfSnow flake;
    flake.count = {1, 1, 1};
    Particles particles = makeSnow(flake, params);
    const auto limitAt = [&](double start, float place) {
        World world;
        world.gravity.setZero();
        world.time = 0.1;
        world.colliders.push_back(startingWall(world.time + start, speed, place));
        return stepLimit(params, world, particles);
    };
    const double h = 0.01, moving = double(params.cfl) * h / double(speed);
    EXPECT_NEAR(limitAt(0, -0.005f), moving, 1e-3 * moving) << "it moves";
    EXPECT_NEAR(limitAt(0.5 * params.maxStep, -0.005f), moving, 1e-3 * moving) << "it starts within the longest step";
    EXPECT_EQ(limitAt(1.5 * params.maxStep, -0.005f), params.maxStep) << "it starts after that";
    // 1 m away it may come that way, less four spacings of reach, and then a step's distance.
    const double farther = (1.005 - 4 * h + double(params.cfl) * h) / double(speed);
    EXPECT_NEAR(limitAt(0.5 * params.maxStep, -1), std::min(params.maxStep, farther), 1e-3 * farther);
}

TEST(SphStepLimit, SeesAMotionThatEndsWithinTheStep)
{
    SphParams params;
    params.waves = 1000;
    BlockOfSnow flake;
    flake.count = {1, 1, 1};
    const Particles particles = makeSnow(flake, params);
    std::vector<MotionKey> keys(3);
    keys[1].time = 1e-3;
    keys[2].time = 3e-3;
    keys[2].translate = {0, 0, 0.06f}; // at 30 m/s
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    World world;
    world.gravity.setZero();
    world.colliders.push_back(makeCollider({}, keys, analyticShape(shape)));
    EXPECT_NEAR(stepLimit(params, world, particles), double(params.cfl) * 0.01 / 30, 1e-6);
    world.time = 3e-3;
    EXPECT_EQ(stepLimit(params, world, particles), params.maxStep) << "it is over";
}

TEST(SphStepLimit, ACollidersFirstStepDoesNotJumpOverAFlake)
{
    constexpr float h = 0.01f;
    SphParams params;
    params.drag = 0;
    params.waves = 1000;
    BlockOfSnow flake;
    flake.count = {1, 1, 1};
    Particles particles = makeSnow(flake, params);
    World world;
    world.gravity.setZero();
    // 50 m/s: 25 spacings in the longest step, most of it in the step in which it starts.
    std::vector<MotionKey> keys(3);
    keys[1].time = 1e-3;
    keys[2].time = 6e-3;
    keys[2].translate = {0.25f, 0, 0};
    ColliderParams plate;
    plate.friction = 0;
    ShapeParams shape;
    shape.shape = ShapeKind::Box;
    shape.size = {h, 1, 1};
    shape.centre = {-h, 0, 0};
    world.colliders.push_back(makeCollider(plate, keys, analyticShape(shape)));
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 6e-3).ok());
    EXPECT_GT(particles.P()[0].x(), 0.25f - h) << "in front of the plate";
}

} // namespace
} // namespace firn::sph
