#include "render/Image.h"

#include "base/Error.h"

#include <algorithm>
#include <cmath>

namespace firn {

Image::Image(int width_, int height_, Rgb fill) : width(width_), height(height_)
{
    FIRN_ASSERT(width >= 0 && height >= 0);
    rgb.resize(3 * std::size_t(width) * std::size_t(height));
    for (std::size_t i = 0; i < rgb.size(); i += 3) rgb[i] = fill.r, rgb[i + 1] = fill.g, rgb[i + 2] = fill.b;
}

Image resized(const Image& image, int width, int height)
{
    Image small(width, height);
    if (image.width == 0 || image.height == 0) return small;
    const auto first = [](int i, int to, int from) { return int(int64_t(i) * from / to); };
    for (int y = 0; y < height; ++y) {
        const int y0 = first(y, height, image.height), y1 = std::max(y0 + 1, first(y + 1, height, image.height));
        for (int x = 0; x < width; ++x) {
            const int x0 = first(x, width, image.width), x1 = std::max(x0 + 1, first(x + 1, width, image.width));
            int sum[3] = {0, 0, 0};
            for (int v = y0; v < y1; ++v)
                for (int u = x0; u < x1; ++u) {
                    const Rgb c = image.at(u, v);
                    sum[0] += c.r, sum[1] += c.g, sum[2] += c.b;
                }
            const int n = (x1 - x0) * (y1 - y0);
            small.set(x, y,
                      {uint8_t((sum[0] + n / 2) / n), uint8_t((sum[1] + n / 2) / n), uint8_t((sum[2] + n / 2) / n)});
        }
    }
    return small;
}

void paste(const Image& image, int x, int y, Image& into)
{
    for (int v = 0; v < image.height; ++v)
        for (int u = 0; u < image.width; ++u)
            if (into.contains(x + u, y + v)) into.set(x + u, y + v, image.at(u, v));
}

} // namespace firn
