// Reads the members of one object of a scene into parameter structs.
#pragma once

#include "io/SceneNode.h"
#include "params/ParamSet.h"

namespace firn {

/// A struct to fill, behind its table.
struct ParamTarget {
    const ParamTable* table;
    void* object;
};

/// Fills the structs from an object whose keys are their tokens; keys in `others` are left to the caller. `place` is
/// what messages call the object: sources[1] "ball".
void readParams(const SceneNode& object, const std::string& place, const std::vector<ParamTarget>& targets,
                const std::vector<std::string>& others, SceneErrors& errors);

/// The value for a parameter, checked; throws InputError.
ParamValue paramValue(const SceneNode& node, const Param& param, const std::string& place);

/// Notes a mistake and returns false unless the value is an object, or a list.
bool expectObject(const SceneNode& node, const std::string& place, SceneErrors& errors);
bool expectList(const SceneNode& node, const std::string& place, SceneErrors& errors);

} // namespace firn
