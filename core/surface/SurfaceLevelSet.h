// The snow's surface as a narrow-band level set.
#pragma once

#include "geometry/LevelSet.h"
#include "surface/SurfaceMesh.h"

namespace firn {

/// Signed distances (m, negative inside) to the mesh, exact up to rounding within `bandVoxels` voxels of it; the voxels
/// are those of the field that the mesh was made of, which gives the sign. Grid class level set, name "surface". The
/// same bits for any number of threads.
LevelSet surfaceLevelSet(const SurfaceField& field, const Mesh& mesh, float bandVoxels);

} // namespace firn
