#include "io/SceneBuildFiles.h"

#include "base/Error.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace firn {

namespace {

/// Where the frame's number goes: position, length of the place, digits.
struct NumberPlace {
    std::size_t at = std::string::npos, length = 0, digits = 1;
};

NumberPlace findPlace(const std::string& pattern)
{
    NumberPlace place;
    if ((place.at = pattern.find('#')) != std::string::npos) {
        place.length = std::min(pattern.find_first_not_of('#', place.at), pattern.size()) - place.at;
        place.digits = place.length;
    } else if ((place.at = pattern.find("$F")) != std::string::npos) {
        place.length = 2;
        if (place.at + 2 < pattern.size() && pattern[place.at + 2] >= '1' && pattern[place.at + 2] <= '9') {
            place.length = 3;
            place.digits = std::size_t(pattern[place.at + 2] - '0');
        }
    }
    return place;
}

bool usesFile(const ShapeParams& shape) { return shape.shape == ShapeKind::Mesh || shape.shape == ShapeKind::Vdb; }

} // namespace

std::string scenePath(const Scene& scene, const std::string& path)
{
    return (std::filesystem::path(scene.folder) / path).lexically_normal().string();
}

std::string sequencePath(const std::string& pattern, int64_t frame)
{
    const NumberPlace place = findPlace(pattern);
    if (place.at == std::string::npos)
        throw InputError("file '" + pattern + "' is no sequence; it must hold #### or $F4 where the frame's number is");
    std::string digits = std::to_string(frame < 0 ? -frame : frame);
    if (digits.size() < place.digits) digits.insert(0, place.digits - digits.size(), '0');
    std::string path = pattern;
    return path.replace(place.at, place.length, (frame < 0 ? "-" : "") + digits);
}

std::vector<SceneFileUse> sceneFiles(const Scene& scene)
{
    std::vector<SceneFileUse> files;
    std::unordered_set<std::string> seen; // a sequence may have a million files
    const auto add = [&](const std::string& path, const std::string& user) {
        const std::string full = scenePath(scene, path);
        if (seen.insert(full).second) files.push_back({path, full, user});
    };
    for (const auto& source : scene.sources) {
        const std::string user = "source '" + source.params.name + "'";
        if (!source.params.points.empty())
            add(source.params.points, user);
        else if (usesFile(source.shape))
            add(source.shape.file, user);
    }
    for (const auto& [shape, params, keys] : scene.colliders) {
        const std::string user = "collider '" + params.name + "'";
        if (!usesFile(shape)) continue;
        if (!params.sequence) add(shape.file, user);
        for (int frame = params.firstFrame; params.sequence && frame <= params.lastFrame; ++frame)
            add(sequencePath(shape.file, frame), user);
    }
    if (scene.wind.field == WindKind::Vdb) {
        if (!scene.wind.sequence) add(scene.wind.file, "the wind");
        for (int frame = scene.wind.firstFrame; scene.wind.sequence && frame <= scene.wind.lastFrame; ++frame)
            add(sequencePath(scene.wind.file, frame), "the wind");
    }
    return files;
}

} // namespace firn
