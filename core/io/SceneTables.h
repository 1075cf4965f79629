// The sections of a scene and the parameter tables that describe them: what reader, schema and docs loop over.
#pragma once

#include "params/ParamSet.h"

#include <string>
#include <string_view>
#include <vector>

namespace firn {

inline constexpr int kSceneVersion = 1; ///< of the format: the value of "firn"

/// One section of a scene file: its key, the tables whose tokens it takes, and its keys that are no parameters.
struct SceneSection {
    std::string_view key;   ///< "sources", or "sources[].variations"
    std::string_view label; ///< "Sources"
    std::string_view help;  ///< one sentence
    std::vector<const ParamTable*> tables;
    std::vector<std::string> others;

    /// Every key the section takes, without former names.
    std::vector<std::string> keys() const;
};

/// All sections in the order of a scene; the solver's section has no table of its own (see methods()).
const std::vector<SceneSection>& sceneSections();
const SceneSection& sceneSection(std::string_view key);

/// The keys of a scene itself.
const std::vector<std::string>& sceneKeys();

/// True when the words are equal, or one is the former name of the other.
bool sameToken(std::string_view a, std::string_view b);

/// "; it belongs in 'simulation'" when another section has that key, else empty.
std::string whereItBelongs(std::string_view key);

} // namespace firn
