// Pictures in memory: 8-bit ones to look at, and the light that a path tracer measured.
#pragma once

#include "base/Types.h"

#include <cstdint>
#include <vector>

namespace firn {

/// A colour as screens take it: red, green, blue from 0 to 255, sRGB.
struct Rgb {
    uint8_t r = 0, g = 0, b = 0;
};

/// Rows from the top, three bytes per pixel.
struct Image {
    int width = 0, height = 0;
    std::vector<uint8_t> rgb;

    Image() = default;
    Image(int width_, int height_, Rgb fill = {});

    bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    Rgb at(int x, int y) const
    {
        const uint8_t* p = &rgb[offset(x, y)];
        return {p[0], p[1], p[2]};
    }
    void set(int x, int y, Rgb colour)
    {
        uint8_t* p = &rgb[offset(x, y)];
        p[0] = colour.r, p[1] = colour.g, p[2] = colour.b;
    }
    std::size_t offset(int x, int y) const { return 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x)); }
};

/// Linear light per pixel: red, green, blue, without limit. Rows from the top.
struct RadianceImage {
    int width = 0, height = 0;
    std::vector<Vec3f> pixels;

    RadianceImage() = default;
    RadianceImage(int width_, int height_)
        : width(width_), height(height_), pixels(std::size_t(width_) * std::size_t(height_), Vec3f::Zero())
    {
    }
};

/// The picture made smaller (or larger) to that size, each pixel the mean of what it covers.
Image resized(const Image& image, int width, int height);

/// Copies a picture into another, its upper left corner at (x, y); what does not fit is left out.
void paste(const Image& image, int x, int y, Image& into);

} // namespace firn
