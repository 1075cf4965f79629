// What a point sees of a surface: how far it is, and which way is out.
#pragma once

#include "base/Types.h"

namespace firn {

struct SurfaceSample {
    float distance = 0;            ///< m, negative inside
    Vec3f normal = Vec3f::UnitY(); ///< unit: the gradient of the distance
};

} // namespace firn
