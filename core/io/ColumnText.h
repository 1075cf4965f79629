// A column's type, meaning and name as one line of text, for headers and metadata.
#pragma once

#include "particles/Column.h"

#include <string>

namespace firn {

/// "float32 3 point P"
std::string columnText(const ColumnSpec& spec);

/// False when the text is not such a line.
bool parseColumnText(const std::string& text, ColumnSpec& spec);

/// Any text on one line: line ends and backslashes are escaped, and back.
std::string escapedLine(const std::string& text);
std::string unescapedLine(const std::string& text);

} // namespace firn
