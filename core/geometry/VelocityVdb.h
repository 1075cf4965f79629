// The OpenVDB side of VelocityGrid. Include it in few files: OpenVDB's headers are slow to compile.
#pragma once

#include <openvdb/openvdb.h>

namespace firn {

struct VelocityGridData {
    openvdb::Vec3SGrid::ConstPtr grid; ///< m/s
};

} // namespace firn
