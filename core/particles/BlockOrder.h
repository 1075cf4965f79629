// Points sorted into the voxels of a sparse lattice, block by block (8 x 8 x 8 voxels, OpenVDB's leaves).
#pragma once

#include "base/Hash.h"
#include "base/Span.h"
#include "base/Types.h"

#include <unordered_map>
#include <vector>

namespace firn {

struct BlockHash {
    std::size_t operator()(const Vec3i& v) const
    {
        return std::size_t(mix(mix(uint64_t(uint32_t(v.x())) << 32 | uint32_t(v.y()), 1), uint32_t(v.z())));
    }
};

/// Which number a block has, by the origin of its voxels. For look-ups: its own order means nothing.
using BlockNumbers = std::unordered_map<Vec3i, std::size_t, BlockHash>;

/// The same for any number of threads: blocks in the order their first point comes, points by voxel, then by index.
struct BlockOrder {
    struct Block {
        Vec3i origin;          ///< of its first voxel; a multiple of 8
        std::size_t begin = 0; ///< its points in `order`
        std::size_t end = 0;
    };

    double voxelSize = 1;
    std::vector<Block> blocks;
    std::vector<uint32_t> order; ///< point indices, block after block
    std::vector<Vec3i> voxels;   ///< of each point, by its own index

    /// The voxel's place in its block, as OpenVDB counts: z fastest.
    static uint32_t offsetInBlock(const Vec3i& voxel)
    {
        return uint32_t((voxel.x() & 7) << 6 | (voxel.y() & 7) << 3 | (voxel.z() & 7));
    }
};

/// Voxel i covers [i - 1/2, i + 1/2) voxel sizes along each axis. Throws InputError when a point is not finite or too
/// far from the origin for that voxel size.
BlockOrder blockOrder(Span<const Vec3f> points, double voxelSize);

/// A voxel size that puts a handful of points in most voxels, whatever a few strays do.
double voxelSizeFor(Span<const Vec3f> points);

} // namespace firn
