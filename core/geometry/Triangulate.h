// Cuts polygons of any size into triangles.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <array>
#include <vector>

namespace firn {

using Triangle = std::array<uint32_t, 3>; ///< point indices

/// Appends the triangles of one polygon, wound as the polygon is: corners.size() - 2 of them. A concave polygon is cut
/// by ears in the plane of its area normal; a polygon that crosses itself is cut somehow, but wholly.
void triangulate(Span<const Vec3f> points, Span<const uint32_t> corners, std::vector<Triangle>& out);

} // namespace firn
