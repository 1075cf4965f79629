#include "io/RunHistory.h"

#include "base/Error.h"
#include "io/RunFolder.h"
#include "io/RunFolderReport.h"

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace firn {

namespace {

using Json = nlohmann::ordered_json;

double number(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string text(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

FrameFigures figuresOf(const Json& json)
{
    FrameFigures figures;
    figures.frame = json["frame"].get<int64_t>();
    figures.particles = number(json, "particles");
    figures.substeps = number(json, "substeps");
    figures.largestSpeed = number(json, "largest_speed");
    figures.kineticEnergy = number(json, "kinetic_energy");
    figures.potentialEnergy = number(json, "potential_energy");
    figures.seconds = number(json, "seconds");
    if (json.contains("passes") && json["passes"].is_object())
        for (const auto& [pass, seconds] : json["passes"].items())
            if (seconds.is_number()) figures.passes.emplace_back(pass, seconds.get<double>());
    if (json.contains("solves") && json["solves"].is_array())
        for (const Json& solve : json["solves"])
            if (solve.is_object())
                figures.solves.push_back({text(solve, "solve"), number(solve, "iterations"),
                                          !solve.contains("converged") || solve["converged"] != Json(false)});
    if (json.contains("warnings") && json["warnings"].is_array())
        for (const Json& warning : json["warnings"])
            if (warning.is_string()) figures.warnings.push_back(warning.get<std::string>());
    return figures;
}

/// Takes a line; a torn or foreign one says nothing.
void takeLine(const std::string& line, std::map<int64_t, FrameFigures>& frames, RunHistory& history)
{
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return;
    if (json.contains("frame") && json["frame"].is_number_integer()) {
        FrameFigures figures = figuresOf(json);
        frames[figures.frame] = std::move(figures);
    } else if (json.contains("ended")) {
        history.ended = text(json, "ended");
        history.endText = text(json, "text");
    }
}

} // namespace

RunHistory readRunHistory(const std::string& folder)
{
    const RunManifest manifest = readManifest(folder);
    RunHistory history;
    history.folder = folder;
    history.startFrame = manifest.startFrame;
    history.endFrame = manifest.endFrame;
    const Json scene = Json::parse(manifest.sceneText, nullptr, false);
    if (scene.is_object()) {
        history.title = text(scene, "title");
        if (scene.contains("solver") && scene["solver"].is_object()) history.method = text(scene["solver"], "method");
    }
    if (history.title.empty()) history.title = manifest.name;

    std::map<int64_t, FrameFigures> frames;
    std::istringstream lines(reportText(folder));
    for (std::string line; std::getline(lines, line);) takeLine(line, frames, history);
    for (auto& entry : frames) history.frames.push_back(std::move(entry.second));
    return history;
}

std::string endReportLine(const std::string& ended, int64_t lastFrame, const std::string& words)
{
    return Json{{"ended", ended}, {"after_frame", lastFrame}, {"text", words}}.dump(-1, ' ', false,
                                                                                    Json::error_handler_t::replace);
}

} // namespace firn
