// A scene that Firn Export hands over runs in the terminal with the bits of the DOP network that it came from.
#include "SnowNetwork.h"

#include "base/Hash.h"
#include "geometry/LevelSet.h"
#include "io/LevelSetFile.h"
#include "io/ParticleFile.h"

#include <GEO/GEO_Primitive.h>
#include <filesystem>
#include <unistd.h>

namespace firn {
namespace {

namespace fs = std::filesystem;

constexpr double kFps = 24;

/// A folder that is gone after the test.
struct Folder {
    Folder() : path(fs::temp_directory_path() / ("firn_export_" + std::to_string(getpid()))) { fs::remove_all(path); }
    ~Folder() { fs::remove_all(path); }
    std::string scene() const { return (path / "scene.json").string(); }
    fs::path path;
};

/// A slab of six quadrilaterals whose upper face is at `top`.
void addSlab(GU_Detail& detail, float top)
{
    const GA_Offset first = detail.appendPointBlock(8);
    for (int k = 0; k < 8; ++k)
        detail.setPos3(first + k, UT_Vector3(k & 1 ? 0.5f : -0.5f, k & 2 ? top : top - 0.2f, k & 4 ? 0.5f : -0.5f));
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (const auto& face : faces) {
        std::vector<GA_Offset> corners;
        for (const int k : face) corners.push_back(first + k);
        detail.addPrimitive(std::make_unique<GEO_Primitive>(detail, GEO_PRIMPOLY, corners));
    }
}

/// A Firn Export node for the ball, four frames long, that writes.
struct Exporter {
    explicit Exporter(const Folder& folder, const std::string& method = "mpm")
        : points(standin::geometrySop([](GU_Detail& detail) { detail.duplicate(*ballPoints()); })),
          sop(plugin().makeSop("firn_export"))
    {
        sop->setInput(points.get());
        sop->parms().setNumber("write", 0, 1);
        sop->parms().setNumber("fps", 0, kFps);
        sop->parms().setNumber("end_frame", 0, 4);
        sop->parms().setWords("folder", folder.path.string());
        sop->parms().setWords("method", method);
        sop->parms().setNumber("ground_friction", 0, 0.4);
    }
    void cookAll(int last = 4)
    {
        for (int frame = 1; frame <= last; ++frame) {
            sop->cook((frame - 1) / kFps);
            ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
        }
    }
    std::string firstError(double time = 0)
    {
        sop->cook(time);
        return sop->errors().empty() ? "" : sop->errors().front();
    }
    std::unique_ptr<SOP_Node> points, sop;
};

std::unique_ptr<Simulation> runOf(const std::string& path, int frames = 4)
{
    const LoadedScene loaded = readScene({path, "", {}});
    auto simulation = buildSimulation(loaded.scene, {});
    simulation->start();
    while (simulation->state().frame < frames) simulation->advanceFrame();
    return simulation;
}

std::string hashOf(const Simulation& run) { return hashHex(stateHash(run.state().particles)); }

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

TEST(HoudiniExport, FixedColliderHasTheBitsOfTheDopNetwork)
{
    const Folder folder;
    const auto slab = standin::geometrySop([](GU_Detail& detail) { addSlab(detail, 0); });
    Exporter exporter(folder);
    exporter.sop->setInput(slab.get(), 1);
    exporter.sop->parms().setNumber("ground", 0, 0);
    exporter.sop->parms().setNumber("collider_voxel_size", 0, 0.02);
    exporter.cookAll();

    standin::DopWorld world(plugin());
    SIM_Object &snow = world.addObject("snow"), &table = world.addObject("table");
    world.setGeometry(snow, ballPoints());
    world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
    auto detail = std::make_shared<GU_Detail>();
    addSlab(*detail, 0);
    world.setGeometry(table, detail);
    world.setFriction(table, 0.5);
    world.collide(snow, table);
    world.addSolver(snow, "firn_mpm").parms.setNumber("collider_voxel_size", 0, 0.02);
    ASSERT_TRUE(world.goTo(4)) << standin::messageText();
    EXPECT_EQ(hashOf(*runOf(folder.scene())), world.geometry(snow).findGlobalAttribute("firn_hash")->words(0).c_str());
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
