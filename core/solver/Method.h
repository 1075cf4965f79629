// The list of methods, gathered by the build from the folders of core/ that have a Method.cpp.
#pragma once

#include "params/ParamSet.h"
#include "solver/Solver.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firn {

/// A method as scenes and hosts know it. Its folder NAME defines `namespace firn::NAME { extern const Method kMethod;
/// }`.
struct Method {
    std::string_view name;    ///< the scene's word: "mpm"
    std::string_view label;   ///< the artist's word: "MPM Snow"
    std::string_view summary; ///< one sentence
    double scratchBytes;      ///< memory of a solver per particle of snow at rest, besides the columns; measured
    ParamTable params;
    std::unique_ptr<Solver> (*make)(const ParamSet& params);
};

/// All methods, by name.
const std::vector<const Method*>& methods();

/// The method of that name; throws InputError with the nearest known name.
const Method& methodNamed(std::string_view name);

} // namespace firn
