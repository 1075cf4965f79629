// The files that a scene reads: where they are, and those of a sequence.
#pragma once

#include "sim/Scene.h"

#include <string>
#include <vector>

namespace firn {

/// A path as written in the scene, relative to the scene's folder unless it is absolute.
std::string scenePath(const Scene& scene, const std::string& path);

/// The file of one frame: a run of # or $F, $F4 in the pattern becomes the frame's number, padded with zeros.
/// Throws InputError when the pattern has no such place.
std::string sequencePath(const std::string& pattern, int64_t frame);

/// A file that the scene reads, and what for.
struct SceneFileUse {
    std::string name; ///< as the scene says it
    std::string path; ///< as it can be opened
    std::string user; ///< "collider 'tree'"
};

/// Every file the scene reads, in the scene's order, each once.
std::vector<SceneFileUse> sceneFiles(const Scene& scene);

} // namespace firn
