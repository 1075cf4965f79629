// Variants and --set: changes laid over a scene's tree before it is read.
#pragma once

#include "io/SceneFile.h"
#include "io/SceneNode.h"

namespace firn {

/// What the elements of `sources` or `colliders` are called: their own names, or kind and number ("source1").
std::vector<std::string> elementNames(const SceneNode& list, const std::string& kind);

/// Lays an object of changes over the scene. Its keys are dotted paths or nested objects; objects merge, everything
/// else replaces; elements of lists go by name or index. `what` is what messages call the changes: variant "preview".
void applyOverride(const SceneNode& changes, const std::string& what, SceneNode& root, SceneErrors& errors,
                   std::vector<std::string>& notes);

/// The settings as an object of changes.
SceneNode settingsNode(const std::vector<SceneSetting>& settings);

} // namespace firn
