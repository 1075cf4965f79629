// A sparse, unbounded grid: which blocks of nodes exist, and where each one's upper neighbours are.
#pragma once

#include "grid/BlockCoord.h"
#include "parallel/Colour.h"
#include "particles/Column.h"

#include <array>
#include <vector>

namespace firn {

/// Values at the nodes: blocks after blocks, nodes [x][y][z] in a block, channels in a node.
using NodeField = std::vector<float, CacheLineAllocator<float>>;

/// A particle belongs to the block of the lowest node of its stencil, so that its stencil reaches only into that block
/// and its upper neighbours (offsets 0 and 1 along each axis). Blocks are numbered: first those with particles, in the
/// order given, then their neighbours as they are met. The numbering is a function of the particle blocks alone.
class BlockGrid {
public:
    using Neighbours = std::array<uint32_t, 8>; ///< entry 4 dx + 2 dy + dz: the block at offset (dx, dy, dz)

    /// Sets the grid up around the blocks that have particles. They must be different from one another. `boxes` holds
    /// the nodes that each one's stencils touch: a neighbour that no box reaches is left out, and its entry is the
    /// block itself.
    void build(Span<const Vec3i> particleBlocks, Span<const NodeBox> boxes);

    std::size_t blockCount() const { return mBlocks.size(); }
    std::size_t particleBlockCount() const { return mNeighbours.size(); }
    const Vec3i& block(std::size_t b) const { return mBlocks[b]; }
    Span<const Vec3i> blocks() const { return mBlocks; }

    /// The block itself and its seven upper neighbours; b < particleBlockCount().
    const Neighbours& neighbours(std::size_t b) const { return mNeighbours[b]; }

    /// The nodes that the block's stencils touch.
    const NodeBox& box(std::size_t b) const { return mBoxes[b]; }

    /// Particle blocks by colour: see parallel/Colour.h.
    const BlockColours& colours() const { return mColours; }

    /// The number of the block there, or -1.
    int64_t find(const Vec3i& block) const;

    /// Sizes a field for the grid's nodes and sets it to zero, in parallel.
    void zero(int channels, NodeField& field) const;

    /// Sizes a field without setting it.
    void resize(int channels, NodeField& field) const;

private:
    struct Slot {
        uint64_t key = kEmpty;
        uint32_t block = 0;
    };
    static constexpr uint64_t kEmpty = ~0ull;

    uint32_t findOrAdd(const Vec3i& block);
    void grow();

    std::vector<Vec3i> mBlocks;
    std::vector<Neighbours> mNeighbours;
    std::vector<NodeBox> mBoxes;
    std::vector<Slot> mTable; ///< open addressing; its size is a power of two
    BlockColours mColours{Span<const Vec3i>()};
};

} // namespace firn
