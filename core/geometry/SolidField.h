// A region of space as a signed distance function: what a source fills.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <functional>

namespace firn {

struct SolidField {
    Box3f bounds; ///< holds every point inside
    /// Signed distances (m, negative inside) of many points at once; callable from several threads.
    std::function<void(Span<const Vec3f> x, Span<float> distance)> distance;
};

struct AnalyticShape;
struct Pose;
struct ShapeParams;
class LevelSet;

/// The inside of an analytic shape. Throws InputError for a plane, whose inside has no end.
SolidField solidField(const AnalyticShape& shape);

/// The inside of a level set, scaled about its own origin, then posed.
SolidField solidField(const LevelSet& levelSet, const Pose& pose, float scale = 1);

/// The same, placed as a scene says: scale, then rotation and centre.
SolidField solidField(const LevelSet& levelSet, const ShapeParams& placement);

} // namespace firn
