// Claims about bits: whatever the threads, whoever the solver.
#include "mpm/SnowBlock.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

struct Scheme {
    const char* name;
    MpmParams params;
};

std::vector<Scheme> schemes()
{
    std::vector<Scheme> all(4);
    all[0].name = "explicit cubic flip";
    all[0].params.beta = 0;
    all[1].name = "explicit quadratic apic";
    all[1].params.beta = 0;
    all[1].params.kernel = Kernel::Quadratic;
    all[1].params.transfer = Transfer::Apic;
    all[2].name = "implicit cubic flip";
    all[3].name = "trapezoidal quadratic";
    all[3].params.beta = 0.5f;
    all[3].params.kernel = Kernel::Quadratic;
    return all;
}

/// A block of 24000 particles falls onto a floor and beside a ball.
Particles fallingSnow(const MpmParams& params)
{
    BlockOfSnow block;
    block.count = {40, 20, 30};
    block.jitter = 0.8f;
    block.corner = {-0.2f, 0.005f, -0.1f};
    block.velocity = {0.5f, -3, 0.1f};
    return makeSnow(block, params);
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
    return world;
}

TEST(MpmBits, AreTheSameForAnyNumberOfThreads)
{
    for (const Scheme& scheme : schemes()) {
        uint64_t hashes[4];
        Vec3d impulses[4];
        int n = 0;
        for (const int threads : {1, 2, 3, 8})
            runWithThreads(threads, [&] {
                Particles particles = fallingSnow(scheme.params);
                World world = floorAndBall();
                MpmSolver solver(scheme.params);
                ASSERT_TRUE(runFor(solver, world, particles, 2e-3).ok());
                hashes[n] = stateHash(particles);
                impulses[n++] = world.impulses[0].linear + world.impulses[1].angular;
            });
        for (int k = 1; k < 4; ++k) {
            EXPECT_EQ(hashes[k], hashes[0]) << scheme.name;
            EXPECT_EQ(impulses[k], impulses[0]) << scheme.name;
        }
    }
}

TEST(MpmBits, AreTheSameWithASolverMadeAnewAtEachStep)
{
    for (const Scheme& scheme : schemes()) {
        Particles whole = fallingSnow(scheme.params), pieces = whole;
        World world = floorAndBall();
        MpmSolver solver(scheme.params);
        for (int s = 0; s < 12; ++s) {
            const double dt = solver.largestStep(world, whole);
            ASSERT_EQ(MpmSolver(scheme.params).largestStep(world, pieces), dt);
            ASSERT_TRUE(solver.step(dt, world, whole).ok());
            ASSERT_TRUE(MpmSolver(scheme.params).step(dt, world, pieces).ok());
            ASSERT_EQ(stateHash(whole), stateHash(pieces)) << scheme.name << ", step " << s;
            world.time += dt;
        }
    }
}

TEST(MpmBits, ParticlesAreSortedAnewOnlyWhenTheyHaveMixed)
{
    // Uniform motion keeps neighbours together: after sorting once, the order holds for many steps.
    MpmParams params;
    params.beta = 0;
    Particles particles = fallingSnow(params);
    World world;
    MpmSolver solver(params);
    int sorted = 0;
    for (int s = 0; s < 40; ++s) {
        const std::vector<int64_t> before(particles.id().begin(), particles.id().end());
        ASSERT_TRUE(solver.step(2e-4, world, particles).ok());
        sorted += !std::equal(before.begin(), before.end(), particles.id().begin());
    }
    EXPECT_GE(sorted, 1);
    EXPECT_LE(sorted, 4);
}

} // namespace
} // namespace firn::mpm
