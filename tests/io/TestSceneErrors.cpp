// Every mistake in a scene is refused with a message that names its place, its value and what is allowed.
#include "base/Error.h"
#include "io/SceneFile.h"
#include "io/SceneNode.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

std::string messageFor(const std::string& text, const std::string& variant = "",
                       const std::vector<SceneSetting>& overrides = {})
{
    try {
        parseScene(text, "shot.json", ".", variant, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "(accepted)";
}

/// Puts members after the solver of a scene that is otherwise good.
std::string sceneWith(const std::string& members)
{
    return "{\n\"solver\": {\"method\": \"ballistic\"},\n" + members + "}";
}

struct BadScene {
    const char* name;
    std::string text;
    std::vector<std::string> words;
};

const std::vector<BadScene>& badScenes()
{
    static const std::vector<BadScene> kScenes = {
        // Syntax.
        {"empty file", "", {"shot.json:1:1", "unexpected end of input"}},
        {"not an object", "[1, 2]", {"a scene is an object"}},
        {"missing brace", "{\"solver\": {\"method\": \"ballistic\"}", {"shot.json:1:", "unexpected end of input"}},
        {"trailing comma", sceneWith("\"title\": \"a\",\n"), {"shot.json:4:1", "'}'", "the comma before it must go"}},
        {"open comment", "{} /* never ends", {"comment"}},
        {"huge number", sceneWith("\"simulation\": {\"fps\": 1e999}"), {"shot.json:3:", "1e999"}},
        {"duplicate key", sceneWith("\"title\": \"a\",\n\"title\": \"b\""), {"shot.json:4:1", "'title'", "twice"}},
        {"duplicate in a source", sceneWith("\"sources\": [{\"radius\": 1, \"radius\": 2}]"), {":3:27", "'radius'"}},
        {"zero byte", sceneWith("\"title\": \"a\\u0000b\""), {"shot.json:3:", "zero byte"}},
        {"bad UTF-8", sceneWith("\"title\": \"\xff\""), {"shot.json:3:", "UTF-8"}},
        {"deep nesting", std::string(100, '['), {"64", "inside each other"}},

        // The scene itself.
        {"newer format", sceneWith("\"firn\": 2"), {"firn is 2", "newer", "reads 1"}},
        {"format as text", sceneWith("\"firn\": \"1\""), {"firn is '1'"}},
        {"unknown section", sceneWith("\"sorces\": []"), {"shot.json:3:1", "'sorces'", "'sources'"}},
        {"misplaced key", sceneWith("\"end_frame\": 4"), {"'end_frame'", "belongs in 'simulation'"}},
        {"title as number", sceneWith("\"title\": 3"), {"title is 3", "a text"}},
        {"no solver", "{}", {"solver", "'method' is missing", "ballistic"}},
        {"no method", "{\"solver\": {}}", {"solver", "'method' is missing"}},
        {"unknown method", "{\"solver\": {\"method\": \"balistic\"}}", {"'balistic'", "'ballistic'"}},
        {"method as number", "{\"solver\": {\"method\": 1}}", {"solver: method is 1"}},
        {"unknown solver key",
         "{\"solver\": {\"method\": \"ballistic\", \"zzzzzzzzz\": 1}}",
         {"solver", "'zzzzzzzzz'"}},
        {"solver as list", "{\"solver\": []}", {"solver is []", "an object"}},

        // Values.
        {"section as number", sceneWith("\"simulation\": 3"), {"simulation is 3", "an object"}},
        {"null section", sceneWith("\"output\": null"), {"output is null"}},
        {"near key", sceneWith("\"simulation\": {\n\n  \"end_fram\": 3}"), {":5:3", "'end_fram'", "'end_frame'"}},
        {"text for number", sceneWith("\"simulation\": {\"fps\": \"fast\"}"), {"fps is 'fast'", "0.01"}},
        {"half a frame", sceneWith("\"simulation\": {\"end_frame\": 2.5}"), {"end_frame is 2.5", "whole number"}},
        {"fps of zero", sceneWith("\"simulation\": {\"fps\": 0}"), {"fps is 0", "0.01"}},
        {"two numbers", sceneWith("\"simulation\": {\"gravity\": [0, -9]}"), {"gravity is [0, -9]", "three numbers"}},
        {"vector of words", sceneWith("\"simulation\": {\"gravity\": [0, \"a\", 0]}"), {"gravity is [0, 'a', 0]"}},
        {"number for vector", sceneWith("\"simulation\": {\"wind\": 2}"), {"wind is 2", "three numbers"}},
        {"wind without a file", sceneWith("\"wind\": {\"field\": \"vdb\"}"), {"wind: the field 'vdb' needs", "'file'"}},
        {"unknown wind", sceneWith("\"wind\": {\"field\": \"flw\"}"), {"field is 'flw'", "'flow'"}},
        {"wind sequence without a pattern",
         sceneWith("\"wind\": {\"field\": \"vdb\", \"file\": \"a.vdb\", \"sequence\": true}"),
         {"wind: file is 'a.vdb'", "####"}},
        {"wind that ends before it begins",
         sceneWith("\"wind\": {\"field\": \"vdb\", \"file\": \"a.##.vdb\", \"sequence\": true, \"first_frame\": 4}"),
         {"first_frame is 4", "last_frame is 1"}},
        {"wind in an empty box",
         sceneWith("\"wind\": {\"field\": \"flow\", \"box_min\": [0, 9, 0]}"),
         {"wind: box_min is 9", "along y"}},
        {"null value", sceneWith("\"simulation\": {\"fps\": null}"), {"fps is null"}},
        {"object value", sceneWith("\"simulation\": {\"fps\": {\"a\": 1}}"), {"fps is {...}"}},
        {"float overflow", sceneWith("\"sources\": [{\"centre\": [1e300, 0, 0]}]"), {"centre is [1e+300, 0, 0]"}},
        {"seed beyond 64 bits",
         sceneWith("\"simulation\": {\"seed\": 18446744073709551615}"),
         {"seed is 18446744073709551616", "0 to 9e+15"}},
        {"number for switch", sceneWith("\"colliders\": [{\"sticky\": 1}]"), {"colliders[0]: sticky is 1", "true"}},
        {"unknown word", sceneWith("\"sources\": [{\"shape\": \"spere\"}]"), {"shape is 'spere'", "'sphere'"}},
        {"choice by number", sceneWith("\"sources\": [{\"shape\": 1}]"), {"shape is 1", "one of", "capsule"}},
        {"former and present name",
         sceneWith("\"sources\": [{\"centre\": [0, 0, 0], \"center\": [1, 0, 0]}]"),
         {"centre is given twice", "'center'"}},

        // Sources, colliders, materials.
        {"misspelt in a source",
         sceneWith("\"sources\": [{}, {\"name\": \"ball\",\n  \"seperation\": 1}]"),
         {"shot.json:4:3: sources[1] \"ball\": unknown key 'seperation'; did you mean 'separation'?"}},
        {"sources as object", sceneWith("\"sources\": {}"), {"sources is {}", "a list"}},
        {"source as number", sceneWith("\"sources\": [4]"), {"sources[0] is 4", "an object"}},
        {"collider key in a source", sceneWith("\"sources\": [{\"friction\": 1}]"), {"'friction'", "'colliders'"}},
        {"twin names",
         sceneWith("\"sources\": [{\"name\": \"a\"}, {\"name\": \"a\"}]"),
         {"sources[1]", "'a'", "already"}},
        {"name with a dot", sceneWith("\"sources\": [{\"name\": \"a.b\"}]"), {"'a.b'", "dots"}},
        {"name of digits", sceneWith("\"colliders\": [{\"name\": \"12\"}]"), {"colliders[0]", "'12'", "index"}},
        {"variations as object", sceneWith("\"sources\": [{\"variations\": {}}]"), {"sources[0]: variations is {}"}},
        {"unknown in a variation",
         sceneWith("\"sources\": [{\"variations\": [{\"amout\": 1}]}]"),
         {"sources[0] variations[0]", "'amout'", "'amount'"}},
        {"varies nothing",
         sceneWith("\"sources\": [{\"variations\": [{\"parameter\": \"densty\"}]}]"),
         {"variations[0]", "'densty'", "'density'"}},
        {"unknown in a key", sceneWith("\"colliders\": [{\"keys\": [{\"tme\": 1}]}]"), {"keys[0]", "'tme'", "'time'"}},
        {"unknown material", sceneWith("\"sources\": [{\"material\": \"pakcing\"}]"), {"'pakcing'", "'packing'"}},
        {"unknown preset",
         sceneWith("\"materials\": {\"a\": {\"preset\": \"pakcing\"}}"),
         {"materials.a", "'pakcing'", "'packing'"}},
        {"unknown in a material",
         sceneWith("\"materials\": {\"a\": {\"desnity\": 3}}"),
         {"materials.a", "'desnity'", "'density'"}},
        {"material as number", sceneWith("\"materials\": {\"a\": 3}"), {"materials.a is 3"}},
        {"material with a dot", sceneWith("\"materials\": {\"a.b\": {}}"), {"'a.b'", "dots"}},

        // Values seen together.
        {"end before start",
         sceneWith("\"simulation\": {\"end_frame\": 0}"),
         {":3:16", "start_frame is 1", "end_frame is 0"}},
        {"substeps crossed",
         sceneWith("\"simulation\": {\"min_substeps\": 9, \"max_substeps\": 2}"),
         {"min_substeps is 9"}},
        {"bounds crossed", sceneWith("\"simulation\": {\"bounds_max\": [1, -20000, 1]}"), {"bounds_max", "along y"}},
        {"flakes crossed", sceneWith("\"sources\": [{\"flake_size_min\": 0.1}]"), {"flake_size_min is 0.1", "0.006"}},
        {"stop before start", sceneWith("\"sources\": [{\"start\": 2, \"stop\": 1}]"), {"start is 2", "stop is 1"}},
        {"filled plane", sceneWith("\"sources\": [{\"shape\": \"plane\"}]"), {"sources[0]", "plane", "filled"}},
        {"mesh without file", sceneWith("\"sources\": [{\"shape\": \"mesh\"}]"), {"'mesh'", "'file'"}},
        {"vdb without file", sceneWith("\"colliders\": [{\"shape\": \"vdb\"}]"), {"colliders[0]", "'vdb'", "'file'"}},
        {"flat normal",
         sceneWith("\"colliders\": [{\"shape\": \"plane\", \"normal\": [0, 0, 0]}]"),
         {"normal is [0, 0, 0]"}},
        {"keys out of order",
         sceneWith("\"colliders\": [{\"keys\": [{\"time\": 1}, {\"time\": 1}]}]"),
         {"colliders[0]", "keys[1]: time is 1", "later than 1"}},
        {"sequence of spheres", sceneWith("\"colliders\": [{\"sequence\": true}]"), {"sequence", "'vdb'"}},
        {"sequence without pattern",
         sceneWith("\"colliders\": [{\"shape\": \"vdb\", \"file\": \"a.vdb\", \"sequence\": true}]"),
         {"'a.vdb'", "####"}},

        // Output.
        {"absolute folder", sceneWith("\"output\": {\"folder\": \"/etc\"}"), {":3:12", "folder is '/etc'", "relative"}},
        {"folder upwards", sceneWith("\"output\": {\"folder\": \"a/../../b\"}"), {"'a/../../b'", "lead out"}},
        {"empty folder", sceneWith("\"output\": {\"folder\": \"\"}"), {"folder is ''"}},
        {"name with a slash", sceneWith("\"output\": {\"name\": \"a/b\"}"), {"name is 'a/b'", "slashes"}},
        {"name upwards", sceneWith("\"output\": {\"name\": \"..\"}"), {"name is '..'"}},

        // Variants.
        {"variants as list", sceneWith("\"variants\": []"), {"variants is []"}},
        {"variant as number", sceneWith("\"variants\": {\"a\": 1}"), {"variants.a is 1"}},
        {"unused variant, unknown key",
         sceneWith("\"variants\": {\"a\": {\"simulation.fsp\": 1}}"),
         {":3:20", "'fsp'", "'fps'", "variant \"a\""}},
        {"unused variant, unknown source",
         sceneWith("\"sources\": [{\"name\": \"ball\"}],\n\"variants\": {\"a\": {\"sources.bal.seed\": 1}}"),
         {":4:20", "variant \"a\"", "unknown source 'bal'", "'ball'"}},
        {"variant beyond the list",
         sceneWith("\"sources\": [{}], \"variants\": {\"a\": {\"sources.1.seed\": 1}}"),
         {"'sources' has 1 elements", "no 1"}},
        {"variant into a number",
         sceneWith("\"simulation\": {\"fps\": 3}, \"variants\": {\"a\": {\"simulation.fps.x\": 1}}"),
         {"'fps' is 3", "'x'"}},
        {"variant with empty part",
         sceneWith("\"variants\": {\"a\": {\"simulation..fps\": 1}}"),
         {"'simulation..fps'", "empty"}},
        {"variant of variants", sceneWith("\"variants\": {\"a\": {\"variants.b\": {}}}"), {"'variants'", "cannot"}},
    };
    return kScenes;
}

TEST(SceneErrors, EachBadSceneIsRefusedWithWordsThatNameTheMistake)
{
    for (const auto& bad : badScenes()) {
        const std::string message = messageFor(bad.text);
        for (const auto& word : bad.words)
            EXPECT_NE(message.find(word), std::string::npos) << bad.name << ": no " << word << " in\n  " << message;
    }
}

TEST(SceneErrors, ThereAreManyBadScenes) { EXPECT_GE(badScenes().size(), 30u); }

TEST(SceneErrors, SeveralMistakesAreToldAtOnce)
{
    const std::string message =
        messageFor(sceneWith("\"simulation\": {\"fsp\": 1, \"end_frame\": \"a\"}, \"otput\": {}"));
    EXPECT_NE(message.find("3 mistakes"), std::string::npos) << message;
    EXPECT_NE(message.find("'fsp'"), std::string::npos);
    EXPECT_NE(message.find("end_frame is 'a'"), std::string::npos);
    EXPECT_NE(message.find("'otput'"), std::string::npos);
}

TEST(SceneErrors, NoMoreThanTwentyAreTold)
{
    std::string keys;
    for (int i = 0; i < 100; ++i) keys += (i ? ", \"zzzz" : "\"zzzz") + std::to_string(i) + "\": 1";
    const std::string message = messageFor(sceneWith("\"output\": {" + keys + "}"));
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), std::ptrdiff_t(SceneErrors::kMost));
}

TEST(SceneErrors, ALongValueIsCutShort)
{
    const std::string message =
        messageFor(sceneWith("\"simulation\": {\"fps\": \"" + std::string(5000000, 'x') + "\"}"));
    EXPECT_NE(message.find("fps is 'xxx"), std::string::npos);
    EXPECT_LT(message.size(), 400u);
}

TEST(SceneErrors, TooManyValuesAreRefused)
{
    std::string list = "\"title\": [0";
    for (std::size_t i = 0; i < kSceneValues; ++i) list += ",0";
    EXPECT_NE(messageFor(sceneWith(list + "]")).find("more than 1000000 values"), std::string::npos);
}

TEST(SceneErrors, ASceneThatCouldNotBeResumedIsRefused)
{
    // Short in the file, but past the reader's limit once every default is written out.
    std::string list = "\"sources\": [{}";
    for (int i = 0; i < 40000; ++i) list += ",{}";
    EXPECT_NE(messageFor(sceneWith(list + "]")).find("too large"), std::string::npos);
}

TEST(SceneErrors, UnknownVariantNamesTheNearest)
{
    const std::string text = sceneWith("\"variants\": {\"preview\": {}, \"final\": {}}");
    EXPECT_NE(messageFor(text, "previw").find("unknown variant 'previw'; did you mean 'preview'?"), std::string::npos);
    EXPECT_NE(messageFor(text, "xyzzy").find("Known: preview, final"), std::string::npos);
    EXPECT_NE(messageFor(sceneWith("\"title\": \"\""), "a").find("no variants"), std::string::npos);
}

TEST(SceneErrors, BadSettingsNameThemselves)
{
    const std::string text = sceneWith("\"sources\": [{\"name\": \"ball\"}]");
    EXPECT_NE(messageFor(text, "", {{"sources.ball.seperation", "1"}})
                  .find("--set: sources[0] \"ball\": unknown key 'seperation'; did you mean 'separation'?"),
              std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"sources.ball.separation", "wide"}}).find("separation is 'wide'"),
              std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"sources.ball", "wide"}}).find("--set: sources[0] is 'wide'"), std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"sources.bell.seed", "1"}}).find("--set: unknown source 'bell'"),
              std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"", "1"}}).find("empty part"), std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"variants.a", "1"}}).find("'variants' cannot be changed"), std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"simulation.fps", "nan"}}).find("fps is"), std::string::npos);
    EXPECT_NE(messageFor(text, "", {{"title", "\xff"}}).find("UTF-8"), std::string::npos);
}

TEST(SceneErrors, UnreadableFilesAreFileErrors)
{
    EXPECT_THROW(readScene({"/no/such/scene.json", "", {}}), FileError);
    EXPECT_THROW(readScene({"/", "", {}}), FileError) << "a folder is no scene";
    EXPECT_THROW(readScene({"/dev/zero", "", {}}), FileError) << "an endless file is no scene";
}

} // namespace
} // namespace firn
