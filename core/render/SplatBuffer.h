// A depth buffer of particles drawn as small balls.
#pragma once

#include "base/Types.h"
#include "parallel/ForEach.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace firn {

/// What one ball looks like on the buffer.
struct Splat {
    float x = 0, y = 0;  ///< pixels
    float depth = 0;     ///< m, above 0: of its middle
    float radius = 0;    ///< pixels
    float thickness = 0; ///< m: how far it bulges towards the viewer; 0 draws nothing
};

/// Which particle is nearest in each pixel, and how near. Of two at the same depth the one with the lower index wins,
/// so that the order of drawing, and with it the number of threads, does not matter.
class SplatBuffer {
public:
    static constexpr float kNone = std::numeric_limits<float>::infinity();

    SplatBuffer(int width, int height)
        : mWidth(width), mHeight(height), mCells(std::size_t(width) * std::size_t(height))
    {
        forEach(mCells.size(), [this](std::size_t i) { mCells[i].store(kEmpty, std::memory_order_relaxed); });
    }

    int width() const { return mWidth; }
    int height() const { return mHeight; }

    /// Draws splatOf(i) for every i of [0, count), in parallel.
    template <class SplatOf> void draw(std::size_t count, SplatOf&& splatOf)
    {
        forEach(count, [&](std::size_t i) { drawOne(splatOf(i), uint32_t(i)); });
    }

    float depth(int x, int y) const
    {
        const uint64_t cell = mCells[at(x, y)].load(std::memory_order_relaxed);
        if (cell == kEmpty) return kNone;
        const auto bits = uint32_t(cell >> 32);
        float depth;
        std::memcpy(&depth, &bits, sizeof depth);
        return depth;
    }
    /// Of the nearest particle; only where depth() is finite.
    uint32_t index(int x, int y) const { return uint32_t(mCells[at(x, y)].load(std::memory_order_relaxed)); }

private:
    static constexpr uint64_t kEmpty = ~0ull;
    /// A ball right before the camera must not take forever.
    static constexpr float kLargest = 64;

    std::size_t at(int x, int y) const { return std::size_t(y) * std::size_t(mWidth) + std::size_t(x); }

    void drawOne(const Splat& splat, uint32_t index)
    {
        if (!(splat.thickness > 0)) return;
        const float r = std::min(kLargest, std::max(0.5f, splat.radius));
        const int x0 = int(std::max(0.0f, std::floor(splat.x - r))), y0 = int(std::max(0.0f, std::floor(splat.y - r)));
        const int x1 = int(std::min(float(mWidth - 1), splat.x + r)),
                  y1 = int(std::min(float(mHeight - 1), splat.y + r));
        const float inverse = 1 / (r * r);
        for (int y = y0; y <= y1; ++y)
            for (int x = x0; x <= x1; ++x) {
                const float dx = float(x) + 0.5f - splat.x, dy = float(y) + 0.5f - splat.y;
                const float rise = 1 - (dx * dx + dy * dy) * inverse;
                if (rise <= 0) continue;
                keepNearest(at(x, y), splat.depth - splat.thickness * std::sqrt(rise), index);
            }
    }

    void keepNearest(std::size_t cell, float depth, uint32_t index)
    {
        if (!(depth > 0)) return;
        uint32_t bits; // positive floats are ordered as their bits are
        std::memcpy(&bits, &depth, sizeof bits);
        const uint64_t mine = uint64_t(bits) << 32 | index;
        uint64_t there = mCells[cell].load(std::memory_order_relaxed);
        while (mine < there && !mCells[cell].compare_exchange_weak(there, mine, std::memory_order_relaxed)) {
        }
    }

    int mWidth, mHeight;
    std::vector<std::atomic<uint64_t>> mCells;
};

} // namespace firn
