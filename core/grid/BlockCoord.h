// Coordinates of the blocks of a sparse grid: 4 x 4 x 4 nodes each, packed into a key that keeps near blocks near.
#pragma once

#include "base/Types.h"

#include <cstdint>

namespace firn {

inline constexpr int kBlockSide = 4;
inline constexpr int kBlockNodes = kBlockSide * kBlockSide * kBlockSide;

/// Blocks lie within ± this along each axis, so that key and cell together fit 63 bits: a million cells each way.
inline constexpr int kFarthestBlock = (1 << 18) - 2;

/// Nodes lowest … highest along each axis, counted from a block's first node; both included.
struct NodeBox {
    uint8_t lowest[3] = {255, 255, 255};
    uint8_t highest[3] = {0, 0, 0};

    void extend(int axis, uint8_t node)
    {
        lowest[axis] = lowest[axis] < node ? lowest[axis] : node;
        highest[axis] = highest[axis] > node ? highest[axis] : node;
    }
    void extend(const NodeBox& other)
    {
        for (int axis = 0; axis < 3; ++axis) extend(axis, other.lowest[axis]), extend(axis, other.highest[axis]);
    }

    /// The box of stencils of that many nodes whose lowest nodes fill this box.
    NodeBox grown(int stencilNodes) const
    {
        NodeBox box = *this;
        for (uint8_t& node : box.highest) node = uint8_t(node + stencilNodes - 1);
        return box;
    }

    /// Bit 4 >> axis: whether the box reaches into the next block along that axis.
    int reach() const
    {
        return (highest[0] >= kBlockSide) << 2 | (highest[1] >= kBlockSide) << 1 | (highest[2] >= kBlockSide);
    }
};

namespace detail {

/// Puts two zero bits after each of the low 21 bits.
inline uint64_t spreadBits(uint64_t a)
{
    a = (a | a << 32) & 0x001f00000000ffffull;
    a = (a | a << 16) & 0x001f0000ff0000ffull;
    a = (a | a << 8) & 0x100f00f00f00f00full;
    a = (a | a << 4) & 0x10c30c30c30c30c3ull;
    return (a | a << 2) & 0x1249249249249249ull;
}

} // namespace detail

/// Interleaved bits (a Morton code, 57 bits): blocks with near keys are near in space.
inline uint64_t blockKey(const Vec3i& block)
{
    const Vec3i up = block + Vec3i::Constant(1 << 18);
    return detail::spreadBits(uint64_t(up.x())) << 2 | detail::spreadBits(uint64_t(up.y())) << 1 |
           detail::spreadBits(uint64_t(up.z()));
}

/// The block of a node, and the node's place in it.
inline Vec3i blockOf(const Vec3i& node) { return {node.x() >> 2, node.y() >> 2, node.z() >> 2}; }
inline int placeInBlock(const Vec3i& node) { return (node.x() & 3) << 4 | (node.y() & 3) << 2 | (node.z() & 3); }

} // namespace firn
