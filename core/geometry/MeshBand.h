// What OpenVDB's conversion of a mesh leaves to do in the narrow band. For MeshToLevelSet.cpp only.
#pragma once

#include "geometry/LevelSetGrid.h"
#include "geometry/Mesh.h"
#include "geometry/Triangulate.h"

namespace firn {

/// Measures the distances of the band's voxels anew, exactly, keeping their signs. OpenVDB cuts triangles that are
/// large against a voxel and leaves, at the fringe of its first layer, distances to a cut piece instead of the whole.
/// A voxel looks at its own nearest triangle and its 26 neighbours'; `nearest` is brought up to date.
void measureDistances(const Mesh& mesh, const std::vector<Triangle>& triangles, openvdb::FloatGrid& distance,
                      openvdb::Int32Grid& nearest);

/// Gives each voxel of the band the velocity of the nearest point of the surface.
openvdb::Vec3SGrid::Ptr spreadVelocity(const Mesh& mesh, const std::vector<Triangle>& triangles,
                                       const openvdb::FloatGrid& distance, const openvdb::Int32Grid& nearest);

} // namespace firn
