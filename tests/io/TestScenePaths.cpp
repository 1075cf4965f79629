// A scene's output stays inside the scene's folder; the user's own --output may be anywhere.
#include "base/Error.h"
#include "io/ScenePaths.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace firn {
namespace {

namespace fs = std::filesystem;

class ScenePaths : public testing::Test {
protected:
    void SetUp() override
    {
        root = fs::path(testing::TempDir()) / ("firn_scene_paths-" + std::to_string(::getpid()));
        fs::remove_all(root);
        fs::create_directories(root / "shot" / "inside");
        fs::create_directories(root / "outside");
        scene.folder = (root / "shot").string();
    }
    void TearDown() override { fs::remove_all(root); }

    std::string resolved(const std::string& folder)
    {
        scene.output.folder = folder;
        return resolvedOutput(scene);
    }

    fs::path root;
    Scene scene{methodNamed("ballistic")};
};

TEST_F(ScenePaths, AFolderInsideIsGood)
{
    EXPECT_EQ(resolved("inside"), (root / "shot" / "inside").string());
    EXPECT_EQ(resolved("not/yet/there"), (root / "shot" / "not" / "yet" / "there").string());
}

TEST_F(ScenePaths, AbsoluteAndUpwardPathsAreRefused)
{
    for (const char* folder : {"/etc", "..", "../outside", "inside/../../outside", "inside/..", ""})
        EXPECT_THROW(resolved(folder), InputError) << folder;
}

TEST_F(ScenePaths, ALinkThatLeadsOutIsRefused)
{
    fs::create_directory_symlink(root / "outside", root / "shot" / "link");
    EXPECT_THROW(resolved("link"), InputError);
    EXPECT_THROW(resolved("link/deeper"), InputError);
}

TEST_F(ScenePaths, ALinkThatStaysInsideIsGood)
{
    fs::create_directory_symlink(root / "shot" / "inside", root / "shot" / "link");
    EXPECT_EQ(resolved("link/deeper"), (root / "shot" / "link" / "deeper").string());
}

TEST_F(ScenePaths, ABrokenLinkAndAFileAreRefused)
{
    fs::create_directory_symlink(root / "nowhere", root / "shot" / "broken");
    std::ofstream(root / "shot" / "file") << "x";
    EXPECT_THROW(resolved("broken"), InputError);
    EXPECT_THROW(resolved("file"), InputError);
}

TEST_F(ScenePaths, TheSceneItselfMayBeReachedByALink)
{
    fs::create_directory_symlink(root / "shot", root / "alias");
    scene.folder = (root / "alias").string();
    EXPECT_EQ(resolved("inside"), (root / "alias" / "inside").string());
}

TEST_F(ScenePaths, TheUsersOwnChoiceMayBeAnywhere)
{
    EXPECT_EQ(resolvedOutput(scene, (root / "outside").string()), (root / "outside").string());
    EXPECT_TRUE(fs::path(resolvedOutput(scene, "here")).is_absolute());
}

TEST_F(ScenePaths, ANameIsPartOfAFileName)
{
    for (const char* name : {"a/b", "a\\b", "", ".", "..", "a\nb"}) {
        scene.output.name = name;
        EXPECT_THROW(resolvedOutput(scene), InputError) << name;
        EXPECT_THROW(resolvedOutput(scene, "chosen"), InputError) << name;
    }
}

TEST_F(ScenePaths, AMissingSceneFolderIsAFileError)
{
    scene.folder = (root / "gone").string();
    EXPECT_THROW(resolved("out"), FileError);
}

} // namespace
} // namespace firn
