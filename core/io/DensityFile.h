// A density grid (.vdb fog volume, kg/m3) from particles, for renderers.
#pragma once

#include "base/Span.h"
#include "io/FrameInfo.h"

#include <string>

namespace firn {

/// Spreads each particle's `mass` with the quadratic B-spline (3 x 3 x 3 voxels), so the grid's sum times a voxel's
/// volume is the particles' mass. The same bits for any number of threads. voxelSize (m) 0 picks
/// densityVoxelFor() of surface/DensityGrid.h.
void writeDensity(const std::string& path, const Particles& particles, double voxelSize, const FrameInfo& info);

} // namespace firn
