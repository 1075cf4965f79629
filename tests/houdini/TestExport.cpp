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

TEST(HoudiniExport, EveryInputIsAColliderWithItsOwnSurface)
{
    const Folder folder;
    const auto floor = standin::geometrySop([](GU_Detail& detail) { addSlab(detail, 0); });
    const auto step = standin::geometrySop([](GU_Detail& detail) {
        addSlab(detail, 0.05f, 0.05f);
        detail.addTuple(GA_STORE_REAL32, GA_ATTRIB_DETAIL, "friction", 1).getAttribute()->setNumber(0, 0, 0.9);
        detail.addTuple(GA_STORE_INT32, GA_ATTRIB_DETAIL, "sticky", 1).getAttribute()->setNumber(0, 0, 1);
    });
    Exporter exporter(folder);
    exporter.sop->setInput(floor.get(), 1);
    exporter.sop->setInput(step.get(), 3); // the one between stays free
    exporter.sop->parms().setNumber("ground", 0, 0);
    exporter.sop->parms().setNumber("collider_friction", 0, 0.2);
    exporter.sop->parms().setNumber("collider_voxel_size", 0, 0.02);
    exporter.cookAll();
    const Scene scene = readScene({folder.scene(), "", {}}).scene;
    ASSERT_EQ(scene.colliders.size(), 2u);
    EXPECT_EQ(scene.colliders[0].params.friction, 0.2f);
    EXPECT_FALSE(scene.colliders[0].params.sticky);
    EXPECT_EQ(scene.colliders[1].params.friction, 0.9f);
    EXPECT_TRUE(scene.colliders[1].params.sticky);
    EXPECT_NE(scene.colliders[0].shape.file, scene.colliders[1].shape.file);

    // The same in a DOP network, where the geometry says it too.
    standin::DopWorld world(plugin());
    SIM_Object& snow = world.addObject("snow");
    world.setGeometry(snow, ballPoints());
    world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
    for (const auto* shape : {&floor, &step}) {
        SIM_Object& object = world.addObject("table" + std::to_string(shape == &step));
        auto detail = std::make_shared<GU_Detail>();
        detail->duplicate((*shape)->cook(0));
        world.setGeometry(object, detail);
        world.setFriction(object, 0.2);
        world.collide(snow, object);
    }
    world.addSolver(snow, "firn_mpm").parms.setNumber("collider_voxel_size", 0, 0.02);
    ASSERT_TRUE(world.goTo(4)) << standin::messageText();
    EXPECT_EQ(hashOf(*runOf(folder.scene())), world.geometry(snow).findGlobalAttribute("firn_hash")->words(0).c_str());
}

TEST(HoudiniExport, ASurfaceOutOfRangeIsNamed)
{
    const Folder folder;
    const auto floor = standin::geometrySop([](GU_Detail& detail) {
        addSlab(detail, 0);
        detail.addTuple(GA_STORE_REAL32, GA_ATTRIB_DETAIL, "friction", 1).getAttribute()->setNumber(0, 0, -1);
    });
    Exporter exporter(folder);
    exporter.sop->setInput(floor.get(), 1);
    const std::string text = exporter.firstError();
    for (const char* word : {"input 2", "friction", "-1"}) EXPECT_NE(text.find(word), std::string::npos) << text;
}

TEST(HoudiniExport, PointsKeepTheirIds)
{
    // With gaps, as deleted points leave them.
    auto points = ballPoints();
    GA_Attribute* id = points->findPointAttribute("id");
    for (GA_Offset i = 0; i < points->getNumPoints(); ++i) id->setWhole(i, 0, 7 + 2 * i);
    const Folder folder;
    Exporter exporter(folder);
    const auto input = standin::geometrySop([&](GU_Detail& detail) { detail.duplicate(*points); });
    exporter.sop->setInput(input.get());
    exporter.cookAll();
    SnowNetwork network(points);
    ASSERT_TRUE(network.world.goTo(4)) << standin::messageText();
    const auto run = runOf(folder.scene());
    EXPECT_EQ(hashOf(*run), network.hash());
    const auto ids = run->state().particles.id();
    EXPECT_EQ(*std::min_element(ids.begin(), ids.end()), 7);
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
