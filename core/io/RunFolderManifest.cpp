#include "io/RunFolderManifest.h"

#include "base/Error.h"
#include "base/Hash.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace firn {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kManifestVersion = 1;

uint64_t parseHash(const Json& value)
{
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw InputError("'" + text + "' is no hash");
    return std::stoull(text, nullptr, 16);
}

Json toJson(const FrameEntry& entry)
{
    Json json = {{"frame", entry.frame},
                 {"file", entry.file},
                 {"bytes", entry.bytes},
                 {"hash", hashHex(entry.hash)},
                 {"particles", entry.particles}};
    if (!entry.densityFile.empty()) {
        json["density_file"] = entry.densityFile;
        json["density_bytes"] = entry.densityBytes;
    }
    return json;
}

/// A name that stays in the folder, whatever the file says.
std::string plainName(const Json& value)
{
    const auto& name = value.get_ref<const std::string&>();
    if (name.empty() || name.find('/') != std::string::npos)
        throw InputError("'" + name + "' is no file of the folder");
    return name;
}

FrameEntry frameFrom(const Json& json)
{
    FrameEntry entry;
    entry.frame = json.at("frame").get<int64_t>();
    entry.file = plainName(json.at("file"));
    entry.bytes = json.at("bytes").get<uint64_t>();
    entry.hash = parseHash(json.at("hash"));
    entry.particles = json.at("particles").get<uint64_t>();
    if (json.contains("density_file")) {
        entry.densityFile = plainName(json.at("density_file"));
        entry.densityBytes = json.at("density_bytes").get<uint64_t>();
    }
    return entry;
}

RunManifest manifestFrom(const Json& json)
{
    if (json.at("firn_run").get<int>() != kManifestVersion)
        throw InputError("it was written by another version of Firn (" + json.at("version").get<std::string>() + ")");
    RunManifest manifest;
    manifest.version = json.at("version").get<std::string>();
    manifest.sceneHash = parseHash(json.at("scene_hash"));
    manifest.sceneText = json.at("scene").dump();
    manifest.name = plainName(json.at("name"));
    manifest.format = json.at("format").get<std::string>();
    manifest.startFrame = json.at("start_frame").get<int64_t>();
    manifest.endFrame = json.at("end_frame").get<int64_t>();
    for (const Json& input : json.at("inputs"))
        manifest.inputs.push_back(
            {input.at("path").get<std::string>(), input.at("bytes").get<uint64_t>(), parseHash(input.at("hash"))});
    for (const Json& frame : json.at("frames")) {
        manifest.frames.push_back(frameFrom(frame));
        if (manifest.frames.back().frame != manifest.startFrame + int64_t(manifest.frames.size()) - 1)
            throw InputError("its frames have gaps");
    }
    return manifest;
}

/// The scene without what a resumed run may change.
Json comparable(const std::string& sceneText)
{
    Json scene = Json::parse(sceneText);
    scene.erase("title");
    scene.erase("render");
    if (scene.contains("simulation"))
        for (const char* key : {"end_frame", "max_substeps", "max_particles"}) scene["simulation"].erase(key);
    if (scene.contains("output")) {
        scene["output"].erase("folder");
        scene["output"].erase("checkpoint_every");
    }
    return scene;
}

/// "/simulation/gravity" as "simulation.gravity".
std::string dotted(std::string pointer)
{
    if (!pointer.empty()) pointer.erase(0, 1);
    std::replace(pointer.begin(), pointer.end(), '/', '.');
    return pointer;
}

std::string valueAt(const Json& scene, const std::string& pointer)
{
    const Json::json_pointer at(pointer);
    return scene.contains(at) ? scene.at(at).dump() : "nothing";
}

} // namespace

void RunManifest::cutAfter(int64_t frame)
{
    while (!frames.empty() && frames.back().frame > frame) frames.pop_back();
}

bool RunManifest::complete() const { return int64_t(frames.size()) == endFrame - startFrame + 1; }

std::string manifestText(const RunManifest& manifest)
{
    Json json = {
        {"firn_run", kManifestVersion},   {"version", manifest.version}, {"scene_hash", hashHex(manifest.sceneHash)},
        {"name", manifest.name},          {"format", manifest.format},   {"start_frame", manifest.startFrame},
        {"end_frame", manifest.endFrame}, {"inputs", Json::array()},     {"scene", Json::parse(manifest.sceneText)}};
    for (const auto& input : manifest.inputs)
        json["inputs"].push_back({{"path", input.path}, {"bytes", input.bytes}, {"hash", hashHex(input.hash)}});

    // One frame per line: people read this file, and diff it.
    std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    text.resize(text.size() - 2); // "\n}"
    text += ",\n  \"frames\": [";
    for (std::size_t i = 0; i < manifest.frames.size(); ++i)
        text += (i > 0 ? ",\n    " : "\n    ") +
                toJson(manifest.frames[i]).dump(-1, ' ', false, Json::error_handler_t::replace);
    return text + (manifest.frames.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

RunManifest parseManifest(const std::string& text, const std::string& path)
{
    try {
        return manifestFrom(Json::parse(text));
    } catch (const std::exception& error) {
        throw FileError(path,
                        std::string("not a whole record of a run: ") + error.what() + ". Start over with --overwrite");
    }
}

void addReported(RunManifest& manifest, const std::string& reportText)
{
    std::map<int64_t, FrameEntry> reported;
    for (std::size_t at = 0, end = 0; (end = reportText.find('\n', at)) != std::string::npos; at = end + 1) {
        try { // a line that tells of no file is not about a frame of ours
            FrameEntry entry = frameFrom(
                Json::parse(reportText.begin() + std::ptrdiff_t(at), reportText.begin() + std::ptrdiff_t(end)));
            reported[entry.frame] = std::move(entry);
        } catch (const std::exception&) {
        }
    }
    int64_t next = manifest.startFrame + int64_t(manifest.frames.size());
    for (auto found = reported.find(next); found != reported.end(); found = reported.find(++next)) {
        manifest.frames.push_back(std::move(found->second));
        ++manifest.reported;
    }
}

uint64_t resumableHash(const std::string& sceneText) { return hashText(comparable(sceneText).dump()); }

std::string manifestDifference(const RunManifest& before, const RunManifest& now)
{
    const Json old = comparable(before.sceneText), fresh = comparable(now.sceneText);
    if (old != fresh) {
        const Json changes = Json::diff(old, fresh);
        std::string text = "the scene has changed since this run began:";
        for (std::size_t i = 0; i < changes.size() && i < 5; ++i) {
            const auto pointer = changes[i].at("path").get<std::string>();
            text += "\n  " + dotted(pointer) + " was " + valueAt(old, pointer) + ", is now " + valueAt(fresh, pointer);
        }
        if (changes.size() > 5) text += "\n  and " + std::to_string(changes.size() - 5) + " more";
        return text;
    }
    for (const auto& input : now.inputs) {
        const auto same = [&](const InputEntry& other) { return other.path == input.path; };
        const auto found = std::find_if(before.inputs.begin(), before.inputs.end(), same);
        if (found == before.inputs.end() || found->hash != input.hash || found->bytes != input.bytes)
            return "the file '" + input.path + "' that the scene reads has changed since this run began";
    }
    if (before.name != now.name || before.format != now.format || before.startFrame != now.startFrame)
        return "the frames' name, format or first number have changed since this run began";
    return {};
}

} // namespace firn
