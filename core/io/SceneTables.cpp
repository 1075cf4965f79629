#include "io/SceneTables.h"

#include "base/Error.h"
#include "sim/Scene.h"

namespace firn {

std::vector<std::string> SceneSection::keys() const
{
    std::vector<std::string> all = others;
    for (const ParamTable* table : tables)
        for (const auto& param : table->params) all.emplace_back(param.token);
    return all;
}

const std::vector<SceneSection>& sceneSections()
{
    static const std::vector<SceneSection> kSections = {
        {"simulation", "Simulation", "Time, forces, steps and limits.", {&simulationTable()}, {}},
        {"solver", "Solver", "The method and its parameters.", {}, {"method"}},
        {"materials", "Materials", "Kinds of snow, by name.", {&snowMaterialTable()}, {"preset"}},
        {"sources", "Sources", "Where snow comes from.", {&shapeTable(), &sourceTable()}, {"variations"}},
        {"sources[].variations",
         "Variations",
         "How a material parameter varies over a source.",
         {&variationTable()},
         {}},
        {"colliders", "Colliders", "What snow bounces off and rests on.", {&shapeTable(), &colliderTable()}, {"keys"}},
        {"colliders[].keys", "Motion Keys", "Poses of a moving collider over time.", {&motionKeyTable()}, {}},
        {"wind", "Wind", "A field of wind, added to the simulation's steady wind.", {&windTable()}, {}},
        {"output", "Output", "Where and how frames are written.", {&outputTable()}, {}},
        {"render",
         "Render",
         "How pictures of the snow are made; it changes nothing of the simulation.",
         {&renderTable()},
         {}},
    };
    return kSections;
}

const SceneSection& sceneSection(std::string_view key)
{
    for (const auto& section : sceneSections())
        if (section.key == key) return section;
    FIRN_ASSERT(!"a section of the scene");
    return sceneSections()[0];
}

const std::vector<std::string>& sceneKeys()
{
    static const std::vector<std::string> kKeys = {"$schema", "firn",      "title",   "simulation",
                                                   "solver",  "materials", "sources", "colliders",
                                                   "wind",    "output",    "render",  "variants"};
    return kKeys;
}

namespace {

/// Calls `visit(table, where)` for each table a scene can use; stops when it returns true.
template <class Visit> void forEachTable(Visit visit)
{
    for (const auto& section : sceneSections())
        for (const ParamTable* table : section.tables)
            if (visit(*table, "in '" + std::string(section.key) + "'")) return;
    for (const Method* method : methods())
        if (visit(method->params, "to the method '" + std::string(method->name) + "'")) return;
}

} // namespace

bool sameToken(std::string_view a, std::string_view b)
{
    if (a == b) return true;
    using Renamed = std::pair<std::string_view, std::string_view>;
    static const std::vector<Renamed> kRenamed = [] {
        std::vector<Renamed> renamed;
        forEachTable([&](const ParamTable& table, const std::string&) {
            for (const auto& param : table.params)
                if (!param.oldToken.empty()) renamed.emplace_back(param.token, param.oldToken);
            return false;
        });
        return renamed;
    }();
    for (const auto& [now, before] : kRenamed)
        if ((a == now && b == before) || (a == before && b == now)) return true;
    return false;
}

std::string whereItBelongs(std::string_view key)
{
    std::string place;
    forEachTable([&](const ParamTable& table, const std::string& where) {
        if (!table.find(key)) return false;
        place = "; it belongs " + where;
        return true;
    });
    return place;
}

} // namespace firn
