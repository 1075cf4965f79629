#include "Frames.h"

#include "RenderInput.h"
#include "base/Error.h"
#include "io/RunFolder.h"

#include <charconv>
#include <filesystem>
#include <optional>

namespace firn::cli {

namespace {

bool readWhole(const char*& at, const char* end, int64_t& value)
{
    const auto read = std::from_chars(at, end, value);
    at = read.ptr;
    return read.ec == std::errc();
}

} // namespace

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

std::vector<CacheFile> cacheFiles(const std::vector<std::string>& paths, const std::string& frames)
{
    namespace fs = std::filesystem;
    std::optional<FrameChoice> choice;
    if (!frames.empty()) choice.emplace(frames);
    std::vector<CacheFile> files;
    bool folders = false;
    for (const std::string& path : paths) {
        if (!fs::is_directory(path)) {
            const fs::path parent = fs::path(path).parent_path();
            files.push_back({path, parent.empty() ? "." : parent.string()});
            continue;
        }
        folders = true;
        const std::size_t before = files.size();
        for (const FrameEntry& entry : readManifest(path).frames)
            if (!choice || choice->has(entry.frame)) files.push_back({path + "/" + entry.file, path});
        if (files.size() == before)
            throw InputError("the run in '" + path + "' has no frame" + (frames.empty() ? " yet" : " of " + frames));
    }
    if (!frames.empty() && !folders) throw InputError("--frames chooses among a run's folder; no folder was given");
    return files;
}

} // namespace firn::cli
