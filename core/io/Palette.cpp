#include "io/Palette.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr std::size_t kColours = 256;
/// Bits per channel of the cells in which colours are counted.
constexpr int kBits = 6, kCells = 1 << (3 * kBits);
/// How far the dither shifts a channel at most, in steps of 255.
constexpr float kDither = 2.5f;

/// A cell of the histogram: its pixels and the sums of their channels.
struct Cell {
    uint32_t key = 0;
    uint64_t count = 0;
    std::array<uint64_t, 3> sum{};
    double mean(int k) const { return double(sum[std::size_t(k)]) / double(count); }
};

/// Cells begin … end of the list.
struct CutBox {
    std::size_t begin, end;
    double spread = 0; ///< of its widest channel, times the root of its pixels
    int channel = 0;
};

uint32_t keyOf(const uint8_t* p)
{
    constexpr int drop = 8 - kBits;
    return uint32_t(p[0] >> drop) << (2 * kBits) | uint32_t(p[1] >> drop) << kBits | uint32_t(p[2] >> drop);
}

void measure(const std::vector<Cell>& cells, CutBox& box)
{
    double pixels = 0;
    for (std::size_t i = box.begin; i < box.end; ++i) pixels += double(cells[i].count);
    for (int k = 0; k < 3; ++k) {
        double mean = 0, square = 0;
        for (std::size_t i = box.begin; i < box.end; ++i) mean += double(cells[i].count) * cells[i].mean(k);
        mean /= pixels;
        for (std::size_t i = box.begin; i < box.end; ++i)
            square += double(cells[i].count) * (cells[i].mean(k) - mean) * (cells[i].mean(k) - mean);
        // Variance weighed by the root of the pixels: large flat parts do not take all the colours.
        const double spread = box.end - box.begin < 2 ? 0 : square / std::sqrt(pixels);
        if (k == 0 || spread > box.spread) box.spread = spread, box.channel = k;
    }
}

/// Splits a box at its middle pixel along its widest channel; returns the upper part.
CutBox split(std::vector<Cell>& cells, CutBox& box)
{
    const auto first = cells.begin() + std::ptrdiff_t(box.begin), last = cells.begin() + std::ptrdiff_t(box.end);
    std::sort(first, last, [&](const Cell& a, const Cell& b) {
        const double x = a.mean(box.channel), y = b.mean(box.channel);
        return x != y ? x < y : a.key < b.key;
    });
    uint64_t pixels = 0, before = 0;
    for (std::size_t i = box.begin; i < box.end; ++i) pixels += cells[i].count;
    std::size_t middle = box.begin + 1;
    for (before = cells[box.begin].count; middle + 1 < box.end && 2 * before < pixels; ++middle)
        before += cells[middle].count;
    CutBox upper{middle, box.end};
    box.end = middle;
    measure(cells, box);
    measure(cells, upper);
    return upper;
}

std::vector<Cell> countColours(Span<const uint8_t> rgb)
{
    std::vector<Cell> all(kCells);
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3) {
        Cell& cell = all[keyOf(&rgb[i])];
        ++cell.count;
        for (std::size_t k = 0; k < 3; ++k) cell.sum[k] += rgb[i + k];
    }
    std::vector<Cell> cells;
    for (uint32_t key = 0; key < all.size(); ++key) {
        if (all[key].count == 0) continue;
        all[key].key = key;
        cells.push_back(all[key]);
    }
    return cells;
}

std::size_t nearest(const std::vector<std::array<uint8_t, 3>>& colours, const uint8_t* p)
{
    std::size_t best = 0;
    int least = INT32_MAX;
    for (std::size_t c = 0; c < colours.size(); ++c) {
        const int r = int(colours[c][0]) - p[0], g = int(colours[c][1]) - p[1], b = int(colours[c][2]) - p[2];
        const int distance = 2 * r * r + 4 * g * g + b * b; // about as the eye weighs them
        if (distance < least) least = distance, best = c;
    }
    return best;
}

/// An ordered dither from -1/2 to 1/2: the bits of x xor y and y, interleaved.
float ditherAt(int x, int y)
{
    int value = 0;
    for (int bit = 0; bit < 3; ++bit) {
        const int a = (x ^ y) >> bit & 1, b = y >> bit & 1;
        value |= (a << 1 | b) << (2 * (2 - bit));
    }
    return (float(value) + 0.5f) / 64.0f - 0.5f;
}

} // namespace

PalettePicture paletteOf(int width, int height, Span<const uint8_t> rgb)
{
    PalettePicture picture;
    std::vector<Cell> cells = countColours(rgb);
    std::vector<CutBox> boxes;
    if (!cells.empty()) boxes.push_back({0, cells.size()});
    if (!boxes.empty()) measure(cells, boxes[0]);
    while (!boxes.empty() && boxes.size() < kColours) {
        const auto widest = std::max_element(boxes.begin(), boxes.end(),
                                             [](const CutBox& a, const CutBox& b) { return a.spread < b.spread; });
        if (!(widest->spread > 0)) break;
        boxes.push_back(split(cells, *widest));
    }
    for (const CutBox& box : boxes) {
        double sum[3] = {0, 0, 0}, pixels = 0;
        for (std::size_t i = box.begin; i < box.end; ++i) {
            pixels += double(cells[i].count);
            for (std::size_t k = 0; k < 3; ++k) sum[k] += double(cells[i].sum[k]);
        }
        const auto mean = [&](int k) { return uint8_t(std::lround(sum[k] / pixels)); };
        picture.colours.push_back({mean(0), mean(1), mean(2)});
    }

    // The nearest colour is looked up once per shade: the last bits are dropped after the dither has been added.
    std::vector<int16_t> known(std::size_t(1) << 21, int16_t(-1));
    picture.pixels.resize(std::size_t(width) * std::size_t(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t at = std::size_t(y) * std::size_t(width) + std::size_t(x);
            const float shift = kDither * ditherAt(x, y);
            uint8_t p[3];
            for (std::size_t k = 0; k < 3; ++k)
                p[k] = uint8_t(std::lround(std::min(255.0f, std::max(0.0f, float(rgb[3 * at + k]) + shift)))) & 0xfe;
            const std::size_t key = std::size_t(p[0]) << 13 | std::size_t(p[1]) << 6 | std::size_t(p[2]) >> 1;
            if (known[key] < 0) known[key] = int16_t(nearest(picture.colours, p));
            picture.pixels[at] = uint8_t(known[key]);
        }
    return picture;
}

} // namespace firn
