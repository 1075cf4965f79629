// A grid's transform as a VDB file stores it.
#pragma once

#include "io/ByteReader.h"

#include <openvdb/math/Transform.h>

namespace firn {

/// Reads the transform's kind and numbers. Null, with the kind in `kind`, when it is none of: uniform scale, scale,
/// translation, the two with a translation, affine. Numbers that are not finite or sizes out of all reason are refused.
openvdb::math::Transform::Ptr readVdbTransform(ByteReader& in, std::string& kind);

} // namespace firn
