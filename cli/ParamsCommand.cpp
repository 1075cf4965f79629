// firn params, presets, methods: what there is to choose from, straight from the tables.
#include "Commands.h"
#include "ExitCode.h"
#include "Json.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Text.h"
#include "io/SceneJson.h"
#include "io/SceneTables.h"
#include "materials/Presets.h"
#include "solver/Method.h"
#include "surface/SurfaceParams.h"

namespace firn::cli {

namespace {

constexpr std::size_t kWidth = 110;

/// A table under the words a user may call it by.
struct NamedTable {
    std::string section; ///< "sources", "solver (method mpm)"
    const ParamTable* table;
};

std::vector<NamedTable> allTables()
{
    std::vector<NamedTable> tables;
    std::vector<const ParamTable*> seen;
    for (const SceneSection& section : sceneSections())
        for (const ParamTable* table : section.tables) {
            if (std::find(seen.begin(), seen.end(), table) != seen.end()) continue;
            seen.push_back(table);
            tables.push_back({std::string(section.key), table});
        }
    for (const Method* method : methods())
        tables.push_back({"solver, method " + std::string(method->name), &method->params});
    tables.push_back({"firn surface", &surfaceTable()});
    return tables;
}

std::vector<NamedTable> chosenTables(const std::string& word)
{
    const auto all = allTables();
    if (word.empty()) return all;
    std::vector<NamedTable> chosen;
    std::vector<std::string> known;
    for (const auto& entry : all) {
        known.emplace_back(entry.table->name);
        if (entry.table->name == word || entry.section == word) chosen.push_back(entry);
    }
    if (chosen.empty()) throw InputError(unknownName("table", word, known));
    return chosen;
}

std::string defaultText(const Param& param, const void* object)
{
    const std::string text = paramText(param, param.get(object));
    return text.empty() ? "empty" : text;
}

void printTable(const NamedTable& entry)
{
    const ParamTable& table = *entry.table;
    const auto object = table.make();
    std::printf("%s: %s (%s)\n", std::string(table.name).c_str(), std::string(table.label).c_str(),
                entry.section.c_str());
    for (const Param& param : table.params) {
        const std::string unit = param.unit.empty() ? "" : " " + std::string(param.unit);
        std::printf("  %s\n", (std::string(param.token) + " = " + defaultText(param, object.get()) + unit + "   [" +
                               paramAllowed(param) + "]")
                                  .c_str());
        std::printf("      %s\n", wrapped(std::string(param.help), kWidth - 6, 6).c_str());
    }
    std::printf("\n");
}

Json figure(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json tableJson(const NamedTable& entry)
{
    static constexpr const char* kTypes[] = {"bool", "int", "float", "vector", "text", "choice"};
    const auto object = entry.table->make();
    Json json = {{"table", std::string(entry.table->name)},
                 {"label", std::string(entry.table->label)},
                 {"section", entry.section},
                 {"params", Json::array()}};
    for (const Param& param : entry.table->params) {
        Json row = {{"token", std::string(param.token)},         {"label", std::string(param.label)},
                    {"type", kTypes[std::size_t(param.type)]},   {"unit", std::string(param.unit)},
                    {"default", paramJson(param, object.get())}, {"help", std::string(param.help)}};
        if (param.type == ParamType::Choice)
            for (std::size_t i = 0; i < param.choiceCount; ++i) row["choices"].push_back(std::string(param.choices[i]));
        else if (param.type != ParamType::Bool && param.type != ParamType::Text)
            row["range"] = {figure(param.range.lowest), figure(param.range.highest)};
        json["params"].push_back(std::move(row));
    }
    return json;
}

} // namespace

int paramsCommand(const ParamsOptions& options)
{
    const auto tables = chosenTables(options.table);
    if (!options.json) {
        for (const auto& entry : tables) printTable(entry);
        return kOk;
    }
    Json json = Json::array();
    for (const auto& entry : tables) json.push_back(tableJson(entry));
    printJson(json);
    return kOk;
}

int presetsCommand(const ListOptions& options)
{
    Json json = Json::array();
    for (const SnowPreset& preset : snowPresets()) {
        Json values;
        addParams(snowMaterialTable(), &preset.material, values);
        json.push_back({{"name", std::string(preset.name)},
                        {"description", std::string(preset.description)},
                        {"reason", std::string(preset.reason)},
                        {"material", values}});
        if (options.json) continue;
        std::printf("%s: %s\n", std::string(preset.name).c_str(),
                    wrapped(std::string(preset.description), kWidth - 10, 6).c_str());
        std::string line;
        for (const Param& param : kSnowMaterialParams)
            line += (line.empty() ? "" : "  ") + std::string(param.token) + " " +
                    paramText(param, param.get(&preset.material));
        std::printf("      %s\n", wrapped(line, kWidth - 6, 6).c_str());
    }
    if (options.json) printJson(json);
    return kOk;
}

int methodsCommand(const ListOptions& options)
{
    Json json = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const Method* method : methods()) {
        json.push_back({{"name", std::string(method->name)},
                        {"label", std::string(method->label)},
                        {"summary", std::string(method->summary)}});
        rows.push_back({std::string(method->name), std::string(method->summary)});
    }
    if (options.json)
        printJson(json);
    else
        std::printf("%s", tableText(rows, 0).c_str());
    return kOk;
}

} // namespace firn::cli
