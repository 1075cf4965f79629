// The types a particle column can have.
#pragma once

#include "base/Types.h"

#include <cstdint>
#include <string>

namespace firn {

enum class Scalar : uint8_t {
    Float32,
    Float64,
    Int32,
    Int64,
    Text, ///< an int32 index into the column's own list of words
};

/// What a tuple of numbers means to Houdini when it is transformed. It does not change the bits.
enum class Meaning : uint8_t { None, Point, Vector, Normal, Colour, Matrix, Quaternion };

inline constexpr std::size_t scalarBytes(Scalar scalar)
{
    return scalar == Scalar::Float64 || scalar == Scalar::Int64 ? 8 : 4;
}

struct ColumnType {
    Scalar scalar = Scalar::Float32;
    int size = 1; ///< numbers per particle: 1 to 16

    std::size_t bytes() const { return scalarBytes(scalar) * std::size_t(size); }
    bool isFloat() const { return scalar == Scalar::Float32 || scalar == Scalar::Float64; }
    bool operator==(const ColumnType& other) const { return scalar == other.scalar && size == other.size; }
    bool operator!=(const ColumnType& other) const { return !(*this == other); }
};

inline constexpr int kLargestTuple = 16;

/// "float32", "3 x float32", "text".
std::string toText(const ColumnType& type);

/// The column type that holds a C++ type.
template <class T> constexpr ColumnType columnType();
template <> constexpr ColumnType columnType<float>() { return {Scalar::Float32, 1}; }
template <> constexpr ColumnType columnType<double>() { return {Scalar::Float64, 1}; }
template <> constexpr ColumnType columnType<int32_t>() { return {Scalar::Int32, 1}; }
template <> constexpr ColumnType columnType<int64_t>() { return {Scalar::Int64, 1}; }
template <> constexpr ColumnType columnType<Vec2f>() { return {Scalar::Float32, 2}; }
template <> constexpr ColumnType columnType<Vec3f>() { return {Scalar::Float32, 3}; }
template <> constexpr ColumnType columnType<Vec3d>() { return {Scalar::Float64, 3}; }
template <> constexpr ColumnType columnType<Vec3i>() { return {Scalar::Int32, 3}; }
template <> constexpr ColumnType columnType<Mat3f>() { return {Scalar::Float32, 9}; }
template <> constexpr ColumnType columnType<Mat3d>() { return {Scalar::Float64, 9}; }

} // namespace firn
