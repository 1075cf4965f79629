// Lettering and boxes on pictures, with a small font of our own.
#pragma once

#include "render/Image.h"

#include <string_view>

namespace firn {

/// Letters are 5 x 7 dots in a cell of 6 x 9, each dot `scale` pixels wide.
inline constexpr int kLetterWidth = 6, kLetterHeight = 9;

/// How wide a text is, in pixels.
int textWidth(std::string_view text, int scale);

/// Draws a text, its upper left corner at (x, y). Letters that the font lacks appear as a box.
void drawText(std::string_view text, int x, int y, int scale, Rgb colour, Image& image);

/// Fills a rectangle; `strength` from 0 to 1 mixes it with what is there.
void fillBox(int x, int y, int width, int height, Rgb colour, float strength, Image& image);

} // namespace firn
