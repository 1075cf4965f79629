// Words for people: numbers as short text, and the nearest known name for a misspelt one.
#pragma once

#include "base/Span.h"

#include <string>
#include <string_view>
#include <vector>

namespace firn {

/// The shortest decimal text that reads back as the same value.
std::string toText(double value);
std::string toText(float value);

/// Edits (insert, delete, replace, swap neighbours) that turn one word into the other.
int editDistance(std::string_view a, std::string_view b);

/// The closest of `known` to `word`, or an empty string when none is close.
std::string nearestName(std::string_view word, const std::vector<std::string>& known);

/// "unknown solver 'mpn'; did you mean 'mpm'? Known: ballistic, mpm, sph"
std::string unknownName(std::string_view kind, std::string_view word, const std::vector<std::string>& known);

/// Joins words with a separator.
std::string join(const std::vector<std::string>& words, std::string_view separator);

/// 1234567 bytes as "1.2 MB".
std::string bytesText(double bytes);

} // namespace firn
