#include "RenderInput.h"

#include "base/Error.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"
#include "io/SceneBuildFiles.h"
#include "io/ScenePaths.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace firn::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEmptyScene = R"({"solver": {"method": "ballistic"}})";

/// The options that stand for values of the scene's render section.
std::vector<SceneSetting> settingsOf(const RenderOptions& options)
{
    std::vector<SceneSetting> settings;
    for (const auto& setting : options.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError("--set " + setting + " is not understood; allowed: key=value, such as render.exposure=1");
        settings.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
    }
    if (!options.mode.empty()) settings.push_back({"render.mode", options.mode, "--mode"});
    if (!options.samples.empty()) settings.push_back({"render.samples", options.samples, "--samples"});
    if (!options.seed.empty()) settings.push_back({"render.seed", options.seed, "--seed"});
    if (!options.colourBy.empty()) {
        settings.push_back({"render.colour_by", options.colourBy, "--color-by"});
        if (options.mode.empty()) settings.push_back({"render.mode", "preview", "--color-by"});
    }
    if (!options.resolution.empty()) {
        const std::size_t cross = options.resolution.find('x');
        if (cross == std::string::npos)
            throw InputError("--resolution " + options.resolution +
                             " is not understood; allowed: WIDTHxHEIGHT, such as 960x540");
        settings.push_back({"render.width", options.resolution.substr(0, cross), "--resolution"});
        settings.push_back({"render.height", options.resolution.substr(cross + 1), "--resolution"});
    }
    return settings;
}

bool isFolder(const std::string& path)
{
    std::error_code error;
    return fs::is_directory(path, error);
}

bool exists(const std::string& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

/// The folder that the recorded scene's files are relative to: the run's folder or one above it that has them all.
std::string sceneFolderOf(const std::string& runFolder, const RunManifest& manifest)
{
    std::error_code error;
    fs::path folder = fs::weakly_canonical(runFolder, error);
    for (int up = 0; up < 4; ++up, folder = folder.parent_path()) {
        const bool all = std::all_of(manifest.inputs.begin(), manifest.inputs.end(),
                                     [&](const InputEntry& input) { return exists((folder / input.path).string()); });
        if (all) return folder.string();
    }
    throw InputError("'" + runFolder + "': the files that its scene reads, such as '" + manifest.inputs[0].path +
                     "', are not found from there; give the scene instead: firn render SCENE --run " + runFolder);
}

void addFrames(const std::string& folder, const RunManifest& manifest, RenderInput& input)
{
    for (const FrameEntry& entry : manifest.frames) input.frames.push_back({entry.frame, folder + "/" + entry.file});
}

RenderInput fromScene(const RenderOptions& options)
{
    SceneRequest request;
    request.path = options.path;
    request.variant = options.variant;
    request.overrides = settingsOf(options);
    RenderInput input{readScene(request).scene, {}, {}, ".png"};
    const std::string folder = resolvedOutput(input.scene, options.run);
    if (!exists(folder + "/" + kManifestFile))
        throw InputError("'" + folder + "' has no frames of '" + options.path + "'; first: firn run " + options.path +
                         ", or --run FOLDER");
    addFrames(folder, readManifest(folder), input);
    input.folder = folder + "/render";
    return input;
}

RenderInput fromRun(const RenderOptions& options, const std::string& folder)
{
    const RunManifest manifest = readManifest(folder);
    const std::string files = manifest.inputs.empty() ? folder : sceneFolderOf(folder, manifest);
    RenderInput input{
        parseScene(manifest.sceneText, folder + "/" + kManifestFile, files, {}, settingsOf(options)).scene,
        {},
        folder + "/render",
        ".png"};
    addFrames(folder, manifest, input);
    return input;
}

RenderInput fromCache(const RenderOptions& options)
{
    const fs::path path(options.path);
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const bool run = exists(folder + "/" + kManifestFile);
    RenderInput input =
        run ? fromRun(options, folder)
            : RenderInput{parseScene(kEmptyScene, "scene", folder, {}, settingsOf(options)).scene, {}, folder, ".png"};
    input.folder = folder;
    const auto known = std::find_if(input.frames.begin(), input.frames.end(), [&](const RenderFrame& frame) {
        return fs::path(frame.file).filename() == path.filename();
    });
    const int64_t number = known != input.frames.end() ? known->frame : input.scene.simulation.startFrame;
    input.frames = {{number, options.path}};
    return input;
}

} // namespace

RenderInput renderInput(const RenderOptions& options)
{
    if (!exists(options.path)) throw FileError(options.path, "there is no such file or folder");
    const bool scene = fs::path(options.path).extension() == ".json";
    if (!scene && (!options.variant.empty() || !options.run.empty()))
        throw InputError("--variant and --run go with a scene; '" + options.path + "' is none");
    RenderInput input = scene                    ? fromScene(options)
                        : isFolder(options.path) ? fromRun(options, options.path)
                                                 : fromCache(options);
    if (!options.frames.empty()) {
        const FrameChoice choice(options.frames);
        const auto outside = [&](const RenderFrame& frame) { return !choice.has(frame.frame); };
        input.frames.erase(std::remove_if(input.frames.begin(), input.frames.end(), outside), input.frames.end());
    }
    if (input.frames.empty())
        throw InputError("'" + options.path + "' has no frames" +
                         (options.frames.empty() ? "" : " among --frames " + options.frames));
    return input;
}

FrameChoice::FrameChoice(const std::string& text)
{
    const char *at = text.data(), *end = at + text.size();
    const auto number = [&](int64_t& value) {
        const auto read = std::from_chars(at, end, value);
        at = read.ptr;
        return read.ec == std::errc();
    };
    bool good = true;
    do {
        Part part{0, 0, 1};
        good = number(part.first);
        part.last = part.first;
        if (good && at != end && *at == '-') good = number((++at, part.last));
        if (good && at != end && *at == ':') good = number((++at, part.step));
        good = good && part.last >= part.first && part.step >= 1;
        mParts.push_back(part);
    } while (good && at != end && *at++ == ',');
    if (!good || at != end)
        throw InputError("--frames " + text +
                         " is not understood; allowed: FIRST-LAST, FIRST-LAST:STEP or a list, "
                         "such as 1-24, 1-24:4 or 3,7,9");
}

bool FrameChoice::has(int64_t frame) const
{
    return std::any_of(mParts.begin(), mParts.end(), [&](const Part& part) {
        return frame >= part.first && frame <= part.last && (frame - part.first) % part.step == 0;
    });
}

} // namespace firn::cli
