// Particles as a density grid: the OpenVDB side of DensityFile.h, which pictures use too. Include it in few files:
// OpenVDB's headers are slow to compile.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <openvdb/openvdb.h>

namespace firn {

/// A fog volume named "density" (kg/m3): each particle's mass (kg) spread with the quadratic B-spline over 3 x 3 x 3
/// voxels, so that the sum of the voxels times a voxel's volume is the particles' mass. Voxel i has its middle at
/// i voxelSize. The same bits for any number of threads. Throws InputError for a place that is not finite.
openvdb::FloatGrid::Ptr densityGrid(Span<const Vec3f> P, Span<const float> mass, double voxelSize);

} // namespace firn
