#include "io/SceneText.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "io/SceneJson.h"
#include "io/SceneNode.h"
#include "io/SceneTables.h"

namespace firn {

Json paramJson(const Param& param, const void* object)
{
    const ParamValue value = param.get(object);
    switch (param.type) {
    case ParamType::Bool: return std::get<bool>(value);
    case ParamType::Int: return std::get<int64_t>(value);
    case ParamType::Float: return std::get<double>(value);
    case ParamType::Vector: {
        const Vec3d v = std::get<Vec3d>(value);
        return Json::array({v.x(), v.y(), v.z()});
    }
    case ParamType::Text:
    case ParamType::Choice: break;
    }
    return paramText(param, value);
}

void addParams(const ParamTable& table, const void* object, Json& to)
{
    for (const auto& param : table.params) to[std::string(param.token)] = paramJson(param, object);
}

namespace {

template <class S> Json listJson(const ParamTable& table, const std::vector<S>& values)
{
    Json list = Json::array();
    for (const auto& value : values) {
        list.emplace_back(Json::object());
        addParams(table, &value, list.back());
    }
    return list;
}

Json sceneJson(const Scene& scene)
{
    Json json = {{"firn", kSceneVersion}, {"title", scene.title}};
    addParams(simulationTable(), &scene.simulation, json["simulation"]);
    json["solver"]["method"] = std::string(scene.method->name);
    addParams(scene.solver.table(), scene.solver.object(), json["solver"]);
    json["materials"] = Json::object();
    for (const auto& [name, material] : scene.materials)
        addParams(snowMaterialTable(), &material, json["materials"][name]);
    json["sources"] = Json::array();
    for (const auto& source : scene.sources) {
        Json item;
        addParams(sourceTable(), &source.params, item);
        addParams(shapeTable(), &source.shape, item);
        item["variations"] = listJson(variationTable(), source.variations);
        json["sources"].push_back(std::move(item));
    }
    json["colliders"] = Json::array();
    for (const auto& collider : scene.colliders) {
        Json item;
        addParams(colliderTable(), &collider.params, item);
        addParams(shapeTable(), &collider.shape, item);
        item["keys"] = listJson(motionKeyTable(), collider.keys);
        json["colliders"].push_back(std::move(item));
    }
    addParams(windTable(), &scene.wind, json["wind"]);
    addParams(outputTable(), &scene.output, json["output"]);
    addParams(renderTable(), &scene.render, json["render"]);
    return json;
}

std::size_t valueCount(const Json& json)
{
    std::size_t count = 1;
    if (json.is_structured())
        for (const auto& item : json) count += valueCount(item);
    return count;
}

std::string dumped(const Json& json, int indent)
{
    try {
        return json.dump(indent) + "\n";
    } catch (const Json::exception&) {
        throw InputError("a text of the scene is not valid UTF-8");
    }
}

} // namespace

std::string sceneText(const Scene& scene)
{
    // The text must pass the reader's own limits, or a run could not be resumed from it.
    const Json json = sceneJson(scene);
    std::string text = dumped(json, 1);
    const std::size_t values = valueCount(json);
    if (values > kSceneValues || text.size() > kSceneBytes)
        throw InputError("the scene is too large: written out it has " + std::to_string(values) + " values; at most " +
                         std::to_string(kSceneValues) + " are allowed");
    return text;
}

uint64_t sceneHash(const Scene& scene)
{
    Json json = sceneJson(scene);
    json.erase("title");
    json.erase("render"); // pictures change nothing of the snow
    return hashText(dumped(json, -1));
}

} // namespace firn
