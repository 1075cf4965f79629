// docs/parameters.md, generated from the parameter tables.
#pragma once

#include <string>
#include <string_view>

namespace firn {

/// Every section of a scene and every method: token, label, unit, what is allowed, default, help.
std::string parametersMarkdown();

/// Text for a cell of a Markdown table.
std::string markdownCell(std::string_view text);

} // namespace firn
