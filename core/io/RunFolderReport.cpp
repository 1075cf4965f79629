#include "io/RunFolderReport.h"

#include "base/Hash.h"
#include "io/InputFile.h"
#include "io/RunFolderPaths.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace firn {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity: an unknown figure is null.
Json figure(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json reportJson(const FrameReport& report)
{
    Json json = {{"frame", report.frame},
                 {"hash", hashHex(report.hash)},
                 {"particles", report.particles},
                 {"emitted", report.emitted},
                 {"left", report.left},
                 {"substeps", report.substeps},
                 {"smallest_step", figure(report.smallestStep)},
                 {"largest_step", figure(report.largestStep)},
                 {"largest_speed", figure(report.largestSpeed)},
                 {"kinetic_energy", figure(report.kineticEnergy)},
                 {"potential_energy", figure(report.potentialEnergy)},
                 {"seconds", figure(report.seconds)},
                 {"passes", Json::object()},
                 {"solves", Json::array()},
                 {"warnings", report.warnings}};
    for (const auto& entry : report.times.entries()) json["passes"][entry.pass] = figure(entry.seconds);
    for (const auto& solve : report.solves)
        json["solves"].push_back({{"solve", solve.solve},
                                  {"iterations", solve.iterations},
                                  {"residual", figure(solve.residual)},
                                  {"converged", solve.converged}});
    return json;
}

std::string lineOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace

std::string frameReportLine(const FrameReport& report) { return lineOf(reportJson(report)); }

std::string frameReportLine(const FrameReport& report, const FrameEntry& entry)
{
    Json json = reportJson(report);
    json["file"] = entry.file;
    json["bytes"] = entry.bytes;
    if (!entry.densityFile.empty()) {
        json["density_file"] = entry.densityFile;
        json["density_bytes"] = entry.densityBytes;
    }
    return lineOf(json);
}

std::string reportText(const std::string& folder)
{
    const std::string path = folder + "/" + kReportFile;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return {};
    const InputFile file(path);
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

std::string keptReportLines(const std::string& text, int64_t lastFrame)
{
    std::map<int64_t, std::string> kept;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object() || !json.contains("frame") || !json["frame"].is_number_integer()) continue;
        const auto frame = json["frame"].get<int64_t>();
        if (frame <= lastFrame) kept[frame] = line;
    }
    std::string result;
    for (const auto& [frame, line] : kept) result += line + "\n";
    return result;
}

} // namespace firn
