#include "SceneArguments.h"

#include "base/Error.h"

#include <charconv>

namespace firn::cli {

namespace {

bool readWhole(const char*& at, const char* end, int64_t& value)
{
    const auto read = std::from_chars(at, end, value);
    at = read.ptr;
    return read.ec == std::errc();
}

struct FrameSpan {
    bool hasFirst = false;
    int64_t first = 0, last = 0;
};

/// "48", "1-48", "-5--1".
FrameSpan parseFrames(const std::string& text)
{
    FrameSpan span;
    const char *at = text.data(), *end = at + text.size();
    bool good = readWhole(at, end, span.last);
    if (good && at != end && *at == '-') {
        span.hasFirst = true;
        span.first = span.last;
        good = readWhole(++at, end, span.last);
    }
    if (!good || at != end || (span.hasFirst && span.last < span.first))
        throw InputError("--frames " + text + " is not understood; allowed: LAST or FIRST-LAST, such as 48 or 1-48");
    return span;
}

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
