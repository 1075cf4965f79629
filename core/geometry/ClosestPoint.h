// The point of a triangle that is nearest to another point.
#pragma once

#include "base/Types.h"

namespace firn {

/// Weights of the corners a, b, c (not negative, summing to 1) that give the point of the triangle nearest to x.
/// Works through the triangle's regions: each corner, each edge, then the face.
Vec3d closestPointWeights(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c);

} // namespace firn
