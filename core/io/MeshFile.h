// Polygon meshes from files.
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

} // namespace firn
