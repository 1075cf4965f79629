// The schema and the parameter page name every parameter that a scene can hold.
#include "io/ParamDocs.h"
#include "io/SceneMaterials.h"
#include "io/SceneSchema.h"
#include "io/SceneTables.h"
#include "solver/Method.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace firn {
namespace {

using nlohmann::json;

const json& schema()
{
    static const json kSchema = json::parse(sceneSchema());
    return kSchema;
}

/// The part of the schema that describes one object of a section.
const json& objectOf(const std::string& section)
{
    if (section == "materials") return schema()["properties"]["materials"]["additionalProperties"];
    if (section == "sources") return schema()["definitions"]["source"];
    if (section == "sources[].variations") return schema()["definitions"]["variation"];
    if (section == "colliders") return schema()["definitions"]["collider"];
    if (section == "colliders[].keys") return schema()["definitions"]["key"];
    return schema()["properties"][section];
}

void expectDescribes(const json& properties, const Param& param)
{
    ASSERT_TRUE(properties.contains(param.token)) << param.token;
    const json& row = properties[std::string(param.token)];
    EXPECT_EQ(row["title"], param.label);
    EXPECT_EQ(row["description"].get<std::string>().find(param.help), 0u) << param.token;
    EXPECT_EQ(row.value("enum", json::array()).size(), param.choiceCount) << param.token;
    EXPECT_NE(row["description"].get<std::string>().find(param.unit), std::string::npos) << param.token;
    EXPECT_TRUE(param.oldToken.empty() || properties.contains(param.oldToken)) << param.oldToken;
}

TEST(SceneSchema, TakesExactlyTheKeysOfAScene)
{
    EXPECT_EQ(schema()["properties"].size(), sceneKeys().size());
    for (const auto& key : sceneKeys()) EXPECT_TRUE(schema()["properties"].contains(key)) << key;
    EXPECT_EQ(schema()["additionalProperties"], false);
}

TEST(SceneSchema, DescribesEveryParameterOfEverySection)
{
    for (const auto& section : sceneSections()) {
        if (section.key == "solver") continue;
        const json& object = objectOf(std::string(section.key));
        EXPECT_EQ(object["additionalProperties"], false) << section.key;
        for (const auto& key : section.keys()) EXPECT_TRUE(object["properties"].contains(key)) << section.key << key;
        for (const ParamTable* table : section.tables)
            for (const auto& param : table->params) expectDescribes(object["properties"], param);
    }
}

TEST(SceneSchema, DescribesEveryMethod)
{
    const json& solver = schema()["properties"]["solver"];
    EXPECT_EQ(solver["properties"]["method"]["enum"].size(), methods().size());
    for (std::size_t i = 0; i < methods().size(); ++i) {
        const json& branch = solver["allOf"][i];
        EXPECT_EQ(branch["if"]["properties"]["method"]["const"], methods()[i]->name);
        EXPECT_EQ(branch["then"]["additionalProperties"], false);
        for (const auto& param : methods()[i]->params.params) expectDescribes(branch["then"]["properties"], param);
    }
}

TEST(SceneSchema, HasRangesTypesAndDefaults)
{
    const json& simulation = schema()["properties"]["simulation"]["properties"];
    EXPECT_EQ(simulation["fps"]["minimum"], 0.01);
    EXPECT_EQ(simulation["fps"]["default"], 24.0);
    EXPECT_EQ(simulation["end_frame"]["type"], "integer");
    EXPECT_EQ(simulation["gravity"]["items"]["maximum"], 1e4);
    EXPECT_EQ(simulation["gravity"]["default"], json({0.0, -9.81, 0.0}));
    EXPECT_EQ(simulation["bounds_min"]["items"].count("minimum"), 0u) << "the limits of a float are nobody's choice";
    EXPECT_EQ(objectOf("sources")["properties"]["shape"]["default"], "sphere");
    EXPECT_EQ(objectOf("materials")["properties"]["preset"]["enum"].size(), scenePresetNames().size());
}

TEST(SceneSchema, EveryReferenceLeadsSomewhere)
{
    const std::string text = sceneSchema();
    const std::string mark = "\"$ref\": \"#";
    int references = 0;
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1), ++references) {
        const auto begin = at + mark.size();
        const std::string pointer = text.substr(begin, text.find('"', begin) - begin);
        EXPECT_TRUE(schema().contains(json::json_pointer(pointer))) << pointer;
    }
    EXPECT_EQ(references, 4);
}

TEST(ParamDocs, ListEveryParameter)
{
    const std::string page = parametersMarkdown();
    const auto expectRows = [&](const ParamTable& table) {
        for (const auto& param : table.params) {
            const auto row = page.find("| `" + std::string(param.token) + "` | " + std::string(param.label));
            ASSERT_NE(row, std::string::npos) << table.name << "." << param.token;
            EXPECT_NE(page.find(markdownCell(param.help)), std::string::npos) << param.token;
        }
    };
    for (const auto& section : sceneSections())
        for (const ParamTable* table : section.tables) expectRows(*table);
    for (const Method* method : methods()) expectRows(method->params);
}

TEST(ParamDocs, ShowWhatIsAllowedAndTheDefault)
{
    EXPECT_NE(parametersMarkdown().find("| `fps` | Frames per Second | 1/s | a number from 0.01 to 1e+05 | `24` |"),
              std::string::npos)
        << parametersMarkdown().substr(0, 1500);
}

TEST(ParamDocs, CellsStayInTheirTable) { EXPECT_EQ(markdownCell("a|b\nc"), "a\\|b c"); }

} // namespace
} // namespace firn
