// Polygons and VDB primitives into a geometry.
#pragma once

#include "geometry/Mesh.h"

#include <GU/GU_Detail.h>
#include <openvdb/Grid.h>

namespace firn::houdini {

/// Appends a mesh whose faces are wound counter-clockwise seen from outside; Houdini's are the other way round. Point
/// normals and the mesh's velocities become N and v.
void addPolygons(const Mesh& mesh, const std::vector<Vec3f>& normals, GU_Detail& detail);

/// Appends a VDB primitive.
void addVdb(const openvdb::GridBase::Ptr& grid, const char* name, GU_Detail& detail);

} // namespace firn::houdini
