// The JSON schema of scene files, for editors: completion, tooltips, ranges.
#pragma once

#include <string>

namespace firn {

/// JSON schema (draft-07), generated from the parameter tables and the methods.
std::string sceneSchema();

} // namespace firn
