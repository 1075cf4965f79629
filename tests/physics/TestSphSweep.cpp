// SPH does not blow up: a sweep of odd snow with automatic steps.
#include "sph/SphSnow.h"

#include <gtest/gtest.h>

namespace firn::sph {
namespace {

/// The logarithmic middle between lo and hi at u in [0, 1].
double between(double lo, double hi, double u) { return lo * std::pow(hi / lo, u); }

TEST(SphSweep, OddSnowStaysFiniteAndGainsNoEnergy)
{
    for (uint64_t run = 0; run < 100; ++run) {
        const auto u = [run](uint64_t channel) { return double(randomUnit(7, run, 0, channel)); };
        SphParams params;
        params.drag = 0;
        params.elasticity = u(0) < 0.6 ? Elasticity::Split : u(0) < 0.8 ? Elasticity::Deviatoric : Elasticity::Combined;
        params.hardeningFrom = u(1) < 0.8 ? HardeningFrom::Density : HardeningFrom::Plastic;
        params.youngsModulus = float(between(1e3, 1e8, u(3)));
        params.friction = u(2) < 0.2 ? 0.0f : float(between(1e-3, 1e3, u(2)));
        const auto spacing = float(between(1e-3, 1, u(4)));
        const auto speed = float(between(0.1, 100, u(5)));

        BlockOfSnow snow;
        snow.count = {6, 6, 6};
        snow.spacing = spacing;
        Particles particles = makeSnow(snow, params);
        for (std::size_t i = 0; i < particles.size(); ++i) { // random places and directions
            particles.edit<Vec3f>("P")[i] = 6 * spacing * randomInCube(run, i, 1);
            particles.edit<Vec3f>("v")[i] = speed * (2 * randomInCube(run, i, 2) - Vec3f::Ones()).normalized();
        }
        World world;
        world.colliders.push_back(floorCollider(0.5f));
        SphSolver solver(params);
        const double mass = 400 * std::pow(double(spacing), 3) * 216;
        const double energyAtFirst = 0.5 * mass * double(speed) * double(speed);
        const double height = centreOfMass(particles).y();
        for (int s = 0; s < 25; ++s) {
            const double dt = solver.largestStep(world, particles);
            ASSERT_GT(dt, 0);
            const StepReport report = solver.step(dt, world, particles);
            ASSERT_TRUE(report.ok()) << "run " << run << ", step " << s << ": " << report.troubles[0].what;
            world.time += dt;
            const double fall = std::max(0.0, height - centreOfMass(particles).y()) + 9.81 * dt * world.time;
            ASSERT_LT(report.kineticEnergy, 1.05 * (energyAtFirst + mass * 9.81 * fall)) << "run " << run << ", " << s;
        }
        NonFinite bad;
        EXPECT_FALSE(findNonFinite(particles, bad)) << "run " << run << ": " << bad.column;
    }
}

} // namespace
} // namespace firn::sph
