// Conversion between the number types of files and those of columns.
#pragma once

#include "particles/ColumnType.h"

#include <cstring>
#include <limits>
#include <type_traits>

namespace firn {

/// A float that is no integer of T becomes T's lowest value: files that do that are damaged anyway, and a plain cast
/// would be undefined.
template <class T, class U> T numberCast(U value)
{
    if constexpr (std::is_integral_v<T> && std::is_floating_point_v<U>) {
        constexpr U kLimit = -U(std::numeric_limits<T>::min());
        if (!(value >= -kLimit && value < kLimit)) return std::numeric_limits<T>::min();
    }
    return static_cast<T>(value);
}

/// Calls fn with a value of the C++ type that stores a scalar (text as its int32 index).
template <class Fn> decltype(auto) withScalar(Scalar scalar, Fn&& fn)
{
    switch (scalar) {
    case Scalar::Float32: return fn(float());
    case Scalar::Float64: return fn(double());
    case Scalar::Int64: return fn(int64_t());
    default: return fn(int32_t());
    }
}

/// Converts `count` packed values of type From, which need no alignment.
template <class From> void convertPacked(const std::byte* from, Scalar to, std::byte* values, std::size_t count)
{
    withScalar(to, [&](auto sample) {
        using To = decltype(sample);
        if constexpr (std::is_same_v<From, To>) {
            if (count > 0) std::memcpy(values, from, count * sizeof(To));
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                From value;
                std::memcpy(&value, from + i * sizeof(From), sizeof(From));
                const To converted = numberCast<To>(value);
                std::memcpy(values + i * sizeof(To), &converted, sizeof(To));
            }
        }
    });
}

/// An IEEE half as a float.
inline float halfToFloat(uint16_t half)
{
    const uint32_t sign = uint32_t(half & 0x8000u) << 16;
    uint32_t exponent = (half >> 10) & 31u;
    uint32_t mantissa = half & 0x3ffu;
    uint32_t bits = sign;
    if (exponent == 31) {
        bits |= 0x7f800000u | (mantissa << 13);
    } else if (exponent != 0) {
        bits |= ((exponent + 112) << 23) | (mantissa << 13);
    } else if (mantissa != 0) { // denormal: shift up until the leading bit is implied
        exponent = 113;
        for (; (mantissa & 0x400u) == 0; mantissa <<= 1) --exponent;
        bits |= (exponent << 23) | ((mantissa & 0x3ffu) << 13);
    }
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace firn
