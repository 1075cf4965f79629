// Parameters as JSON, for the files that write it. Not for headers: the JSON library is slow to compile.
#pragma once

#include "params/ParamSet.h"

#include <nlohmann/json.hpp>

namespace firn {

using Json = nlohmann::ordered_json;

/// The parameter's value in the struct.
Json paramJson(const Param& param, const void* object);

/// Adds every parameter of the table to an object.
void addParams(const ParamTable& table, const void* object, Json& to);

} // namespace firn
