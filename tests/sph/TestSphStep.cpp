// Claims about whole steps: momentum, bits, flakes, heat, and what is refused.
#include "base/Error.h"
#include "parallel/Threads.h"
#include "solver/Method.h"
#include "sph/SphSnow.h"

#include <Eigen/Geometry>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace firn::sph {
namespace {

TEST(SphMethod, IsKnownByItsName)
{
    const Method& method = methodNamed("sph");
    EXPECT_EQ(method.label, "SPH Snow");
    EXPECT_NE(method.make(ParamSet(method.params)), nullptr);
}

TEST(SphMomentum, IsConservedInFreeSpaceInEveryVariant)
{
    for (int variant = 0; variant < 5; ++variant) {
        SphParams params;
        params.drag = 0;
        if (variant < 3) params.elasticity = Elasticity(variant);
        if (variant == 3) params.pressure = Pressure::Incompressible;
        if (variant == 4) params.hardeningFrom = HardeningFrom::Plastic;
        BlockOfSnow block;
        block.count = {8, 8, 8};
        block.jitter = 0.5f;
        Particles particles = makeSnow(block, params);
        double size = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            particles.edit<Vec3f>("v")[i] = 2 * (randomInCube(3, i) - Vec3f::Constant(0.5f));
            size += double(particles.get<float>("mass")[i]) * double(particles.v()[i].norm());
        }
        World world;
        world.gravity.setZero();
        const Vec3d before = momentum(particles);
        SphSolver solver(params);
        for (int s = 0; s < 20; ++s) ASSERT_TRUE(solver.step(5e-4, world, particles).ok());
        // Forces far above the weight act in pairs: what is left is rounding, step by step.
        EXPECT_LT((momentum(particles) - before).norm(), 2e-6 * size) << "variant " << variant;
    }
}

/// A block of 12000 particles falls on a floor and beside a ball, flakes around it.
Particles fallingSnow(const SphParams& params)
{
    BlockOfSnow block;
    block.count = {24, 20, 25};
    block.jitter = 0.6f;
    block.corner = {-0.1f, 0.005f, -0.1f};
    block.velocity = {0.5f, -3, 0.1f};
    Particles particles = makeSnow(block, params);
    BlockOfSnow flakes;
    flakes.count = {6, 3, 6};
    flakes.apart = 5;
    flakes.corner = {0.3f, 0.01f, 0};
    flakes.velocity = {-1, -1, 0};
    addSnow(flakes, particles);
    return particles;
}

World floorAndBall()
{
    World world;
    world.colliders.push_back(floorCollider(0.4f));
    ColliderParams ball;
    ball.velocity = {0.5f, 0, 0};
    ShapeParams shape;
    shape.radius = 0.06f;
    shape.centre = {0.05f, 0.03f, 0.05f};
    world.colliders.push_back(makeCollider(ball, {}, analyticShape(shape)));
    world.impulses.resize(2);
    world.wind = Vec3f(1, 0, 0);
    return world;
}

SphParams everything()
{
    SphParams params;
    params.restitution = 0.3f;
    params.adhesion = 1;
    params.conductivity = 1;
    params.thermalStiffness = true;
    return params;
}

TEST(SphBits, AreTheSameForAnyNumberOfThreads)
{
    uint64_t hashes[4];
    Vec3d impulses[4];
    int n = 0;
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] {
            Particles particles = fallingSnow(everything());
            World world = floorAndBall();
            SphSolver solver(everything());
            for (int s = 0; s < 3; ++s) {
                ASSERT_TRUE(solver.step(8e-4, world, particles).ok());
                world.time += 8e-4;
            }
            hashes[n] = stateHash(particles);
            impulses[n++] = world.impulses[0].linear + world.impulses[1].angular;
        });
    for (int k = 1; k < 4; ++k) {
        EXPECT_EQ(hashes[k], hashes[0]);
        EXPECT_EQ(impulses[k], impulses[0]);
    }
}

TEST(SphBits, AreTheSameWithASolverMadeAnewAtEachStep)
{
    Particles whole = fallingSnow(everything()), pieces = whole;
    World world = floorAndBall();
    SphSolver solver(everything());
    for (int s = 0; s < 6; ++s) {
        const double dt = solver.largestStep(world, whole);
        ASSERT_EQ(SphSolver(everything()).largestStep(world, pieces), dt);
        ASSERT_TRUE(solver.step(dt, world, whole).ok());
        ASSERT_TRUE(SphSolver(everything()).step(dt, world, pieces).ok());
        ASSERT_EQ(stateHash(whole), stateHash(pieces)) << "step " << s;
        world.time += dt;
    }
}

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

TEST(SphHeat, PassesBetweenParticlesAndNoneIsLost)
{
    SphParams params;
    params.conductivity = 50;
    BlockOfSnow block;
    block.count = {10, 4, 4};
    Particles particles = makeSnow(block, params);
    const auto T = particles.edit<float>("temperature");
    double before = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        T[i] = particles.P()[i].x() < 0.05f ? -20.0f : -5.0f;
        before += double(T[i]);
    }
    World world;
    world.gravity.setZero();
    SphSolver solver(params);
    double cold = 0, after = 0;
    for (int s = 0; s < 200; ++s)
        ASSERT_TRUE(solver.step(std::min(1e-3, solver.largestStep(world, particles)), world, particles).ok());
    const auto now = particles.get<float>("temperature");
    for (std::size_t i = 0; i < particles.size(); ++i) {
        EXPECT_GE(now[i], -20.001f);
        EXPECT_LE(now[i], -4.999f);
        after += double(now[i]);
        cold = std::max(cold, particles.P()[i].x() < 0.05f ? double(now[i]) : -20.0);
    }
    EXPECT_NEAR(after, before, 1e-4 * std::abs(before)); // rounding of 200 steps
    EXPECT_GT(cold, -15);
}

TEST(SphHeat, BoundariesWarmSnowAndWarmSnowIsSoft)
{
    SphParams params;
    params.conductivity = 200;
    params.thermalStiffness = true;
    BlockOfSnow block;
    block.count = {5, 5, 5};
    Particles particles = makeSnow(block, params);
    for (auto& T : particles.edit<float>("temperature")) T = -100;
    World world;
    world.colliders.push_back(floorCollider());
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 0.2, 1e-3).ok());
    float bottom = -100, top = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        float& T = particles.P()[i].y() < 0.01f ? bottom : top;
        T = particles.P()[i].y() < 0.01f ? std::max(T, particles.get<float>("temperature")[i])
                                         : std::min(T, particles.get<float>("temperature")[i]);
    }
    EXPECT_GT(bottom, -80);
    EXPECT_LT(top, bottom - 20);
    float temperatures[] = {-150, -100, -50, 0, 30};
    const float expected[] = {6e5f, 6e5f, 3.1e5f, 2e4f, 2e4f};
    for (std::size_t k = 0; k < 5; ++k) EXPECT_FLOAT_EQ(modulusOf(params, nullptr, temperatures, k), expected[k]);
}

TEST(SphImpulses, AreTheMomentumThatTheSnowLost)
{
    SphParams params;
    params.drag = 0;
    params.adhesion = 2;
    params.restitution = 0.5f;
    params.shearTolerance = 1e-6f;
    params.restTolerance = 0;
    BlockOfSnow block;
    block.velocity = {1, -2, 0};
    block.jitter = 0.3f;
    block.corner = {0, 0.003f, 0};
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider());
    world.impulses.resize(1);
    SphSolver solver(params);
    const Vec3d before = momentum(particles);
    const double mass = 512 * 400e-6;
    for (int s = 0; s < 40; ++s) ASSERT_TRUE(solver.step(5e-4, world, particles).ok());
    const Vec3d weight = mass * 0.02 * world.gravity.cast<double>();
    const Vec3d lost = before + weight - momentum(particles);
    EXPECT_LT((world.impulses[0].linear - lost).norm(), 1e-3 * lost.norm()); // what the shear solve leaves
}

TEST(SphInput, IsRefusedWithItsName)
{
    SphParams params;
    const auto stepOf = [&](const char* column, float value) {
        BlockOfSnow block;
        block.count = {2, 2, 2};
        Particles particles = makeSnow(block, params);
        particles.ensure(columnSpec<float>("E", 1e5f));
        particles.ensure(columnSpec<float>("nu", 0.2f));
        particles.edit<float>(column)[5] = value;
        SphSolver(params).step(1e-3, World(), particles);
    };
    EXPECT_THROW(stepOf("mass", 0), InputError);
    EXPECT_THROW(stepOf("mass", std::numeric_limits<float>::quiet_NaN()), InputError);
    EXPECT_THROW(stepOf("restvolume", std::numeric_limits<float>::infinity()), InputError);
    EXPECT_THROW(stepOf("E", -1), InputError);
    EXPECT_THROW(stepOf("nu", 0.5f), InputError);
    BlockOfSnow block;
    block.count = {2, 2, 2};
    Particles particles = makeSnow(block, params);
    particles.edit<float>("mass")[5] = std::numeric_limits<float>::quiet_NaN();
    try {
        SphSolver(params).largestStep(World(), particles);
        ADD_FAILURE() << "a mass that is not a number is refused before the first step too";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("particle " + std::to_string(particles.id()[5])), std::string::npos)
            << error.what();
    }
    params.thermalStiffness = true;
    params.warmTemperature = params.coldTemperature;
    EXPECT_THROW(SphSolver{params}, InputError);
}

TEST(SphReport, NamesTheParticleThatIsLost)
{
    BlockOfSnow block;
    block.count = {2, 2, 2};
    Particles particles = makeSnow(block, {});
    particles.edit<Vec3f>("P")[5].x() = std::numeric_limits<float>::quiet_NaN();
    const int64_t id = particles.id()[5];
    SphSolver solver({});
    const StepReport report = solver.step(1e-3, World(), particles);
    ASSERT_EQ(report.troubles.size(), 1u);
    EXPECT_EQ(report.troubles[0].particleId, id);
}

TEST(SphDeformation, TurnsWithTheSnow)
{
    // A ball, strained along x, spins by a quarter turn about z; the strain is then along y. Soft snow, so that the
    // strain has no time to be spent.
    SphParams params;
    params.youngsModulus = 10;
    params.criticalStretch = 0.1f;
    params.drag = 0;
    BlockOfSnow block;
    block.count = {9, 9, 9};
    Particles particles = makeSnow(block, params);
    const Vec3f centre = Vec3f::Constant(0.045f);
    const float spin = 1.5707963f / 0.02f;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles.edit<Vec3f>("v")[i] = Vec3f(0, 0, spin).cross(particles.P()[i] - centre);
        particles.edit<Mat3f>("F")[i] = Vec3f(0.98f, 1, 1).asDiagonal();
    }
    World world;
    world.gravity.setZero();
    SphSolver solver(params);
    // Held to the spin, whatever the stress says.
    for (int s = 0; s < 200; ++s) {
        for (std::size_t i = 0; i < particles.size(); ++i)
            particles.edit<Vec3f>("v")[i] = Vec3f(0, 0, spin).cross(particles.P()[i] - centre);
        ASSERT_TRUE(solver.step(1e-4, world, particles).ok());
    }
    for (std::size_t i = 0; i < particles.size(); ++i) {
        if ((particles.P()[i] - centre).norm() > 0.004f) continue;
        const Mat3f& F = particles.get<Mat3f>("F")[i];
        EXPECT_LT(F(1, 1), F(0, 0) - 0.01f) << F;
    }
}

} // namespace
} // namespace firn::sph
