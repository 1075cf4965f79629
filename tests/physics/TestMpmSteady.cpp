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
        StepReport report;
        double elasticAtFirst = -1;
        for (int s = 0; s < 25; ++s) {
            const double dt = solver.largestStep(world, particles);
            ASSERT_GT(dt, 0);
            report = solver.step(dt, world, particles);
            ASSERT_TRUE(report.ok()) << "run " << run << ", step " << s << ": " << report.troubles[0].what;
            world.time += dt;
            if (s == 0) elasticAtFirst = std::max(0.0, report.potentialEnergy);
        }
        NonFinite bad;
        EXPECT_FALSE(findNonFinite(particles, bad)) << "run " << run << ": " << bad.column;
        const double weight = 400 * std::pow(double(separation), 3) * 216 * 9.81 * 12 * double(separation);
        EXPECT_LT(report.kineticEnergy, 1.02 * (energyAtFirst + elasticAtFirst + weight)) << "run " << run;
    }
}

TEST(MpmImplicit, TakesTheIterationsThePaperSays)
{
    // A block hits the floor at 3 m/s, with the paper's step of 5e-4 s: at most 30 iterations, at either resolution.
    double mean[2];
    for (int k = 0; k < 2; ++k) {
        MpmParams params;
        BlockOfSnow block;
        block.count = Vec3i::Constant(k == 0 ? 10 : 20);
        block.separation = k == 0 ? 0.02f : 0.01f;
        block.jitter = 0.5f;
        block.corner = {0, 0.005f, 0};
        block.velocity = {0, -3, 0};
        Particles particles = makeSnow(block, params);
        World world;
        world.colliders.push_back(floorCollider(0.5f));
        MpmSolver solver(params);
        int iterations = 0, most = 0, steps = 0;
        while (world.time < 0.03) {
            const double dt = solver.largestStep(world, particles);
            const StepReport report = solver.step(dt, world, particles);
            ASSERT_TRUE(report.ok());
            EXPECT_TRUE(report.solves.at(0).converged);
            world.time += dt;
            iterations += report.solves[0].iterations;
            most = std::max(most, report.solves[0].iterations);
            ++steps;
        }
        mean[k] = double(iterations) / steps;
        EXPECT_LE(most, 30) << "mean " << mean[k] << " in " << steps << " steps";
    }
    // At the same step, half the cell doubles the number of explicit steps in it: no more iterations than that.
    EXPECT_LT(mean[1], 2 * mean[0]);
}

} // namespace
} // namespace firn::mpm
