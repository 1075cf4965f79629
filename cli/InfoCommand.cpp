// firn info: what is in a file.
#include "ColumnStats.h"
#include "Commands.h"
#include "ExitCode.h"
#include "Json.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "geometry/MeshCheck.h"
#include "io/Checkpoint.h"
#include "io/InputFile.h"
#include "io/LevelSetFile.h"
#include "io/MeshFile.h"
#include "io/OpenFile.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"

#include <algorithm>
#include <filesystem>

namespace firn::cli {

namespace {

/// Everything `info` tells, in the order it is shown; JSON prints it as it is.
void printText(const Json& info)
{
    std::vector<std::vector<std::string>> rows, columns;
    for (const auto& [key, value] : info.items()) {
        if (key == "columns" || value.is_null()) continue;
        std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        if (value.is_boolean()) text = value.get<bool>() ? "yes" : "no";
        if (key == "bounds") text = value[0].dump() + " to " + value[1].dump();
        if (key == "bytes" || key == "memory") text = bytesText(value.get<double>());
        if (value.is_number_unsigned() && key != "bytes" && key != "memory") text = countText(value.get<uint64_t>());
        rows.push_back({key, text});
    }
    std::printf("%s", tableText(rows, 0).c_str());
    if (!info.contains("columns")) return;
    columns.push_back({"column", "type", "least", "greatest", "mean"});
    for (const Json& column : info["columns"]) {
        const auto vector = [&](const char* key) {
            std::string text;
            for (const Json& range : column["range"])
                text += (text.empty() ? "" : " ") + figureText(range.at(key).get<double>());
            return text;
        };
        std::string rest = vector("mean");
        if (column.contains("words")) rest = countText(column["words"].get<uint64_t>()) + " words";
        if (column.contains("not_finite")) rest += "  " + column["not_finite"].dump() + " NOT FINITE";
        columns.push_back({column["name"], column["type"], vector("min"), vector("max"), rest});
    }
    std::printf("%s", tableText(columns).c_str());
}

Json boundsJson(const Box3f& box)
{
    if (box.empty()) return nullptr;
    const auto corner = [](const Vec3f& x) {
        Json json = Json::array();
        for (int i = 0; i < 3; ++i) json.push_back(std::stod(firn::toText(x[i]))); // the float's own digits
        return json;
    };
    return Json::array({corner(box.lower), corner(box.upper)});
}

Box3f boundsOf(Span<const Vec3f> points)
{
    Box3f box;
    for (const Vec3f& x : points)
        if (x.allFinite()) box.extend(x);
    return box;
}

Json columnsJson(const Particles& particles)
{
    Json columns = Json::array();
    for (const Column& column : particles.columns()) {
        const ColumnStats stats = columnStats(column);
        Json json = {{"name", column.name()}, {"type", firn::toText(column.type())}, {"range", Json::array()}};
        for (const auto& c : stats.components)
            json["range"].push_back({{"min", c.lowest}, {"max", c.highest}, {"mean", c.mean}});
        if (column.type().scalar == Scalar::Text) json["words"] = column.words().size();
        if (stats.notFinite > 0) json["not_finite"] = stats.notFinite;
        columns.push_back(std::move(json));
    }
    std::sort(columns.begin(), columns.end(), [](const Json& a, const Json& b) { return a["name"] < b["name"]; });
    return columns;
}

Json particlesInfo(const std::string& path)
{
    const ParticleFile file = readParticles(path);
    const uint64_t hash = stateHash(file.particles);
    if (file.verified && hash != file.info.hash)
        throw FileError(path, "holds another state than its stored hash says: " + hashHex(hash) + " instead of " +
                                  hashHex(file.info.hash));
    Json json = {{"file", path},
                 {"kind", "particles"},
                 {"format", std::string(kParticleFormats[std::size_t(file.format)])},
                 {"bytes", file.bytes},
                 {"particles", uint64_t(file.particles.size())},
                 {"bounds", boundsJson(boundsOf(file.particles.P()))},
                 {"hash", hashHex(hash)},
                 {"verified", file.verified}};
    if (file.verified) {
        json["frame"] = file.info.frame;
        json["time"] = file.info.time;
        json["software"] = file.info.software;
        json["scene"] = file.info.scene;
    }
    for (const auto& note : file.notes) json["notes"].push_back(note);
    json["columns"] = columnsJson(file.particles);
    return json;
}

Json checkpointInfo(const std::string& path)
{
    const Checkpoint checkpoint = readCheckpoint(path);
    const SimState& state = checkpoint.state;
    return {{"file", path},
            {"kind", "checkpoint"},
            {"bytes", uint64_t(std::filesystem::file_size(path))},
            {"particles", uint64_t(state.particles.size())},
            {"bounds", boundsJson(boundsOf(state.particles.P()))},
            {"hash", hashHex(stateHash(state.particles))},
            {"verified", true},
            {"frame", state.frame},
            {"elapsed", state.elapsed},
            {"steps", state.steps},
            {"software", checkpoint.info.software},
            {"scene", Json::parse(checkpoint.info.sceneText, nullptr, false).value("title", std::string())},
            {"columns", columnsJson(state.particles)}};
}

Json meshInfo(const std::string& path)
{
    const Mesh mesh = readMesh(path);
    const MeshReport report = checkMesh(mesh).report;
    return {{"file", path},
            {"kind", "mesh"},
            {"bytes", uint64_t(std::filesystem::file_size(path))},
            {"points", uint64_t(mesh.points.size())},
            {"faces", uint64_t(mesh.faceCorners.size())},
            {"bounds", boundsJson(boundsOf(mesh.points))},
            {"closed", report.openEdges == 0},
            {"velocities", !mesh.velocities.empty()},
            {"summary", report.summary()}};
}

Json levelSetInfo(const std::string& path)
{
    const LevelSet levelSet = readLevelSet(path);
    return {{"file", path},
            {"kind", "level set"},
            {"bytes", uint64_t(std::filesystem::file_size(path))},
            {"voxel_size", levelSet.voxelSize()},
            {"bounds", boundsJson(levelSet.bounds())},
            {"memory", uint64_t(levelSet.memory())}};
}

/// A density grid of ours: whole, by its checksum.
Json densityInfo(const std::string& path)
{
    const InputFile file(path);
    return {
        {"file", path}, {"kind", "density"}, {"bytes", uint64_t(file.bytes().size())}, {"verified", file.verified()}};
}

/// Points or a level set: only trying tells. When it is neither, the first complaint stands.
Json vdbInfo(const std::string& path, const std::string& start)
{
    if (start.find("firn-cache:density") != std::string::npos) return densityInfo(path);
    try {
        return particlesInfo(path);
    } catch (const FileError&) {
        try {
            return levelSetInfo(path);
        } catch (const FileError&) {
        }
        throw;
    }
}

/// A .ply with faces is a mesh.
bool hasFaces(const std::string& start)
{
    const std::size_t at = start.find("\nelement face ");
    return at != std::string::npos && start.compare(at + 14, 2, "0\n") != 0;
}

/// A run's folder, by its record; `firn hash` reads the frames themselves.
Json runInfo(const std::string& folder)
{
    if (!std::filesystem::exists(folder + "/" + kManifestFile))
        throw InputError("the folder '" + folder + "' holds no run: it has no " + kManifestFile);
    const RunManifest run = readManifest(folder);
    uint64_t bytes = 0;
    for (const FrameEntry& entry : run.frames) bytes += entry.bytes + entry.densityBytes;
    const Json scene = Json::parse(run.sceneText);
    Json json = {{"folder", folder},
                 {"kind", "run"},
                 {"title", scene.value("title", std::string())},
                 {"method", scene.value(Json::json_pointer("/solver/method"), std::string())},
                 {"frames", std::to_string(run.startFrame) + " to " + std::to_string(run.endFrame)},
                 {"written", uint64_t(run.frames.size())},
                 {"complete", run.complete()},
                 {"files", run.name + ".*." + run.format},
                 {"bytes", bytes}};
    if (!run.frames.empty()) {
        json["last_frame"] = run.frames.back().frame;
        json["particles"] = run.frames.back().particles;
        json["last_hash"] = hashHex(run.frames.back().hash);
    }
    json["scene_hash"] = hashHex(run.sceneHash);
    json["software"] = "Firn " + run.version;
    json["notes"] = Json::array({"the frames were not read; 'firn hash' verifies them"});
    return json;
}

Json infoOf(const std::string& path)
{
    if (std::filesystem::is_directory(path)) return runInfo(path);
    const std::string extension = std::filesystem::path(path).extension().string();
    const std::string start = readStart(path, 4096);
    if (extension == ".firn" || start.compare(0, 15, "Firn checkpoint") == 0) return checkpointInfo(path);
    if (extension == ".obj" || (extension == ".ply" && hasFaces(start))) return meshInfo(path);
    if (extension == ".vdb") return vdbInfo(path, start);
    static const std::vector<std::string> kKnown = {".bgeo", ".geo", ".vdb", ".ply", ".obj", ".firn"};
    if (std::find(kKnown.begin(), kKnown.end(), extension) == kKnown.end())
        throw InputError("'" + path + "' is no file that Firn knows; known: " + join(kKnown, ", "));
    return particlesInfo(path);
}

} // namespace

int infoCommand(const InfoOptions& options)
{
    const Json info = infoOf(options.file);
    if (options.json)
        printJson(info);
    else
        printText(info);
    return kOk;
}

} // namespace firn::cli
