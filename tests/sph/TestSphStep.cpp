// Claims about whole steps: momentum, bits, and what is refused.
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

TEST(SphPressure, OfLostNeighboursIsForgotten)
{
    // A particle on the floor that was under a heap, which is gone; and one whose pressure was never a number.
    for (const float last : {3000.0f, std::numeric_limits<float>::quiet_NaN()}) {
        SphParams params;
        params.drag = 0;
        BlockOfSnow one;
        one.count = {1, 1, 1};
        Particles particles = makeSnow(one, params);
        particles.edit<float>("pressure")[0] = last;
        World world;
        world.gravity.setZero();
        world.colliders.push_back(floorCollider(0));
        SphSolver solver(params);
        for (int s = 0; s < 10; ++s) ASSERT_TRUE(solver.step(1e-3, world, particles).ok());
        EXPECT_LT(particles.v()[0].norm(), 1e-3f) << "pressure " << last;
    }
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
