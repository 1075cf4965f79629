// The OpenVDB side of LevelSet. Include it in few files: OpenVDB's headers are slow to compile.
#pragma once

#include <openvdb/openvdb.h>

namespace firn {

struct LevelSetGrid {
    openvdb::FloatGrid::ConstPtr distance; ///< grid class level set, world units, uniform scale
    openvdb::Vec3SGrid::ConstPtr velocity; ///< m/s; null when unknown
};

/// The voxels with a negative distance, and one voxel around them: the whole inside of the trilinear field. Empty
/// when nothing is inside.
openvdb::CoordBBox insideVoxels(const openvdb::FloatGrid& distance);

} // namespace firn
