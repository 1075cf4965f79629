// docs/attributes.md, generated from the list of known attributes and the columns each method asks for.
#pragma once

#include <string>

namespace firn {

/// Every attribute: name, type, unit, meaning, and the methods that use it.
std::string attributesMarkdown();

} // namespace firn
