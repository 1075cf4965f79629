// Scene files: one JSON file with comments that says everything about a run. See docs/scene.md.
#pragma once

#include "sim/Scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace firn {

/// A change from a command line: a dotted path and the word to put there.
struct SceneSetting {
    std::string path, word;
    std::string_view option = "--set"; ///< what messages call it; a literal
};

/// Which scene to read, and what to change in it.
struct SceneRequest {
    std::string path;
    std::string variant;                 ///< empty: the scene as it stands
    std::vector<SceneSetting> overrides; ///< applied after the variant
};

struct LoadedScene {
    Scene scene;
    std::string text; ///< canonical JSON after variant and overrides: what a checkpoint stores
    uint64_t hash;    ///< changes exactly when a value of the scene changes; title, comments, render do not count
    std::vector<std::string> notes; ///< what an artist may have overlooked
};

/// Reads a scene file. Throws FileError when it cannot be read, InputError with all mistakes (at most 20) when it is
/// wrong: "shot.json:12:9: sources[1] "ball": unknown key 'seperation'; did you mean 'separation'?"
LoadedScene readScene(const SceneRequest& request);

/// The same from a text; `name` is what messages call it, and paths in the scene are relative to `folder`.
LoadedScene parseScene(const std::string& text, const std::string& name, const std::string& folder,
                       const std::string& variant = {}, const std::vector<SceneSetting>& overrides = {});

/// The names of the variants of a scene file, in its order.
std::vector<std::string> sceneVariants(const std::string& path);

} // namespace firn
