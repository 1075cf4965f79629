// Velocities on a sparse grid, shared and immutable. OpenVDB stays behind it.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <memory>
#include <string>
#include <vector>

namespace firn {

struct VelocityGridData; // the OpenVDB grid: VelocityVdb.h, for the few files that need it

/// A value: copies share the grid. Callable from several threads.
class VelocityGrid {
public:
    /// Throws InputError, which calls the grid `what`, when it is staggered or its voxels are no cubes.
    VelocityGrid(std::shared_ptr<const VelocityGridData> data, const std::string& what);

    /// Trilinear (m/s); beyond the grid's voxels its background, zero as a rule.
    void sample(Span<const Vec3f> x, Span<Vec3f> out) const;

    float voxelSize() const { return mVoxel; } ///< m
    std::size_t memory() const;
    const VelocityGridData& data() const { return *mData; }

private:
    std::shared_ptr<const VelocityGridData> mData;
    Mat3d mLinear; // world to voxel coordinates
    Vec3d mOffset;
    float mVoxel = 1;
};

/// A box of values: voxel (i, j, k) at origin + voxel (i, j, k), i fastest. Zero beyond.
VelocityGrid velocityGrid(const Vec3d& origin, double voxel, const Vec3i& count, Span<const Vec3f> values);

} // namespace firn
