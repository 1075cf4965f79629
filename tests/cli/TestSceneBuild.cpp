// From scene to simulation: files are found, sequences followed, and errors name their owner.
#include "base/Error.h"
#include "geometry/MeshToLevelSet.h"
#include "io/LevelSetFile.h"
#include "io/SceneBuild.h"
#include "io/SceneFile.h"
#include "support/TempFolder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace firn {
namespace {

/// A cube of edge 1 with its lowest corner at (0, height, 0).
LevelSet cubeAt(float height)
{
    Mesh mesh;
    for (int i = 0; i < 8; ++i) mesh.points.emplace_back(float(i & 1), height + float(i >> 1 & 1), float(i >> 2 & 1));
    mesh.corners = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    mesh.faceCorners.assign(6, 4);
    MeshToLevelSetParams params;
    params.voxelSize = 0.05f;
    return meshToLevelSet(mesh, params).levelSet;
}

class SceneBuild : public ::testing::Test {
protected:
    void SetUp() override
    {
        writeLevelSet(mFolder + "/cube.0001.vdb", cubeAt(0.0f));
        writeLevelSet(mFolder + "/cube.0002.vdb", cubeAt(0.1f));
    }

    LoadedScene scene(const std::string& members) const
    {
        return parseScene("{\"solver\": {\"method\": \"ballistic\"}, " + members + "}", "shot.json", mFolder);
    }
    std::string errorOf(const std::string& members) const
    {
        try {
            buildSimulation(scene(members).scene, {});
        } catch (const Error& error) {
            return error.what();
        }
        return "(built)";
    }

    const TempFolder mTemp;
    const std::string& mFolder = mTemp.path();
};

TEST_F(SceneBuild, FillsALevelSetWithSnow)
{
    const auto simulation = buildSimulation(scene(R"("sources": [{"name": "block", "shape": "vdb",
        "file": "cube.0001.vdb", "separation": 0.1, "layout": "regular"}])")
                                                .scene,
                                            {});
    simulation->start();
    const double cells = 1.0 / (0.1 * 0.1 * 0.1);
    const double wholeLayer = 3 * 0.1; // a lattice may gain or lose one layer per axis
    EXPECT_NEAR(double(simulation->state().particles.size()), cells, wholeLayer * cells);
}

TEST_F(SceneBuild, FollowsASequenceOfLevelSets)
{
    const auto simulation = buildSimulation(scene(R"("colliders": [{"name": "lift", "shape": "vdb",
        "file": "cube.####.vdb", "sequence": true, "first_frame": 1, "last_frame": 2}])")
                                                .scene,
                                            {});
    const Collider& lift = simulation->world().colliders.at(0);
    const Vec3f above(0.5f, 1.12f, 0.5f);
    const float kVoxel = 0.05f;
    EXPECT_NEAR(lift.sample(0.0, above).distance, 0.12f, 0.1f * kVoxel);
    EXPECT_NEAR(lift.sample(1.0 / 24, above).distance, 0.02f, 0.1f * kVoxel);
}

TEST_F(SceneBuild, NamesTheColliderWhoseFileIsMissing)
{
    const std::string error = errorOf(R"("colliders": [{"name": "tree", "shape": "mesh", "file": "tree.obj"}])");
    EXPECT_NE(error.find("tree.obj"), std::string::npos) << error;
    EXPECT_NE(error.find("collider 'tree'"), std::string::npos) << error;
}

TEST_F(SceneBuild, NamesTheSourceWhosePointsAreMissing)
{
    const std::string error = errorOf(R"("sources": [{"name": "old", "points": "old.bgeo"}])");
    EXPECT_NE(error.find("old.bgeo"), std::string::npos) << error;
    EXPECT_NE(error.find("source 'old'"), std::string::npos) << error;
}

TEST_F(SceneBuild, RefusesToFillAPlane)
{
    Scene plane = scene(R"("sources": [{"name": "floor"}])").scene;
    plane.sources[0].shape.shape = ShapeKind::Plane;
    EXPECT_THROW(buildSimulation(plane, {}), InputError);
}

} // namespace
} // namespace firn
