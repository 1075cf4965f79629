// Density and velocity on a grid, from particles. Include it in few files: OpenVDB's headers are slow to compile.
#pragma once

#include "particles/Particles.h"

#include <openvdb/openvdb.h>

namespace firn {

struct DensityGrid {
    openvdb::FloatGrid::Ptr density;  ///< kg/m3, "density", a fog volume
    openvdb::Vec3SGrid::Ptr velocity; ///< m/s, "vel", where there is density
};

/// Spreads each particle's `mass` and momentum with the quadratic B-spline (3 x 3 x 3 voxels): the sum of density times
/// a voxel's volume is the particles' mass, and that of density times velocity is their momentum. voxelSize (m) 0 picks
/// densityVoxelFor(). The same bits for any number of threads. Throws InputError for a voxel size, a position, mass or
/// velocity that cannot be used.
DensityGrid densityGrid(const Particles& particles, double voxelSize);

/// The density alone, of points with masses (kg).
openvdb::FloatGrid::Ptr densityGrid(Span<const Vec3f> P, Span<const float> mass, double voxelSize);

/// Twice the mean particle spacing, which is twice the mean `pscale`; InputError when there is no such attribute.
double densityVoxelFor(const Particles& particles);

} // namespace firn
