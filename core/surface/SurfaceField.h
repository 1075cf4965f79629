// A scalar field on a sparse lattice whose zero is the snow's surface: negative inside.
#pragma once

#include "base/Hooks.h"
#include "surface/SurfaceKernels.h"

#include <array>
#include <cmath>

namespace firn {

inline constexpr int kFieldSide = 8; ///< voxels along a block's edge, as in OpenVDB's leaves
using FieldBlock = std::array<float, kFieldSide * kFieldSide * kFieldSide>; ///< [x][y][z], z fastest

/// Voxel (i, j, k) is at (i, j, k) times voxelSize. Where no block is, the value is `outside`. Blocks are sorted by
/// origin and cover every voxel near a particle, so that the surface never meets a missing one.
struct SurfaceField {
    double voxelSize = 1;
    float outside = 1;
    std::vector<Vec3i> origins; ///< of each block's first voxel; multiples of 8
    std::vector<FieldBlock> blocks;
    BlockNumbers numbers; ///< of each origin

    static std::size_t offsetOf(const Vec3i& voxel) { return BlockOrder::offsetInBlock(voxel); }
    static Vec3i originOf(const Vec3i& voxel) { return {voxel.x() & ~7, voxel.y() & ~7, voxel.z() & ~7}; }
    float at(const Vec3i& voxel) const
    {
        const auto found = numbers.find(originOf(voxel));
        return found == numbers.end() ? outside : blocks[found->second][offsetOf(voxel)];
    }
};

/// The same bits for any number of threads. Throws InputError when the voxels are too small for the snow's size,
/// Interrupted when the host asks to stop.
SurfaceField surfaceField(const SurfaceKernels& kernels, const SurfaceParams& params, const Hooks& hooks = {});

/// Blurs the field `times` times with the weights 1/4, 1/2, 1/4 along each axis.
void blurField(int times, SurfaceField& field);

/// Calls visit(particle) for every kernel that may reach into the box of voxels lowest … highest (both included), in an
/// order that hangs on the particles alone.
template <class Visit>
void visitKernels(const SurfaceKernels& kernels, const Vec3i& lowest, const Vec3i& highest, Visit&& visit)
{
    const int reach = int(std::ceil(double(kernels.largestExtent) / kernels.voxelSize)) + 1;
    const Vec3i first = SurfaceField::originOf(lowest - Vec3i::Constant(reach));
    const Vec3i last = highest + Vec3i::Constant(reach);
    for (int x = first.x(); x <= last.x(); x += kFieldSide)
        for (int y = first.y(); y <= last.y(); y += kFieldSide)
            for (int z = first.z(); z <= last.z(); z += kFieldSide) {
                const auto found = kernels.binNumbers.find(Vec3i(x, y, z));
                if (found == kernels.binNumbers.end()) continue;
                const auto& bin = kernels.bins.blocks[found->second];
                for (std::size_t n = bin.begin; n < bin.end; ++n) visit(std::size_t(kernels.bins.order[n]));
            }
}

/// The voxels of the box lowest … highest that a kernel reaches; false when there are none.
inline bool kernelVoxels(const SurfaceKernels& kernels, std::size_t i, const Vec3i& lowest, const Vec3i& highest,
                         Vec3i& first, Vec3i& last)
{
    for (int k = 0; k < 3; ++k) {
        const double centre = kernels.centres[i][k], extent = kernels.extents[i][k];
        first[k] = std::max(lowest[k], int(std::ceil((centre - extent) / kernels.voxelSize)));
        last[k] = std::min(highest[k], int(std::floor((centre + extent) / kernels.voxelSize)));
        if (first[k] > last[k]) return false;
    }
    return true;
}

} // namespace firn
