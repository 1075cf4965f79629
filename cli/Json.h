// JSON for the commands that print it. Slow to compile: for .cpp files only.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

namespace firn::cli {

using Json = nlohmann::ordered_json;

/// Indented, for people and jq.
inline void printJson(const Json& json)
{
    std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

} // namespace firn::cli
