// The float and vector grids of any VDB file, from whatever program. OpenVDB's own parser never sees the bytes.
#pragma once

#include "base/Span.h"

#include <cstddef>
#include <openvdb/openvdb.h>
#include <string>
#include <vector>

namespace firn {

struct VdbGrid {
    std::string name;
    std::string type;            ///< OpenVDB's name of it, such as Tree_float_5_4_3
    openvdb::GridBase::Ptr grid; ///< a FloatGrid or a Vec3SGrid; null when it was passed over
    std::string why;             ///< why it was passed over
};

/// Reads FloatGrids and Vec3SGrids with their voxels, transform, name, class and other short metadata. Grids of other
/// types or with other than linear transforms are passed over. Throws FileError at the first sign of damage.
std::vector<VdbGrid> readVdbGrids(Span<const std::byte> bytes, const std::string& name);

} // namespace firn
