// Pictures as PNG files: 8-bit RGB, or 256 colours for small ones.
#pragma once

#include "base/Span.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace firn {

struct PngOptions {
    bool palette = false; ///< 256 colours with a light dither: a third of the size
    std::vector<std::pair<std::string, std::string>>
        texts; ///< keyword and Latin-1 text, such as Software and "firn 1.0"
};

/// The bytes of a PNG file. `rgb` holds three sRGB values per pixel, rows from the top. The same bytes for the same
/// pixels and the same zlib.
std::vector<uint8_t> pngBytes(int width, int height, Span<const uint8_t> rgb, const PngOptions& options = {});

/// Writes them under a temporary name, then renames. Throws FileError.
void writePng(const std::string& path, int width, int height, Span<const uint8_t> rgb, const PngOptions& options = {});

} // namespace firn
