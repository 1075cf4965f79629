// Scene files: what they say is what the scene holds; variants and settings; the canonical text and its hash.
#include "base/Error.h"
#include "io/SceneFile.h"
#include "io/SceneTables.h"
#include "io/SceneText.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace firn {
namespace {

using Settings = std::vector<SceneSetting>;

const std::string kScene = R"(// A ball on a wall.
{
    "$schema": "firn.schema.json",
    "firn": 1,
    "title": "Ball", /* for people */
    "simulation": {"end_frame": 10, "gravity": [0, -5, 0.5]},
    "solver": {"method": "ballistic"},
    "materials": {"heavy": {"preset": "packing", "density": 600}},
    "sources": [
        {"name": "ball", "shape": "sphere", "radius": 0.25, "separation": 0.05, "material": "heavy",
         "variations": [{"parameter": "density", "amount": 0.2}, {"kind": "shell"}]},
        {"shape": "box", "size": [1, 2, 3], "emit": "continuous"}
    ],
    "colliders": [
        {"name": "ground", "shape": "plane", "friction": 0.1},
        {"name": "wall", "shape": "box", "center": [1, 0, 0], "keys": [{"time": 0}, {"time": 1, "translate": [0, 1, 0]}]}
    ],
    "output": {"format": "ply"},
    "variants": {
        "preview": {"simulation.end_frame": 4, "sources.ball.separation": 0.1, "sources": {"1": {"per_cell": 4}}},
        "windy": {"simulation": {"wind": [1, 0, 0]}, "colliders": {"wall": {"friction": 2, "keys.1.time": 3}}},
        "bare": {"sources": [], "output": {"folder": "bare"}},
        "harder": {"materials.icy": {"density": 900}, "sources.source2.material": "icy", "colliders.1.centre": [2, 0, 0]}
    }
})";

LoadedScene load(const std::string& text, const std::string& variant = "", const Settings& settings = {})
{
    return parseScene(text, "test.json", "folder", variant, settings);
}

TEST(SceneFile, TheShortestSceneHasEveryDefault)
{
    const LoadedScene loaded = load(R"({"solver": {"method": "ballistic"}})");
    EXPECT_EQ(loaded.scene.method->name, "ballistic");
    EXPECT_EQ(loaded.scene.simulation.endFrame, SimulationParams().endFrame);
    EXPECT_EQ(loaded.scene.output.folder, OutputParams().folder);
    EXPECT_TRUE(loaded.scene.sources.empty());
    EXPECT_EQ(loaded.scene.folder, "folder");
}

TEST(SceneFile, EverySectionArrives)
{
    const Scene scene = load(kScene).scene;
    EXPECT_EQ(scene.title, "Ball");
    EXPECT_EQ(scene.simulation.endFrame, 10);
    EXPECT_EQ(scene.simulation.gravity, Vec3f(0, -5, 0.5f));
    EXPECT_EQ(scene.materials.at("heavy").density, 600.0f);
    ASSERT_EQ(scene.sources.size(), 2u);
    EXPECT_EQ(scene.sources[0].shape.radius, 0.25f);
    ASSERT_EQ(scene.sources[0].variations.size(), 2u);
    EXPECT_EQ(scene.sources[0].variations[1].kind, NoiseKind::Shell);
    EXPECT_EQ(scene.sources[1].params.emit, EmitKind::Continuous);
    ASSERT_EQ(scene.colliders.size(), 2u);
    EXPECT_EQ(scene.colliders[0].shape.shape, ShapeKind::Plane);
    EXPECT_EQ(scene.colliders[1].keys.at(1).translate, Vec3f(0, 1, 0));
    EXPECT_EQ(scene.output.format, ParticleFormat::Ply);
}

TEST(SceneFile, AFormerNameIsStillRead) { EXPECT_EQ(load(kScene).scene.colliders[1].shape.centre, Vec3f(1, 0, 0)); }

TEST(SceneFile, AColliderHasATemperatureOfItsOwnWhereOneIsGiven)
{
    const std::string text = R"({"solver": {"method": "sph"},
                                 "colliders": [{"name": "plain"}, {"name": "ice", "temperature": 0},
                                               {"name": "off", "temperature": 5, "own_temperature": false}]})";
    const auto owns = [](const Scene& scene) {
        std::vector<bool> own;
        for (const auto& collider : scene.colliders) own.push_back(collider.params.ownTemperature);
        return own;
    };
    const Scene scene = load(text).scene;
    EXPECT_EQ(owns(scene), (std::vector<bool>{false, true, false})) << "0 degrees is a temperature too";
    EXPECT_EQ(owns(load(sceneText(scene)).scene), owns(scene)) << "as a run folder keeps it";
    const Scene set = load(text, "", {{"colliders.plain.temperature", "-5"}}).scene;
    EXPECT_TRUE(set.colliders[0].params.ownTemperature);
    EXPECT_EQ(set.colliders[0].params.temperature, -5.0f);
}

TEST(SceneFile, UnnamedElementsAreNumbered)
{
    EXPECT_EQ(load(kScene).scene.sources[1].params.name, "source2");
    const Scene scene = load(R"({"solver": {"method": "ballistic"},
                                 "colliders": [{}, {"name": "collider1"}, {}]})")
                            .scene;
    EXPECT_EQ(scene.colliders[0].params.name, "collider2") << "collider1 is taken";
    EXPECT_EQ(scene.colliders[2].params.name, "collider3");
}

TEST(SceneFile, MaterialsOfSourcesAreAllThere)
{
    const Scene scene = load(kScene).scene;
    for (const auto& source : scene.sources) EXPECT_EQ(scene.materials.count(source.params.material), 1u);
}

TEST(SceneFile, ReadsFromAFileAndRemembersItsFolder)
{
    const auto folder = std::filesystem::path(testing::TempDir()) / ("firn_scene-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "a.json").string();
    std::ofstream(path) << kScene;
    const LoadedScene loaded = readScene({path, "preview", {{"simulation.fps", "30"}}});
    EXPECT_EQ(loaded.scene.folder, folder.string());
    EXPECT_EQ(loaded.scene.simulation.endFrame, 4);
    EXPECT_EQ(loaded.scene.simulation.fps, 30.0);
    EXPECT_EQ(sceneVariants(path), (std::vector<std::string>{"preview", "windy", "bare", "harder"}));
    std::filesystem::remove_all(folder);
}

TEST(SceneVariants, DottedPathsReachByNameAndIndex)
{
    const Scene scene = load(kScene, "preview").scene;
    EXPECT_EQ(scene.simulation.endFrame, 4);
    EXPECT_EQ(scene.sources[0].params.separation, 0.1f);
    EXPECT_EQ(scene.sources[0].shape.radius, 0.25f) << "the rest of the source stays";
    EXPECT_EQ(scene.sources[1].params.perCell, 4);
}

TEST(SceneVariants, NestedObjectsMerge)
{
    const Scene scene = load(kScene, "windy").scene;
    EXPECT_EQ(scene.simulation.wind, Vec3f(1, 0, 0));
    EXPECT_EQ(scene.simulation.endFrame, 10) << "the rest of the section stays";
    EXPECT_EQ(scene.colliders[1].params.friction, 2.0f);
    EXPECT_EQ(scene.colliders[1].keys.at(1).time, 3.0);
}

TEST(SceneVariants, ListsReplace)
{
    const Scene scene = load(kScene, "bare").scene;
    EXPECT_TRUE(scene.sources.empty());
    EXPECT_EQ(scene.output.folder, "bare");
    EXPECT_EQ(scene.output.format, ParticleFormat::Ply);
}

TEST(SceneVariants, ReachUnnamedElementsNewMaterialsAndFormerNames)
{
    const Scene scene = load(kScene, "harder").scene;
    EXPECT_EQ(scene.sources[1].params.material, "icy");
    EXPECT_EQ(scene.materials.at("icy").density, 900.0f);
    EXPECT_EQ(scene.colliders[1].shape.centre, Vec3f(2, 0, 0)) << "the scene says 'center'";
}

TEST(SceneSettings, AreReadAsTheParametersType)
{
    const Scene scene = load(kScene, "",
                             {{"simulation.gravity", "0,-1,0"},
                              {"sources.ball.shape", "capsule"},
                              {"sources.1.name", "block"},
                              {"colliders.wall.sticky", "on"},
                              {"simulation.seed", "9000000000000000"},
                              {"title", "3"}})
                            .scene;
    EXPECT_EQ(scene.simulation.gravity, Vec3f(0, -1, 0));
    EXPECT_EQ(scene.sources[0].shape.shape, ShapeKind::Capsule);
    EXPECT_EQ(scene.sources[1].params.name, "block");
    EXPECT_TRUE(scene.colliders[1].params.sticky);
    EXPECT_EQ(scene.simulation.seed, 9000000000000000);
    EXPECT_EQ(scene.title, "3");
}

TEST(SceneSettings, WinOverTheVariant)
{
    EXPECT_EQ(load(kScene, "preview", {{"simulation.end_frame", "7"}}).scene.simulation.endFrame, 7);
}

TEST(SceneSettings, ReachTheSolver)
{
    // Whatever the method's first parameter is, its default can be set and changes nothing.
    const ParamSet defaults(methodNamed("ballistic").params);
    if (defaults.table().params.empty()) GTEST_SKIP() << "the method has no parameters";
    const Param& first = defaults.table().params[0];
    const std::string path = "solver." + std::string(first.token);
    const auto set = load(kScene, "", {{path, paramText(first, first.get(defaults.object()))}});
    EXPECT_EQ(set.hash, load(kScene).hash);
}

TEST(SceneSettings, CanNameTheMethod)
{
    EXPECT_EQ(load("{}", "", {{"solver.method", "ballistic"}}).scene.method->name, "ballistic");
}

TEST(SceneVariants, AnotherMethodStartsFromItsOwnDefaults)
{
    const LoadedScene loaded = load(R"({"solver": {"method": "another", "its_parameter": 3},
                                        "variants": {"b": {"solver.method": "ballistic"}}})",
                                    "b");
    EXPECT_EQ(loaded.scene.method->name, "ballistic");
    ASSERT_FALSE(loaded.notes.empty());
    EXPECT_NE(loaded.notes[0].find("'another' are not used"), std::string::npos) << loaded.notes[0];
}

TEST(SceneNotes, TellWhatIsNotUsed)
{
    const auto notes = load(R"({"solver": {"method": "ballistic"}, "sources": [{"file": "a.obj"}],
                                "colliders": [{"keys": [{}], "velocity": [1, 0, 0]}]})")
                           .notes;
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[0].find("file is not used by the shape 'sphere'"), std::string::npos);
    EXPECT_NE(notes[1].find("velocity and spin"), std::string::npos);
}

TEST(SceneText, ReadsBackAsTheSameScene)
{
    for (const char* variant : {"", "preview", "windy", "bare", "harder"}) {
        const LoadedScene first = load(kScene, variant, {{"simulation.fps", "29.97"}, {"simulation.max_step", "1e-7"}});
        const LoadedScene again = load(first.text);
        EXPECT_EQ(again.text, first.text) << variant;
        EXPECT_EQ(again.hash, first.hash) << variant;
    }
}

/// A value other than the one given, still allowed.
ParamValue changedValue(const Param& param, const ParamValue& value)
{
    switch (param.type) {
    case ParamType::Bool: return !std::get<bool>(value);
    case ParamType::Text: return std::get<std::string>(value) + "x";
    case ParamType::Choice: return int64_t((std::get<int64_t>(value) + 1) % int64_t(param.choiceCount));
    case ParamType::Int: return std::get<int64_t>(value) + (std::get<int64_t>(value) < param.range.highest ? 1 : -1);
    case ParamType::Float: break;
    case ParamType::Vector: return Vec3d(std::get<Vec3d>(value) * 0.5 + Vec3d(0.25, 0.25, 0.25));
    }
    const double x = std::get<double>(value);
    return x == 0 ? std::min(0.5, param.range.highest) : x * (x * 1.25 <= param.range.highest ? 1.25 : 0.5);
}

void expectHashSeesEvery(const ParamTable& table, void* object, const Scene& scene)
{
    const uint64_t before = sceneHash(scene);
    for (const auto& param : table.params) {
        const ParamValue value = param.get(object);
        param.set(object, changedValue(param, value));
        EXPECT_NE(sceneHash(scene), before) << table.name << "." << param.token;
        EXPECT_NE(sceneText(scene).find("\"" + std::string(param.token) + "\""), std::string::npos);
        if (param.type == ParamType::Choice) // travels as a number between get and set
            param.set(object, std::get<int64_t>(value));
        else
            param.set(object, value);
        EXPECT_EQ(sceneHash(scene), before) << table.name << "." << param.token << " set back";
    }
}

TEST(SceneHash, ChangesWithEveryParameter)
{
    Scene scene = load(kScene).scene;
    expectHashSeesEvery(simulationTable(), &scene.simulation, scene);
    expectHashSeesEvery(scene.solver.table(), scene.solver.object(), scene);
    expectHashSeesEvery(snowMaterialTable(), &scene.materials.at("heavy"), scene);
    expectHashSeesEvery(sourceTable(), &scene.sources[0].params, scene);
    expectHashSeesEvery(shapeTable(), &scene.sources[0].shape, scene);
    expectHashSeesEvery(variationTable(), &scene.sources[0].variations[1], scene);
    expectHashSeesEvery(colliderTable(), &scene.colliders[1].params, scene);
    expectHashSeesEvery(shapeTable(), &scene.colliders[1].shape, scene);
    expectHashSeesEvery(motionKeyTable(), &scene.colliders[1].keys[1], scene);
    expectHashSeesEvery(windTable(), &scene.wind, scene);
    expectHashSeesEvery(outputTable(), &scene.output, scene);
}

TEST(SceneHash, DoesNotSeeCommentsOrderTitleFolderOrWrittenDefaults)
{
    const uint64_t hash = load(R"({"solver": {"method": "ballistic"}, "simulation": {"fps": 30}})").hash;
    EXPECT_EQ(load(R"({"simulation": {"fps": 30.0}, "solver": {"method": "ballistic"}} // end)").hash, hash);
    EXPECT_EQ(load(R"({"title": "b", "solver": {"method": "ballistic"}, "simulation": {"fps": 30}})").hash, hash);
    EXPECT_EQ(load(R"({"solver": {"method": "ballistic"}, "simulation": {"fps": 30, "start_frame": 1}})").hash, hash);
    EXPECT_EQ(parseScene(R"({"solver": {"method": "ballistic"}, "simulation": {"fps": 30}})", "x", "y").hash, hash);
    EXPECT_NE(load(R"({"solver": {"method": "ballistic"}, "simulation": {"fps": 31}})").hash, hash);
}

TEST(SceneTables, TheTablesOfASectionShareNoKey)
{
    for (const auto& section : sceneSections()) {
        const auto keys = section.keys();
        EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), keys.size()) << section.key;
    }
}

} // namespace
} // namespace firn
