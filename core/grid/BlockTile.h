// A block-local copy of the nodes that the particles of one block touch: small enough for the nearest cache.
#pragma once

#include "grid/BlockGrid.h"

#include <cstring>

namespace firn {

/// Side nodes per axis: 6 for stencils of 3 nodes, 7 for 4. Nodes [x][y][z], Channels floats each.
template <int Side, int Channels> struct BlockTile {
    static constexpr int kSide = Side;
    static constexpr int kChannels = Channels;
    static constexpr int kRow = Side * Channels; ///< floats from one y to the next
    static constexpr int kSlab = Side * kRow;    ///< floats from one x to the next

    /// Padded with zeros by eight floats, so that a pair of nodes can be loaded at the last one.
    alignas(64) float values[Side * kSlab + 8];

    void zero() { std::memset(values, 0, sizeof values); }

    /// Calls work(tile floats, field floats, count) for every stretch of nodes that is contiguous in both.
    template <class Work> static void forRows(const BlockGrid::Neighbours& blocks, Work&& work)
    {
        constexpr int kPerBlock = kBlockNodes * Channels, kUpper = (Side - kBlockSide) * Channels;
        for (int x = 0; x < Side; ++x)
            for (int y = 0; y < Side; ++y) {
                const int o = (x >> 2) * 4 + (y >> 2) * 2;
                const std::size_t place = std::size_t(((x & 3) << 4 | (y & 3) << 2) * Channels);
                const int row = x * kSlab + y * kRow;
                work(row, std::size_t(blocks[std::size_t(o)]) * kPerBlock + place, kBlockSide * Channels);
                work(row + kBlockSide * Channels, std::size_t(blocks[std::size_t(o + 1)]) * kPerBlock + place, kUpper);
            }
    }

    void load(const BlockGrid::Neighbours& blocks, const NodeField& field)
    {
        std::memset(values + Side * kSlab, 0, 8 * sizeof(float));
        forRows(blocks, [&](int t, std::size_t f, int count) {
            std::memcpy(values + t, field.data() + f, sizeof(float) * std::size_t(count));
        });
    }

    void addTo(const BlockGrid::Neighbours& blocks, NodeField& field) const
    {
        forRows(blocks, [&](int t, std::size_t f, int count) {
            float* to = field.data() + f;
            for (int k = 0; k < count; ++k) to[k] += values[t + k];
        });
    }
};

} // namespace firn
