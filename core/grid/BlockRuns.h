// Which particles lie in which grid block: runs of consecutive particles, grouped by block.
#pragma once

#include "base/Span.h"
#include "grid/BlockCoord.h"

#include <vector>

namespace firn {

/// Particles begin … end - 1 all lie in one block.
struct ParticleRun {
    uint32_t begin, end;
};

/// Node n of an axis lies at (n + 0.5) cells. Grounds and walls mostly lie at round places, and snow comes to rest
/// about three quarters of a cell above the highest node in a collider: with nodes half a cell below, it touches the
/// ground.
inline constexpr float kNodeOffset = 0.5f;

/// Where the lowest node of a particle's stencil is: floor(x / cell - kNodeOffset + shift) - 1.
struct StencilPlace {
    float inverseCell = 1; ///< 1/m
    float shift = 0;       ///< 0.5 for quadratic, 0 for cubic B-splines
};

/// Particles are kept nearly sorted by block, and not sorted anew each step: here the runs they form are sorted.
class BlockRuns {
public:
    /// Finds the runs. Returns the first particle that cannot be placed (not finite, or too many cells from the
    /// origin), or the number of particles when all can.
    std::size_t build(Span<const Vec3f> x, const StencilPlace& place);

    /// The blocks with particles, by their key.
    Span<const Vec3i> blocks() const { return mBlocks; }

    /// The places of the lowest nodes of each block's particles.
    Span<const NodeBox> boxes() const { return mBoxes; }
    std::size_t runCount() const { return mRuns.size(); }

    /// The runs of a block, in the order of the particles.
    Span<const ParticleRun> runs(std::size_t block) const
    {
        return {mRuns.data() + mFirstRun[block], mFirstRun[block + 1] - mFirstRun[block]};
    }

    /// The order that sorts the particles by block and, in a block, by the cell of their lowest node; equal ones stay
    /// as they are. Cheaper than sorting keys, as the blocks are known.
    std::vector<uint32_t> sortedOrder(Span<const Vec3f> x, const StencilPlace& place) const;

private:
    std::vector<Vec3i> mBlocks;
    std::vector<NodeBox> mBoxes;
    std::vector<ParticleRun> mRuns;
    std::vector<std::size_t> mFirstRun;
};

} // namespace firn
