// Claims about what a step says of itself: refusals, troubles, warnings, impulses.
#include "base/Error.h"
#include "mpm/SnowBlock.h"

#include <gtest/gtest.h>
#include <limits>

namespace firn::mpm {
namespace {

std::string refusal(const MpmParams& params, Particles& particles)
{
    World world;
    MpmSolver solver(params);
    try {
        solver.step(1e-5, world, particles);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(MpmInput, RefusesMaterialTheModelDoesNotAllow)
{
    const std::pair<const char*, float> bad[] = {{"mass", 0.0f},
                                                 {"mass", std::numeric_limits<float>::quiet_NaN()},
                                                 {"E", -1.0f},
                                                 {"nu", 0.5f},
                                                 {"critical_compression", 1.0f},
                                                 {"critical_stretch", -0.1f}};
    for (const auto& [name, value] : bad) {
        MpmParams params;
        Particles particles = makeSnow({}, params);
        particles.ensure(columnSpec<float>(name, 0.1f)).values<float>()[77] = value;
        const std::string text = refusal(params, particles);
        EXPECT_NE(text.find(std::string("attribute '") + name + "' of particle id 77"), std::string::npos) << text;
    }
}

TEST(MpmInput, IsRefusedBeforeAStepLengthIsSought)
{
    // What an artist sees: the attribute's name, not a step of 0 s.
    for (const auto& [name, bad] : {std::pair("mass", 0.0f), {"nu", 0.5f}, {"E", -1.0f}, {"hardening", -3.0f}}) {
        Particles particles = makeSnow({}, {});
        particles.ensure(columnSpec<float>(name, 0.3f));
        particles.edit<float>(name)[7] = bad;
        const MpmSolver solver{MpmParams()};
        try {
            solver.largestStep(World(), particles);
            FAIL() << name;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(std::string("'") + name + "' of particle id 7"), std::string::npos)
                << error.what();
        }
    }
}

TEST(MpmWarning, SaysWhenOneGridDoesNotSuitTheSizes)
{
    MpmParams params;
    BlockOfSnow fine;
    fine.separation = 0.004f;
    fine.corner = {1, 0, 0};
    Particles particles = makeSnow({}, params);
    particles.append(makeSnow(fine, params));
    World world;
    MpmSolver solver(params);
    EXPECT_EQ(solver.step(1e-4, world, particles).warnings.size(), 1u);
    params.cellSize = 0.02f;
    EXPECT_EQ(MpmSolver(params).step(1e-4, world, particles).warnings.size(), 0u);
}

TEST(MpmInput, RefusesParticlesWithoutSize)
{
    MpmParams params;
    Particles particles = makeSnow({}, params);
    for (float& r : particles.edit<float>("pscale")) r = 0;
    EXPECT_NE(refusal(params, particles).find("pscale"), std::string::npos);
    params.cellSize = 0.02f;
    EXPECT_EQ(refusal(params, particles), "") << "a given cell size needs no pscale";
}

TEST(MpmTrouble, NamesTheParticleThatCannotBePlaced)
{
    MpmParams params;
    Particles particles = makeSnow({}, params);
    particles.edit<Vec3f>("P")[123].z() = std::numeric_limits<float>::infinity();
    World world;
    const StepReport report = MpmSolver(params).step(1e-4, world, particles);
    ASSERT_EQ(report.troubles.size(), 1u);
    EXPECT_EQ(report.troubles[0].particleId, 123);
    EXPECT_FALSE(report.troubles[0].tryThis.empty());
}

TEST(MpmTrouble, NamesTheParticleWhoseVelocityIsNotFinite)
{
    MpmParams params;
    params.beta = 0;
    BlockOfSnow far;
    far.corner = {5, 0, 0};
    Particles particles = makeSnow({}, params);
    particles.append(makeSnow(far, params));
    particles.edit<Vec3f>("v")[600].x() = std::numeric_limits<float>::quiet_NaN();
    World world;
    const StepReport report = MpmSolver(params).step(1e-4, world, particles);
    ASSERT_FALSE(report.ok());
    EXPECT_GE(report.troubles[0].particleId, 512) << "one of the second block, which holds the bad one";
}

TEST(MpmWarning, SaysWhichBoundActed)
{
    MpmParams params;
    params.beta = 0;
    params.largestStiffening = 2;
    Particles particles = makeSnow({}, params);
    for (float& Jp : particles.edit<float>("Jp")) Jp = 0.5f;
    World world;
    const StepReport report = MpmSolver(params).step(1e-5, world, particles);
    ASSERT_EQ(report.warnings.size(), 1u);
    EXPECT_NE(report.warnings[0].find("largest_stiffening (2)"), std::string::npos);
}

TEST(MpmWarning, SaysWhenAStepIsTooLong)
{
    MpmParams params;
    params.beta = 0;
    BlockOfSnow fast;
    fast.velocity = {100, 0, 0};
    Particles particles = makeSnow(fast, params);
    World world;
    MpmSolver solver(params);
    EXPECT_LT(solver.largestStep(world, particles), 0.02 / 100);
    const StepReport report = solver.step(3e-4, world, particles);
    ASSERT_EQ(report.warnings.size(), 1u);
    EXPECT_NE(report.warnings[0].find("more than a cell"), std::string::npos);
}

/// All momentum that snow loses goes to the colliders, whatever the scheme.
TEST(MpmImpulse, IsTheMomentumThatTheSnowLost)
{
    for (const float beta : {0.0f, 1.0f})
        for (const bool sticky : {false, true}) {
            MpmParams params;
            params.beta = beta;
            params.tolerance = 1e-5f;
            params.restTolerance = 0;
            BlockOfSnow block;
            block.velocity = {1, -4, 0.5f};
            block.jitter = 0.3f;
            Particles particles = makeSnow(block, params);
            World world;
            world.colliders.push_back(floorCollider(0.3f, sticky));
            world.impulses.resize(1);
            MpmSolver solver(params);
            const Vec3d before = momentum(particles);
            const double mass = 400 * 512e-6;
            ASSERT_TRUE(runFor(solver, world, particles, 0.02).ok());
            const Vec3d lost = before + world.time * mass * world.gravity.cast<double>() - momentum(particles);
            EXPECT_LT((world.impulses[0].linear - lost).norm(), 2e-3 * lost.norm())
                << "beta " << beta << ", sticky " << sticky << ": " << world.impulses[0].linear.transpose() << " for "
                << lost.transpose();
            EXPECT_GT(-lost.y(), 0.1 * mass) << "the floor was hit";
        }
}

} // namespace
} // namespace firn::mpm
