#include "io/SceneSchema.h"

#include "io/SceneJson.h"
#include "io/SceneMaterials.h"
#include "io/SceneTables.h"
#include "sim/Scene.h"

namespace firn {

namespace {

/// Adds the limits that mean something; those of the number's type are left out.
void addRange(const Param& param, Json& to)
{
    const double unbounded = param.type == ParamType::Int ? 2e9 : 1e30;
    const auto limit = [&](double x) { return param.type == ParamType::Int ? Json(int64_t(x)) : Json(x); };
    if (param.range.lowest > -unbounded) to["minimum"] = limit(param.range.lowest);
    const bool wide = param.type == ParamType::Int && param.range.highest > 2.2e9 && param.range.highest < 9.1e18;
    if (param.range.highest < unbounded || wide) to["maximum"] = limit(param.range.highest);
}

Json paramSchema(const Param& param, const void* defaults)
{
    Json schema;
    schema["title"] = std::string(param.label);
    schema["description"] = std::string(param.help) + (param.unit.empty() ? "" : " [" + std::string(param.unit) + "]");
    switch (param.type) {
    case ParamType::Bool: schema["type"] = "boolean"; break;
    case ParamType::Int: schema["type"] = "integer"; break;
    case ParamType::Float: schema["type"] = "number"; break;
    case ParamType::Text: schema["type"] = "string"; break;
    case ParamType::Choice:
        schema["type"] = "string";
        for (std::size_t i = 0; i < param.choiceCount; ++i) schema["enum"].push_back(std::string(param.choices[i]));
        break;
    case ParamType::Vector:
        schema["type"] = "array";
        schema["items"]["type"] = "number";
        addRange(param, schema["items"]);
        schema["minItems"] = 3;
        schema["maxItems"] = 3;
        break;
    }
    if (param.type == ParamType::Int || param.type == ParamType::Float) addRange(param, schema);
    if (defaults) schema["default"] = paramJson(param, defaults);
    return schema;
}

void addProperties(const ParamTable& table, bool withDefaults, Json& properties)
{
    const auto defaults = table.make();
    for (const auto& param : table.params) {
        properties[std::string(param.token)] = paramSchema(param, withDefaults ? defaults.get() : nullptr);
        if (param.oldToken.empty()) continue;
        Json old = paramSchema(param, nullptr);
        old["description"] = "Former name of '" + std::string(param.token) + "'.";
        old["deprecated"] = true;
        properties[std::string(param.oldToken)] = old;
    }
}

Json objectSchema(const std::string& description)
{
    Json schema = {{"description", description}, {"type", "object"}, {"additionalProperties", false}};
    schema["properties"] = Json::object();
    return schema;
}

Json sectionSchema(std::string_view key)
{
    const SceneSection& section = sceneSection(key);
    Json schema = objectSchema(std::string(section.help));
    // A material's defaults are its preset's, so none is promised.
    for (const ParamTable* table : section.tables) addProperties(*table, key != "materials", schema["properties"]);
    return schema;
}

Json listOf(const char* definition, const std::string& description)
{
    return {{"description", description},
            {"type", "array"},
            {"items", {{"$ref", std::string("#/definitions/") + definition}}}};
}

/// The method decides which parameters the solver takes.
Json solverSchema()
{
    Json schema = {{"description", std::string(sceneSection("solver").help)}, {"type", "object"}};
    Json method = {{"title", "Method"}, {"description", ""}, {"type", "string"}};
    schema["properties"]["method"] = method; // its place; filled in below
    schema["required"] = Json::array({"method"});
    std::string summaries = "The method that moves the snow.";
    for (const Method* each : methods()) {
        const std::string name(each->name);
        summaries += " " + name + ": " + std::string(each->summary);
        method["enum"].push_back(name);
        Json properties;
        properties["method"]["const"] = name;
        addProperties(each->params, true, properties);
        Json branch;
        branch["if"] = {{"properties", {{"method", {{"const", name}}}}}, {"required", Json::array({"method"})}};
        branch["then"] = {{"properties", properties}, {"additionalProperties", false}};
        schema["allOf"].push_back(branch);
    }
    method["description"] = summaries;
    schema["properties"]["method"] = method;
    return schema;
}

Json materialsSchema()
{
    Json material = sectionSchema("materials");
    Json& preset = material["properties"]["preset"];
    preset = {{"title", "Preset"}, {"description", "The kind of snow whose values this material starts from."}};
    for (const auto& name : scenePresetNames()) preset["enum"].push_back(name);
    return {{"description", std::string(sceneSection("materials").help)},
            {"type", "object"},
            {"additionalProperties", material}};
}

} // namespace

std::string sceneSchema()
{
    Json schema = objectSchema("One file that says everything about a run of Firn.");
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    schema["title"] = "Firn scene";
    schema["required"] = Json::array({"solver"});

    Json& properties = schema["properties"];
    properties["$schema"] = {{"description", "The schema that editors use; Firn ignores it."}, {"type", "string"}};
    properties["firn"] = {{"description", "Version of the scene format."}, {"const", kSceneVersion}};
    properties["title"] = {{"description", "What the scene shows; for people."}, {"type", "string"}};
    properties["simulation"] = sectionSchema("simulation");
    properties["solver"] = solverSchema();
    properties["materials"] = materialsSchema();
    properties["sources"] = listOf("source", std::string(sceneSection("sources").help));
    properties["colliders"] = listOf("collider", std::string(sceneSection("colliders").help));
    properties["wind"] = sectionSchema("wind");
    properties["output"] = sectionSchema("output");
    properties["render"] = sectionSchema("render");
    properties["variants"] = {
        {"description", "Named sets of changes, as dotted paths or nested objects; picked with --variant."},
        {"type", "object"},
        {"additionalProperties", {{"type", "object"}}}};

    Json& definitions = schema["definitions"];
    definitions["variation"] = sectionSchema("sources[].variations");
    definitions["key"] = sectionSchema("colliders[].keys");
    definitions["source"] = sectionSchema("sources");
    definitions["source"]["properties"]["variations"] =
        listOf("variation", std::string(sceneSection("sources[].variations").help));
    definitions["collider"] = sectionSchema("colliders");
    definitions["collider"]["properties"]["keys"] = listOf("key", std::string(sceneSection("colliders[].keys").help));
    return schema.dump(2) + "\n";
}

} // namespace firn
