// Every example in the guide to scenes is a scene that Firn reads.
#include "io/SceneFile.h"

#include <fstream>
#include <gtest/gtest.h>

namespace firn {
namespace {

/// The JSON blocks of the guide. One that is only a part of a scene is put into the shortest scene.
std::vector<std::string> guideExamples()
{
    std::ifstream file(FIRN_SCENE_GUIDE);
    std::vector<std::string> examples;
    std::string line;
    bool inside = false;
    while (std::getline(file, line)) {
        const bool fence = line.compare(0, 3, "```") == 0;
        if (fence && !inside && line == "```json") examples.emplace_back();
        if (fence) inside = !inside && line == "```json";
        if (!fence && inside) examples.back() += line + "\n";
    }
    for (auto& example : examples)
        if (example[0] != '{') example = "{\"solver\": {\"method\": \"ballistic\"},\n" + example + "}";
    return examples;
}

TEST(SceneGuide, EveryExampleIsRead)
{
    const auto examples = guideExamples();
    ASSERT_GE(examples.size(), 9u);
    for (const auto& example : examples) EXPECT_NO_THROW(parseScene(example, "scene.md", ".")) << example;
}

TEST(SceneGuide, ExamplesLeaveNothingUnused)
{
    for (const auto& example : guideExamples())
        for (const auto& note : parseScene(example, "scene.md", ".").notes)
            EXPECT_EQ(note, "the scene has no sources: there will be no snow") << example;
}

} // namespace
} // namespace firn
