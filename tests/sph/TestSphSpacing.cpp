// Claims about the spacing that a solver finds for itself, also while sources of other sizes emit.
#include "sim/Simulation.h"
#include "sph/SphSnow.h"
#include "support/Solids.h"

#include <gtest/gtest.h>

namespace firn::sph {
namespace {

bool warnsOfSizes(const StepReport& report)
{
    for (const std::string& warning : report.warnings)
        if (warning.find("the spacing follows the largest") != std::string::npos) return true;
    return false;
}

TEST(SphSpacing, IsTheEdgeOfTheLargestParticle)
{
    const SphParams params;
    BlockOfSnow block;
    block.count = {3, 3, 3};
    Particles particles = makeSnow(block, params);
    EXPECT_FLOAT_EQ(spacingFor(params, particles), 0.01f);
    block.corner = {1, 0, 0};
    block.spacing = 0.006f;
    addSnow(block, particles);
    EXPECT_FLOAT_EQ(spacingFor(params, particles), 0.01f) << "finer snow leaves it";
    block.corner = {2, 0, 0};
    block.spacing = 0.015f;
    addSnow(block, particles);
    EXPECT_FLOAT_EQ(spacingFor(params, particles), 0.015f) << "coarser snow raises it";
    SphParams given;
    given.spacing = 0.02f;
    EXPECT_EQ(spacingFor(given, particles), 0.02f);
}

TEST(SphSpacing, IsTheSameBeforeAndAfterTheFirstStep)
{
    const SphParams params;
    BlockOfSnow block;
    block.count = {4, 4, 4};
    block.spacing = 0.0123f;
    block.density = 237;
    Particles particles = makeSnow(block, params);
    const float before = spacingFor(params, particles);
    ASSERT_TRUE(SphSolver(params).step(1e-4, World(), particles).ok());
    EXPECT_EQ(spacingFor(params, particles), before) << "density is measured by now";
}

TEST(SphSpacing, WarnsOfSizesThatOneSpacingDoesNotSuit)
{
    for (const float finer : {0.0055f, 0.0045f}) {
        SphParams params;
        BlockOfSnow block;
        block.count = {3, 3, 3};
        Particles particles = makeSnow(block, params);
        block.corner = {1, 0, 0};
        block.spacing = finer;
        addSnow(block, particles);
        EXPECT_EQ(warnsOfSizes(SphSolver(params).step(1e-4, World(), particles)), finer < 0.005f);
        params.spacing = 0.01f;
        EXPECT_FALSE(warnsOfSizes(SphSolver(params).step(1e-4, World(), particles))) << "the artist has chosen";
    }
}

/// A block that lies there from the start, and one of another size that streams in from the second frame on.
Simulation twoSources(float second)
{
    SourceSpec bed;
    bed.params.name = "bed";
    bed.params.separation = 0.02f;
    SourceSpec stream;
    stream.params.name = "stream";
    stream.params.emit = EmitKind::Continuous;
    stream.params.separation = second;
    stream.params.start = 0.01;
    stream.params.velocity = {0, -4, 0};
    std::vector<Source> sources;
    sources.emplace_back(bed, SnowMaterial(), boxSolid({0, 0, 0}, {0.2f, 0.1f, 0.2f}), nullptr, 1);
    sources.emplace_back(stream, SnowMaterial(), boxSolid({0, 0.15f, 0}, {0.12f, 0.24f, 0.12f}), nullptr, 1);
    World world;
    world.colliders.push_back(floorCollider());
    SimulationParams params;
    params.fps = 100;
    return Simulation(params, std::make_unique<SphSolver>(SphParams()), std::move(world), std::move(sources));
}

TEST(SphSpacing, AStreamOfFinerSnowLeavesItAndOneOfCoarserRaisesItOnce)
{
    for (const float second : {0.015f, 0.03f}) {
        Simulation simulation = twoSources(second);
        simulation.start();
        const float before = spacingFor({}, simulation.state().particles);
        EXPECT_NEAR(before, 0.02f, 1e-6f);
        std::size_t emitted = 0;
        for (int frame = 0; frame < 5; ++frame) {
            emitted += simulation.advanceFrame().emitted;
            const float now = spacingFor({}, simulation.state().particles);
            EXPECT_NEAR(now, emitted > 0 ? std::max(0.02f, second) : 0.02f, 1e-6f) << "frame " << frame;
        }
        EXPECT_GT(emitted, 50u);
    }
}

TEST(SphSpacing, AResumedRunHasTheSameBitsWhileOtherSizesStreamIn)
{
    for (const float second : {0.015f, 0.03f}) {
        Simulation whole = twoSources(second);
        whole.start();
        for (int frame = 0; frame < 2; ++frame) whole.advanceFrame();
        Simulation resumed = twoSources(second);
        resumed.restore(whole.state());
        for (int frame = 0; frame < 3; ++frame) {
            const FrameReport a = whole.advanceFrame(), b = resumed.advanceFrame();
            EXPECT_GT(a.emitted, 0u);
            EXPECT_EQ(a.hash, b.hash) << "frame " << frame << " after the resume";
        }
    }
}

} // namespace
} // namespace firn::sph
