// Frame numbers and cache files that a command line names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace firn::cli {

/// "48" (last alone) or "1-48".
struct FrameSpan {
    bool hasFirst = false;
    int64_t first = 0, last = 0;
};

/// Throws InputError for anything else.
FrameSpan parseFrames(const std::string& text);

struct CacheFile {
    std::string path;
    std::string folder; ///< that it lies in
};

/// The caches that paths name: a file itself, a run's folder its frames. `frames`, when not empty, chooses among a
/// folder's frames: 12, 1-48, 1-48:4 or 3,7,9. Throws InputError when nothing is left.
std::vector<CacheFile> cacheFiles(const std::vector<std::string>& paths, const std::string& frames);

} // namespace firn::cli
