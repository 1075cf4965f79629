// A scene that Firn Export hands over runs in the terminal with the bits of the DOP network that it came from.
#include "ExportedScene.h"

namespace firn {
namespace {

TEST(HoudiniExport, ExportedSceneHasTheBitsOfTheDopNetwork)
{
    for (const std::string method : {"mpm", "sph"}) {
        const Folder folder;
        Exporter exporter(folder, method);
        exporter.cookAll();
        SnowNetwork network(ballPoints(), 1, method);
        ASSERT_TRUE(network.world.goTo(4)) << standin::messageText();
        EXPECT_EQ(hashOf(*runOf(folder.scene())), network.hash()) << method;
    }
}

TEST(HoudiniExport, ParametersGoOver)
{
    const Folder folder;
    Exporter exporter(folder);
    exporter.sop->parms().setNumber("mpm_cell_size", 0, 0.05);
    exporter.sop->parms().setNumber("wind", 2, 3);
    exporter.cookAll(1);
    const Scene scene = readScene({folder.scene(), "", {}}).scene;
    EXPECT_EQ(float(std::get<double>(scene.solver.get("cell_size"))), 0.05f);
    EXPECT_EQ(scene.simulation.wind, Vec3f(0, 0, 3));
    EXPECT_EQ(scene.colliders.front().params.friction, 0.4f);
}

TEST(HoudiniExport, MovingColliderHasAFilePerFrameThatPushesSnow)
{
    const Folder folder;
    int frame = 0;
    const auto rising =
        standin::geometrySop([&](GU_Detail& detail) { addSlab(detail, -0.05f + 0.02f * float(++frame)); });
    Exporter exporter(folder);
    exporter.sop->setInput(rising.get(), 1);
    exporter.sop->parms().setNumber("moves", 0, 1);
    exporter.sop->parms().setNumber("ground", 0, 0);
    exporter.sop->parms().setNumber("collider_voxel_size", 0, 0.02);
    exporter.cookAll();
    for (const char* name : {"0001", "0002", "0003", "0004"})
        EXPECT_TRUE(fs::exists(folder.path / "collider" / ("collider." + std::string(name) + ".vdb"))) << name;
    // Where the slab is in the last frame, but for what a grid cell lets through.
    constexpr float kTop = 0.03f, kCell = 0.04f;
    const auto run = runOf(folder.scene());
    for (const Vec3f& x : run->state().particles.P()) EXPECT_GT(x.y(), kTop - kCell);
}

TEST(HoudiniExport, SnowThatStreamsIsEmittedAsInTheNetwork)
{
    const Folder folder;
    Exporter exporter(folder, "sph");
    const auto source = plugin().makeSop("firn_source");
    source->parms().setWords("name", "hose");
    source->parms().setNumber("emit", 0, 1);
    source->parms().setNumber("fps", 0, kFps);
    source->parms().setNumber("velocity", 1, -2);
    source->parms().setNumber("radius", 0, 0.05);
    source->parms().setNumber("centre", 1, 1);
    exporter.sop->setInput(source.get());
    exporter.sop->parms().setNumber("streams", 0, 1);
    exporter.cookAll();

    const auto direct = terminalRun(R"({ "firn": 1, "simulation": { "end_frame": 4 }, "solver": { "method": "sph" },
        "sources": [ { "name": "hose", "emit": "continuous", "velocity": [0, -2, 0], "shape": "sphere",
                       "radius": 0.05, "centre": [0, 1, 0] } ],
        "colliders": [ { "name": "ground", "shape": "plane", "friction": 0.4 } ] })");
    const std::size_t atStart = direct->state().particles.size();
    while (direct->state().frame < 4) direct->advanceFrame();
    EXPECT_GT(direct->state().particles.size(), atStart);
    EXPECT_EQ(hashOf(*runOf(folder.scene())), hashOf(*direct));
}

TEST(HoudiniExport, NothingIsWrittenUnlessAsked)
{
    const Folder folder;
    Exporter exporter(folder);
    exporter.sop->parms().setNumber("write", 0, 0);
    const GU_Detail& out = exporter.sop->cook(0);
    EXPECT_EQ(out.getNumPoints(), ballPoints()->getNumPoints()) << "the points are handed on";
    EXPECT_FALSE(fs::exists(folder.path));
}

TEST(HoudiniExport, MistakesAreNamed)
{
    const Folder folder;
    Exporter exporter(folder);
    EXPECT_NE(exporter.firstError(0.4 / kFps).find("between frames"), std::string::npos);
    exporter.sop->parms().setWords("method", "mmp");
    EXPECT_NE(exporter.firstError().find("mpm"), std::string::npos);
    exporter.sop->parms().setWords("method", "mpm");
    exporter.sop->parms().setWords("folder", "");
    EXPECT_NE(exporter.firstError().find("folder"), std::string::npos);
    exporter.sop->setInput(nullptr);
    EXPECT_NE(exporter.firstError().find("first input"), std::string::npos);
}

} // namespace
} // namespace firn
