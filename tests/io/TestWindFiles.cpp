// Wind from .vdb files, and scenes that name them.
#include "geometry/VelocityVdb.h"
#include "io/IoSupport.h"
#include "io/LevelSetFile.h"
#include "io/SceneBuild.h"
#include "io/SceneBuildFiles.h"
#include "io/SceneFile.h"
#include "io/VdbStream.h"
#include "io/VelocityFile.h"

namespace firn {
namespace {

using WindFiles = IoTest;

/// 2 x 2 x 2 voxels of one velocity.
VelocityGrid still(const Vec3f& v) { return velocityGrid(Vec3d::Zero(), 1, Vec3i(2, 2, 2), std::vector<Vec3f>(8, v)); }

Vec3f at(const VelocityGrid& grid, const Vec3f& x)
{
    Vec3f v;
    grid.sample({&x, 1}, {&v, 1});
    return v;
}

const Vec3f kMiddle(0.5f, 0.5f, 0.5f);

void write(const std::string& path, const openvdb::GridCPtrVec& grids)
{
    prepareVdb();
    OutputFile file(path);
    writeVdb(file, grids, {}, "test", 1);
    file.commit();
}

openvdb::Vec3SGrid::Ptr named(const char* name, const Vec3f& v)
{
    const auto grid = openvdb::Vec3SGrid::create();
    grid->denseFill({{0, 0, 0}, {1, 1, 1}}, {v.x(), v.y(), v.z()});
    grid->setName(name);
    return grid;
}

TEST_F(WindFiles, ReadBackAsTheyWereWritten)
{
    std::vector<Vec3f> values;
    for (int n = 0; n < 24; ++n) values.emplace_back(float(n), 0.5f, -float(n * n));
    const VelocityGrid grid = velocityGrid(Vec3d(1, 2, 3), 0.25, Vec3i(4, 3, 2), values);
    writeVelocityGrid(path("wind.vdb"), grid);
    const VelocityGrid back = readVelocityGrid(path("wind.vdb"));
    EXPECT_EQ(back.voxelSize(), grid.voxelSize());
    for (int n = 0; n < 100; ++n) {
        const Vec3f x(1 + 0.01f * float(n), 2.2f, 3.1f);
        ASSERT_EQ(at(back, x), at(grid, x));
    }
}

TEST_F(WindFiles, GiveTheNamedGridOrTheVelocityOrTheFirst)
{
    write(path("w.vdb"), {named("force", Vec3f(1, 0, 0)), named("vel", Vec3f(2, 0, 0))});
    write(path("f.vdb"), {named("force", Vec3f(1, 0, 0))});
    EXPECT_EQ(at(readVelocityGrid(path("w.vdb")), kMiddle).x(), 2);
    EXPECT_EQ(at(readVelocityGrid(path("w.vdb"), "force"), kMiddle).x(), 1);
    EXPECT_EQ(at(readVelocityGrid(path("f.vdb")), kMiddle).x(), 1);
}

TEST_F(WindFiles, AreRefusedWithWhatToDo)
{
    const auto surface = openvdb::FloatGrid::create(1);
    surface->setName("surface");
    surface->tree().setValue({0, 0, 0}, -1);
    write(path("floats.vdb"), {surface});
    EXPECT_NE(refusal([&] { readVelocityGrid(path("floats.vdb")); }).find("no velocities"), std::string::npos);
    EXPECT_NE(refusal([&] { readVelocityGrid(path("floats.vdb"), "surface"); }).find("wind has vectors"),
              std::string::npos);
    EXPECT_NE(refusal([&] { readVelocityGrid(path("floats.vdb"), "surfac"); }).find("'surface'"), std::string::npos);

    const auto staggered = named("vel", Vec3f(1, 0, 0));
    staggered->setGridClass(openvdb::GRID_STAGGERED);
    write(path("staggered.vdb"), {staggered});
    EXPECT_NE(refusal([&] { readVelocityGrid(path("staggered.vdb")); }).find("staggered"), std::string::npos);

    const auto infinite = named("vel", Vec3f(1, 0, std::numeric_limits<float>::infinity()));
    write(path("infinite.vdb"), {infinite});
    EXPECT_NE(refusal([&] { readVelocityGrid(path("infinite.vdb")); }).find("not finite"), std::string::npos);
}

class WindScenes : public WindFiles {
protected:
    Scene scene(const std::string& wind) const
    {
        const std::string text = R"({"solver": {"method": "ballistic"}, "simulation": {"fps": 10, "wind": [1, 0, 0]},
            "colliders": [{"name": "ball", "shape": "sphere", "radius": 1}], "wind": )" +
                                 wind + "}";
        return parseScene(text, "shot.json", path(""), {}, {}).scene;
    }
};

TEST_F(WindScenes, AddTheFileTimesTheScale)
{
    writeVelocityGrid(path("w.vdb"), still(Vec3f(0, 3, 0)));
    const SceneParts parts = buildParts(scene(R"({"field": "vdb", "file": "w.vdb", "scale": 2})"), {});
    EXPECT_EQ(parts.world.wind.at(0, kMiddle), Vec3f(1, 6, 0));
}

TEST_F(WindScenes, InterpolateASequence)
{
    writeVelocityGrid(path("w.1.vdb"), still(Vec3f(0, 1, 0)));
    writeVelocityGrid(path("w.2.vdb"), still(Vec3f(0, 2, 0)));
    const SceneParts parts =
        buildParts(scene(R"({"field": "vdb", "file": "w.#.vdb", "sequence": true, "last_frame": 2})"), {});
    EXPECT_LT((parts.world.wind.at(0.05, kMiddle) - Vec3f(1, 1.5f, 0)).norm(), 1e-6f);
}

TEST_F(WindScenes, SayWhichFileOfTheWindIsMissing)
{
    const Scene still = scene(R"({"field": "vdb", "file": "gone.vdb"})");
    const std::string said = refusal([&] { buildParts(still, {}); });
    EXPECT_NE(said.find("gone.vdb"), std::string::npos) << said;
    EXPECT_NE(said.find("the wind"), std::string::npos) << said;
    ASSERT_EQ(sceneFiles(still).size(), 1u);
    EXPECT_EQ(sceneFiles(still)[0].user, "the wind");
}

TEST_F(WindScenes, SayWhichFrameOfTheWindIsMissing)
{
    writeVelocityGrid(path("w.1.vdb"), still(Vec3f(0, 1, 0)));
    const SceneParts parts =
        buildParts(scene(R"({"field": "vdb", "file": "w.#.vdb", "sequence": true, "last_frame": 3})"), {});
    const std::string said = refusal([&] { parts.world.wind.at(0.05, kMiddle); });
    EXPECT_NE(said.find("w.2.vdb"), std::string::npos) << said;
}

TEST_F(WindScenes, FlowAroundTheColliders)
{
    const SceneParts parts = buildParts(
        scene(R"({"field": "flow", "box_min": [-3, -3, -3], "box_max": [3, 3, 3], "voxel_size": 0.25})"), {});
    const Wind& wind = parts.world.wind;
    EXPECT_LT(wind.at(0, Vec3f(0, 0, 0)).norm(), 1e-6f) << "still within the ball";
    EXPECT_GT(wind.at(0, Vec3f(0, 1.2f, 0)).x(), 1.1f) << "faster beside it";
    EXPECT_LT(wind.at(0, Vec3f(-1.2f, 0, 0)).x(), 0.5f) << "slower before it";
    EXPECT_EQ(wind.at(0, Vec3f(9, 0, 0)), Vec3f(1, 0, 0));
}

} // namespace
} // namespace firn
