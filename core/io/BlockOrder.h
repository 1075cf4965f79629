// Points sorted into the voxels of a sparse lattice, block by block (8 x 8 x 8 voxels, OpenVDB's leaves).
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <vector>

namespace firn {

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
