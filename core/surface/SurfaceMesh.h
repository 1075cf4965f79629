// The snow's surface as closed polygons.
#pragma once

#include "geometry/Mesh.h"
#include "surface/SurfaceField.h"

namespace firn {

struct SurfaceMesh {
    Mesh mesh;                  ///< triangles and quads, counter-clockwise seen from outside; velocities of the snow
    std::vector<Vec3f> normals; ///< of each point: unit length, outwards
};

/// The zero of the field as polygons. Always closed: every edge belongs to exactly two faces, which pass it in opposite
/// directions. The same bits for any number of threads. Throws InputError when nothing is inside.
SurfaceMesh surfaceMesh(const SurfaceField& field, const SurfaceKernels& kernels);

} // namespace firn
