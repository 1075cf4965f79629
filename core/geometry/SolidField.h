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

} // namespace firn
