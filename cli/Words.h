// Figures as people read them: counts, times, ranges, columns of a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace firn::cli {

/// 1234567 as "1,234,567".
std::string countText(uint64_t count);

/// 3.2 as "3.2 s", 125 as "2:05", 7300 as "2:01:40".
std::string durationText(double seconds);

/// Four significant digits: "0.01234", "1.235e+06".
std::string figureText(double value);

/// Rows as aligned columns, two blanks apart, each line indented; the last column is not padded.
std::string tableText(const std::vector<std::vector<std::string>>& rows, int indent = 2);

/// Breaks a text into lines of at most `width` characters, the second and later ones indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

/// Memory this process holds now, in bytes; 0 when the system does not tell.
uint64_t residentMemory();

/// Memory of the machine that is free to use, in bytes; 0 when the system does not tell.
uint64_t availableMemory();

} // namespace firn::cli
