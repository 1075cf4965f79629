// Polygon meshes from and to files.
#pragma once

#include "base/Span.h"
#include "geometry/Mesh.h"

#include <string>

namespace firn {

/// Reads .obj or .ply, told apart by content. Faces with fewer than three corners, indices without a point and
/// positions that are not finite are refused with a FileError.
Mesh readMesh(const std::string& path);

/// The parsers alone.
Mesh parseObj(Span<const std::byte> bytes, const std::string& name);
Mesh parsePlyMesh(Span<const std::byte> bytes, const std::string& name);

/// Writes .obj or .ply (binary), as the path's ending says; any other ending is an InputError. Normals, one per point,
/// may be left out. A .ply also holds the mesh's velocities (vx vy vz); .obj has no place for them.
void writeMesh(const std::string& path, const Mesh& mesh, Span<const Vec3f> normals = {});

} // namespace firn
