// Scatter by colour: blocks of one colour touch disjoint data and run at once; colours follow one another.
#pragma once

#include "base/Span.h"
#include "base/Types.h"
#include "parallel/ForEach.h"

#include <array>
#include <vector>

namespace firn {

/// The colour of a block of a 3-D lattice: blocks of one colour are at least two apart along some axis.
inline int colourOf(const Vec3i& block) { return (block.x() & 1) | ((block.y() & 1) << 1) | ((block.z() & 1) << 2); }

/// Blocks grouped by colour, each group in the order the blocks were given.
class BlockColours {
public:
    explicit BlockColours(Span<const Vec3i> blocks)
    {
        for (std::size_t b = 0; b < blocks.size(); ++b)
            mByColour[std::size_t(colourOf(blocks[b]))].push_back(uint32_t(b));
    }

    /// Calls work(block) for every block. A block may add to its own data and to its upper neighbours' (offsets 0 and
    /// 1 along each axis): no two blocks of one colour share any, so each datum receives its contributions in the
    /// order of the colours, whatever the number of threads.
    template <class Work> void scatter(Work&& work) const
    {
        for (const auto& blocks : mByColour) {
            forEach(
                blocks.size(), [&](std::size_t i) { work(std::size_t(blocks[i])); }, 1);
        }
    }

private:
    std::array<std::vector<uint32_t>, 8> mByColour;
};

} // namespace firn
