// A block-local copy of the nodes that the particles of one block touch: small enough for the nearest cache.
#pragma once

#include "grid/BlockGrid.h"

#include <cstring>
#include <type_traits>

namespace firn {

/// Side nodes per axis: 6 for stencils of 3 nodes, 7 for 4. Nodes [x][y][z], Channels floats each. Only the nodes of a
/// box are ever touched, so that a block with a few particles costs little.
template <int Side, int Channels> struct BlockTile {
    static constexpr int kSide = Side;
    static constexpr int kChannels = Channels;
    static constexpr int kRow = Side * Channels; ///< floats from one y to the next
    static constexpr int kSlab = Side * kRow;    ///< floats from one x to the next

    alignas(64) float values[Side * kSlab];

    /// Calls work(place in the tile, place in the field, number of floats, whether the box reaches there) for the rows
    /// of a box, a row being contiguous in both; the number is a constant to the compiler.
    template <class Work> static void forRows(const NodeBox& box, const BlockGrid::Neighbours& blocks, Work&& work)
    {
        constexpr int kPerBlock = kBlockNodes * Channels;
        constexpr std::integral_constant<int, kBlockSide * Channels> kLower;
        constexpr std::integral_constant<int, (Side - kBlockSide) * Channels> kUpper;
        const bool upper = box.highest[2] >= kBlockSide;
        for (int x = box.lowest[0]; x <= box.highest[0]; ++x)
            for (int y = box.lowest[1]; y <= box.highest[1]; ++y) {
                const int o = (x >> 2) * 4 + (y >> 2) * 2;
                const std::size_t place = std::size_t(((x & 3) << 4 | (y & 3) << 2) * Channels);
                const int row = x * kSlab + y * kRow;
                work(row, std::size_t(blocks[std::size_t(o)]) * kPerBlock + place, kLower, true);
                work(row + kLower, std::size_t(blocks[std::size_t(o + 1)]) * kPerBlock + place, kUpper, upper);
            }
    }

    /// Whole rows of the box.
    void zero(const NodeBox& box)
    {
        for (int x = box.lowest[0]; x <= box.highest[0]; ++x) {
            const int first = x * kSlab + box.lowest[1] * kRow, rows = 1 + box.highest[1] - box.lowest[1];
            std::memset(values + first, 0, sizeof(float) * std::size_t(rows * kRow));
        }
    }

    /// Whole rows of the box, with zeros where there is no block.
    void load(const NodeBox& box, const BlockGrid::Neighbours& blocks, const NodeField& field)
    {
        forRows(box, blocks, [&](int t, std::size_t f, auto count, bool there) {
            if (there)
                std::memcpy(values + t, field.data() + f, sizeof(float) * std::size_t(count));
            else
                std::memset(values + t, 0, sizeof(float) * std::size_t(count));
        });
    }

    void addTo(const NodeBox& box, const BlockGrid::Neighbours& blocks, NodeField& field) const
    {
        forRows(box, blocks, [&](int t, std::size_t f, auto count, bool there) {
            if (!there) return;
            float* to = field.data() + f;
            const float* from = values + t;
            for (int k = 0; k < count; k += 4) { // four at a time: a node, or half of one
                float sum[4];
                for (int c = 0; c < 4; ++c) sum[c] = to[k + c] + from[k + c];
                std::memcpy(to + k, sum, sizeof sum);
            }
        });
    }
};

} // namespace firn
