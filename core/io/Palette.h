// A picture in at most 256 colours.
#pragma once

#include "base/Span.h"

#include <array>
#include <cstdint>
#include <vector>

namespace firn {

struct PalettePicture {
    std::vector<std::array<uint8_t, 3>> colours; ///< at most 256
    std::vector<uint8_t> pixels;                 ///< a colour's number for each pixel
};

/// Median cut: the box of colours with the widest spread (times its pixels) is split at its middle pixel until there
/// are 256. A fixed 8 x 8 pattern of a few steps breaks up the bands that smooth shading would show.
PalettePicture paletteOf(int width, int height, Span<const uint8_t> rgb);

} // namespace firn
