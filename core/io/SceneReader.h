// Turns a scene's tree into a Scene: every key known, every value checked.
#pragma once

#include "io/SceneNode.h"
#include "sim/Scene.h"

namespace firn {

/// Reads the tree, variants aside. Throws InputError with all that is wrong; `notes` gets what an artist may have
/// overlooked. Materials of presets that sources name are part of the result.
Scene sceneFromTree(const SceneNode& root, SceneErrors& errors, std::vector<std::string>& notes);

} // namespace firn
