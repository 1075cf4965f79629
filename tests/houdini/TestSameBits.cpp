// The plug-in gives the bits of the terminal, whatever the host does in between.
#include "ExportedScene.h"

#include "parallel/Threads.h"

#include <GEO/GEO_PrimVDB.h>
#include <openvdb/tools/LevelSetSphere.h>
#include <sstream>

namespace firn {
namespace {

/// What the terminal has at frame 4.
Particles terminal(const std::string& method)
{
    auto simulation = terminalRun(ballScene(method));
    while (simulation->state().frame < 4) simulation->advanceFrame();
    return simulation->state().particles;
}

class HoudiniSameBits : public ::testing::TestWithParam<std::string> {
protected:
    std::string terminalHash() const { return hashHex(stateHash(terminal(GetParam()))); }
};

INSTANTIATE_TEST_SUITE_P(Methods, HoudiniSameBits, ::testing::Values("mpm", "sph"),
                         [](const auto& info) { return info.param; });

TEST(HoudiniSource, MakesThePointsOfTheTerminal)
{
    const auto run = terminalRun(ballScene());
    const auto points = ballPoints();
    Particles like = run->state().particles;
    for (const char* made : {"restvolume", "Je", "Jp", "F"}) like.erase(made); // the solver adds them
    EXPECT_GT(like.size(), 100u);
    EXPECT_EQ(stateHash(particlesOf(*points, like)), stateHash(like));
}

TEST_P(HoudiniSameBits, OneThreadAndEightGiveTheTerminalsFrames)
{
    const Particles expected = terminal(GetParam());
    for (const int threads : {1, 8}) {
        SnowNetwork network(ballPoints(), 1, GetParam());
        runWithThreads(threads, [&] { ASSERT_TRUE(network.world.goTo(4)) << standin::messageText(); });
        EXPECT_EQ(stateHash(particlesOf(network.points(), expected)), stateHash(expected)) << threads << " threads";
        EXPECT_EQ(network.hash(), hashHex(stateHash(expected))) << threads << " threads";
    }
}

/// Voxels so fine that the field's own band is thinner than the snow looks deep: both hosts have to widen it.
constexpr float kFineVoxel = 0.01f;

/// A slab of polygons, or a ball as a signed distance VDB; the snow falls on its top at the origin.
std::shared_ptr<GU_Detail> tableOf(bool vdb)
{
    auto detail = std::make_shared<GU_Detail>();
    if (!vdb) {
        addSlab(*detail, 0, 0.2f);
        return detail;
    }
    constexpr float kRadius = 0.25f, kHalfWidth = 3;
    detail->addPrimitive(
        std::make_unique<GEO_PrimVDB>(*detail, openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(
                                                   kRadius, openvdb::Vec3f(0, -kRadius, 0), kFineVoxel, kHalfWidth)));
    return detail;
}

/// What a DOP network makes of the ball on that table.
std::string dopHash(const std::string& method, const std::shared_ptr<GU_Detail>& shape)
{
    standin::DopWorld world(plugin());
    SIM_Object &snow = world.addObject("snow"), &table = world.addObject("table");
    world.setGeometry(snow, ballPoints());
    world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
    world.setGeometry(table, shape);
    world.setFriction(table, 0.5);
    world.collide(snow, table);
    world.addSolver(snow, "firn_" + method).parms.setNumber("collider_voxel_size", 0, kFineVoxel);
    EXPECT_TRUE(world.goTo(4)) << standin::messageText();
    return world.geometry(snow).findGlobalAttribute("firn_hash")->words(0).c_str();
}

TEST_P(HoudiniSameBits, LevelSetCollidersGiveTheTerminalsFrames)
{
    for (const bool vdb : {false, true}) {
        const Folder folder;
        const auto shape = tableOf(vdb);
        const auto table = standin::geometrySop([&](GU_Detail& detail) { detail.duplicate(*shape); });
        Exporter exporter(folder, GetParam());
        exporter.sop->setInput(table.get(), 1);
        exporter.sop->parms().setNumber("ground", 0, 0);
        exporter.sop->parms().setNumber("collider_voxel_size", 0, kFineVoxel);
        exporter.cookAll();
        const std::string expected = hashOf(*runOf(folder.scene()));
        for (const int threads : {1, 8}) {
            runWithThreads(threads, [&] {
                EXPECT_EQ(dopHash(GetParam(), shape), expected) << (vdb ? "VDB, " : "polygons, ") << threads;
            });
        }
    }
}

TEST_P(HoudiniSameBits, ScrubbingBackAndReplayingGivesTheSame)
{
    SnowNetwork network(ballPoints(), 1, GetParam());
    ASSERT_TRUE(network.world.goTo(4));
    ASSERT_TRUE(network.world.goTo(2));
    const std::string second = network.hash();
    network.world.forgetAfter(2);
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    ASSERT_TRUE(network.world.goTo(2));
    EXPECT_EQ(network.hash(), second) << "a cached frame changed under a later one";
}

TEST_P(HoudiniSameBits, SaveLoadAndGoOnGivesTheSame)
{
    std::stringstream file;
    {
        SnowNetwork network(ballPoints(), 1, GetParam());
        ASSERT_TRUE(network.world.goTo(2));
        network.world.save(file);
    }
    SnowNetwork other(ballPoints(), 1, GetParam());
    other.world.load(file);
    EXPECT_EQ(other.world.frame(), 2);
    ASSERT_TRUE(other.world.goTo(4));
    EXPECT_EQ(other.hash(), terminalHash());
}

TEST_P(HoudiniSameBits, SubstepsOfTheNetworkAreFramesOfTheTerminal)
{
    std::string text = ballScene(GetParam());
    const std::string frames = R"("end_frame": 4)";
    text.replace(text.find(frames), frames.size(), R"("end_frame": 5, "fps": 48)");
    const auto terminal = terminalRun(text);
    while (terminal->state().frame < 5) terminal->advanceFrame();
    SnowNetwork network(ballPoints(), 2, GetParam());
    ASSERT_TRUE(network.world.goTo(3)) << standin::messageText();
    EXPECT_EQ(network.hash(), hashOf(*terminal));
}

TEST_P(HoudiniSameBits, OrderOfThePointsDoesNotMatter)
{
    // The last point becomes the first, as a Sort SOP would do it.
    const auto points = ballPoints();
    auto turned = std::make_shared<GU_Detail>();
    turned->duplicate(*points);
    for (const auto& [name, attribute] : points->pointAttribs().map()) {
        GA_Attribute* to = turned->findPointAttribute(name.c_str());
        const GA_Offset last = GA_Offset(points->getNumPoints()) - 1;
        for (GA_Offset i = 0; i <= last; ++i) {
            if (attribute->getAIFTuple())
                std::memcpy(to->tuple(last - i), attribute->tuple(i), attribute->tupleBytes());
            else
                to->words(last - i) = attribute->words(i);
        }
    }
    SnowNetwork network(turned, 1, GetParam());
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    EXPECT_EQ(network.points().findPointAttribute("id")->whole(0, 0), points->getNumPoints() - 1)
        << "points must keep their order";
}

} // namespace
} // namespace firn
