// A polygon mesh as read from a file: points and faces with any number of corners.
#pragma once

#include "base/Types.h"

#include <cstdint>
#include <vector>

namespace firn {

struct Mesh {
    std::vector<Vec3f> points;
    std::vector<uint32_t> corners;     ///< point indices, face after face
    std::vector<uint32_t> faceCorners; ///< corners of each face, 3 or more
    std::vector<Vec3f> velocities;     ///< m/s per point; empty when the file has none
};

} // namespace firn
