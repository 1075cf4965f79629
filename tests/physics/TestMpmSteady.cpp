// MPM does not blow up: a sweep of odd snow with automatic steps; and the effort of the implicit solve.
#include "mpm/SnowBlock.h"

#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

/// The logarithmic middle between lo and hi at u in [0, 1].
double between(double lo, double hi, double u) { return lo * std::pow(hi / lo, u); }

TEST(MpmSweep, OddSnowStaysFinite)
{
    for (uint64_t run = 0; run < 100; ++run) {
        const auto u = [run](uint64_t channel) { return double(randomUnit(7, run, 0, channel)); };
        MpmParams params;
        params.kernel = u(0) < 0.5 ? Kernel::Quadratic : Kernel::Cubic;
        params.transfer = u(1) < 0.3 ? Transfer::Apic : Transfer::Flip;
        params.beta = u(2) < 0.4 ? 0.0f : u(2) < 0.7 ? 0.5f : 1.0f;
        params.youngsModulus = float(between(1e3, 1e8, u(3)));
        params.hardening = float(20 * u(6));
        params.criticalCompression = float(between(1e-3, 0.5, u(7)));
        params.criticalStretch = float(between(1e-3, 0.5, u(8)));
        const auto separation = float(between(1e-3, 1, u(4)));
        const auto speed = float(between(0.1, 100, u(5)));

        BlockOfSnow snow;
        snow.count = {6, 6, 6};
        snow.separation = separation;
        Particles particles = makeSnow(snow, params);
        for (std::size_t i = 0; i < particles.size(); ++i) { // random places and directions
            particles.edit<Vec3f>("P")[i] = 6 * separation * randomInCube(run, i, 1);
            particles.edit<Vec3f>("v")[i] = speed * (2 * randomInCube(run, i, 2) - Vec3f::Ones()).normalized();
        }
        World world;
        world.colliders.push_back(floorCollider(0.5f));
        MpmSolver solver(params);
        const double energyAtFirst = 0.5 * 400 * std::pow(double(separation), 3) * 216 * double(speed) * double(speed);
        const double weight = 400 * std::pow(double(separation), 3) * 216 * 9.81 * 12 * double(separation);
        for (int s = 0; s < 25; ++s) {
            const double dt = solver.largestStep(world, particles);
            ASSERT_GT(dt, 0);
            const StepReport report = solver.step(dt, world, particles);
            ASSERT_TRUE(report.ok()) << "run " << run << ", step " << s << ": " << report.troubles[0].what;
            world.time += dt;
            ASSERT_LT(report.kineticEnergy, 1.02 * (energyAtFirst + weight)) << "run " << run << ", step " << s;
        }
        NonFinite bad;
        EXPECT_FALSE(findNonFinite(particles, bad)) << "run " << run << ": " << bad.column;
    }
}

/// What the implicit solves of a block that hits the floor took.
struct Effort {
    double mean = 0;
    int most = 0;
};

/// A rod 0.2 m long, twelve particles thick, hits the floor end on at 3 m/s: the wave runs a tenth of its length.
Effort effortOfAnImpact(float separation)
{
    constexpr float kSpeed = 3, kLength = 0.2f;
    MpmParams params;
    BlockOfSnow block;
    block.count = {12, int(kLength / separation), 12};
    block.separation = separation;
    block.jitter = 0.5f;
    block.corner = {0, 0.5f * separation, 0};
    block.velocity = {0, -kSpeed, 0};
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider(0.5f));
    MpmSolver solver(params);
    Effort effort;
    int steps = 0;
    while (world.time < 2e-3) {
        const double dt = solver.largestStep(world, particles);
        const StepReport report = solver.step(dt, world, particles);
        EXPECT_TRUE(report.ok() && report.solves.at(0).converged);
        world.time += dt;
        effort.mean += report.solves[0].iterations;
        effort.most = std::max(effort.most, report.solves[0].iterations);
        ++steps;
    }
    effort.mean /= steps;
    return effort;
}

TEST(MpmImplicit, TakesTheIterationsThePaperSaysAtAnyResolution)
{
    // Section 10: 10 to 30 iterations, independent of the grid. A Krylov method needs iterations in proportion to
    // dt / cell; with automatic steps that ratio is bounded by the snow's speed (cfl) and its stiffness
    // (implicit_waves), so the effort levels off as the cell of the same rod shrinks from 2 cm to 1.25 mm.
    std::vector<Effort> efforts;
    for (const float separation : {1e-2f, 5e-3f, 2.5e-3f, 1.25e-3f, 6.25e-4f})
        efforts.push_back(effortOfAnImpact(separation));
    for (const Effort& effort : efforts) EXPECT_LE(effort.most, 30) << "mean " << effort.mean;
    EXPECT_LT(efforts[4].mean, 1.1 * efforts[3].mean);
}

} // namespace
} // namespace firn::mpm
