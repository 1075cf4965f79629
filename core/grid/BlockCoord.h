// Coordinates of the blocks of a sparse grid: 4 x 4 x 4 nodes each, packed into a key that keeps near blocks near.
#pragma once

#include "base/Types.h"

#include <cstdint>

namespace firn {

inline constexpr int kBlockSide = 4;
inline constexpr int kBlockNodes = kBlockSide * kBlockSide * kBlockSide;

/// Blocks lie within ± this along each axis, so that key and cell together fit 63 bits: a million cells each way.
inline constexpr int kFarthestBlock = (1 << 18) - 2;

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
