// Where a scene may write: a scene file from elsewhere must not reach beyond its own folder.
#pragma once

#include "sim/Scene.h"

namespace firn {

/// The folder that frames go to. The scene's own output folder stays inside the scene's folder: no absolute path, no
/// way up, no link that leads out. `chosen` (--output) is the user's own word and may be anywhere; it is relative to
/// the current folder. Nothing is made. Throws InputError.
std::string resolvedOutput(const Scene& scene, const std::string& chosen = {});

/// What is wrong with an output folder or name as written in a scene, as the end of a sentence; empty when it is good.
std::string outputFolderFault(const std::string& folder);
std::string outputNameFault(const std::string& name);

} // namespace firn
