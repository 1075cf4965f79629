// What can be wrong with a scene although each of its values is allowed. For scene files and for hosts.
#pragma once

#include "sim/Scene.h"

namespace firn {

struct SceneProblem {
    std::string section; ///< "simulation", "sources"
    int index = -1;      ///< the element of sources or colliders
    std::string key;     ///< the parameter to change
    std::string place;   ///< what messages call the object: sources[1] "ball"
    std::string what;    ///< the sentence

    std::string text() const { return place + ": " + what; }
};

/// Everything that makes the scene unusable; empty when it can run.
std::vector<SceneProblem> sceneProblems(const Scene& scene);

/// What is allowed but probably not meant.
std::vector<std::string> sceneNotes(const Scene& scene);

/// sources[1] "ball"; without the name when it is empty.
std::string elementPlace(const std::string& section, std::size_t index, const std::string& name);

/// What is wrong with the name of a source, a collider or a material, as the end of a sentence; empty when it is good.
std::string nameFault(const std::string& name);

} // namespace firn
