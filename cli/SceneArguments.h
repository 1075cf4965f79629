// The scene that a command line asks for.
#pragma once

#include "Options.h"
#include "io/SceneFile.h"

namespace firn::cli {

/// Reads the scene with its variant, settings, frames, format.
LoadedScene sceneFor(const SceneOptions& options);

} // namespace firn::cli
