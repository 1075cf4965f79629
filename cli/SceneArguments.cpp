#include "SceneArguments.h"

#include "Frames.h"
#include "base/Error.h"

namespace firn::cli {

namespace {

void requireFirstFrame(const FrameSpan& span, int startFrame, const std::string& text)
{
    if (!span.hasFirst || span.first == startFrame) return;
    throw InputError(
        "--frames " + text + " begins at frame " + std::to_string(span.first) + ", but the scene's start_frame is " +
        std::to_string(startFrame) + " and a simulation cannot begin in the middle. Use --frames " +
        std::to_string(span.last) +
        " (with --resume to go on), or renumber with --set simulation.start_frame=" + std::to_string(span.first));
}

} // namespace

LoadedScene sceneFor(const SceneOptions& options)
{
    SceneRequest request;
    request.path = options.path;
    request.variant = options.variant;
    for (const auto& setting : options.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError("--set " + setting + " is not understood; allowed: key=value, such as simulation.seed=7");
        request.overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
    }
    FrameSpan span;
    if (!options.frames.empty()) {
        span = parseFrames(options.frames);
        request.overrides.push_back({"simulation.end_frame", std::to_string(span.last), "--frames"});
    }
    if (!options.format.empty()) request.overrides.push_back({"output.format", options.format, "--format"});
    LoadedScene loaded = readScene(request);
    requireFirstFrame(span, loaded.scene.simulation.startFrame, options.frames);
    return loaded;
}

} // namespace firn::cli
