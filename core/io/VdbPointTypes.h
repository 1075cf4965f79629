// Which OpenVDB attribute type holds which column. For VdbPointWriter.cpp and VdbPointReader.cpp only.
#pragma once

#include "base/Error.h"
#include "particles/ColumnType.h"

#include <openvdb/openvdb.h>
#include <openvdb/points/AttributeArrayString.h>
#include <openvdb/points/PointDataGrid.h>

namespace firn {

/// Our own attributes beside the columns: exact positions (those relative to a voxel lose bits) and the order.
inline constexpr const char* kVdbExactP = "firn_P";
inline constexpr const char* kVdbIndex = "firn_index";

/// Grid metadata: the columns, one line each (ColumnText.h), and the words of text column number k.
inline constexpr const char* kVdbColumns = "firn_columns";
inline constexpr const char* kVdbWords = "firn_words_";

/// Calls fn(value, stride) with a value of the OpenVDB type of which `stride` make up a tuple. Vectors of 3, matrices
/// of 9 and 16 and quaternions have types of their own; other tuples are strided arrays of numbers.
template <class Fn> decltype(auto) withVdbType(const ColumnType& type, Meaning meaning, Fn&& fn)
{
    using namespace openvdb;
    const int n = type.size;
    switch (type.scalar) {
    case Scalar::Float32:
        if (n == 3) return fn(math::Vec3<float>(), 1);
        if (n == 9) return fn(math::Mat3<float>(), 1);
        if (n == 16) return fn(math::Mat4<float>(), 1);
        if (n == 4 && meaning == Meaning::Quaternion) return fn(math::Quat<float>(), 1);
        return fn(float(), n);
    case Scalar::Float64:
        if (n == 3) return fn(math::Vec3<double>(), 1);
        if (n == 9) return fn(math::Mat3<double>(), 1);
        if (n == 16) return fn(math::Mat4<double>(), 1);
        if (n == 4 && meaning == Meaning::Quaternion) return fn(math::Quat<double>(), 1);
        return fn(double(), n);
    case Scalar::Int64: return fn(int64_t(), n);
    default:
        if (n == 3 && type.scalar == Scalar::Int32) return fn(math::Vec3<int32_t>(), 1);
        return fn(int32_t(), n);
    }
}

} // namespace firn
