// Eight floats side by side: the same arithmetic in every lane, so a result never depends on the lane it sits in.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#if defined(__AVX__)
#include <immintrin.h>
#else
#pragma GCC diagnostic ignored "-Wpsabi" // how vectors are passed to functions: here they never are
#endif

/// For functions on lanes: they must melt into the caller's loop, and no vector is passed through memory.
#define FIRN_LANES inline __attribute__((always_inline))

/// Before a loop over parts or lanes: written out in full, so that its vectors stay in registers.
#if defined(__clang__)
#define FIRN_UNROLL _Pragma("clang loop unroll(full)")
#else
#define FIRN_UNROLL _Pragma("GCC unroll 9")
#endif

namespace firn {

/// Eight answers to a comparison; each lane is all ones or all zeros.
struct Mask8 {
    typedef int32_t Raw __attribute__((vector_size(32)));
    Raw raw;
};

/// Eight floats. Only correctly rounded operations are offered (+, -, *, /, sqrt, fma), never the approximate
/// reciprocals, which differ between makers of processors: the bits are the same on any of them.
/// Multiplication and addition fuse where `fma` is written and nowhere else.
struct Simd8 {
    typedef float Raw __attribute__((vector_size(32)));
    static constexpr int kLanes = 8;
    Raw raw;

    Simd8() = default;
    FIRN_LANES Simd8(Raw r) : raw(r) {}
    FIRN_LANES Simd8(float s) : raw{s, s, s, s, s, s, s, s} {}

    /// Eight consecutive floats, at any alignment.
    static FIRN_LANES Simd8 load(const float* from)
    {
        Simd8 r;
        std::memcpy(&r.raw, from, sizeof r.raw);
        return r;
    }
    FIRN_LANES void store(float* to) const { std::memcpy(to, &raw, sizeof raw); }
    FIRN_LANES float operator[](int lane) const { return raw[lane]; }
};

FIRN_LANES Simd8 operator+(Simd8 a, Simd8 b) { return a.raw + b.raw; }
FIRN_LANES Simd8 operator-(Simd8 a, Simd8 b) { return a.raw - b.raw; }
FIRN_LANES Simd8 operator*(Simd8 a, Simd8 b) { return a.raw * b.raw; }
FIRN_LANES Simd8 operator/(Simd8 a, Simd8 b) { return a.raw / b.raw; }
FIRN_LANES Simd8 operator-(Simd8 a) { return -a.raw; }

FIRN_LANES Mask8 operator<(Simd8 a, Simd8 b) { return {a.raw < b.raw}; }
FIRN_LANES Mask8 operator>=(Simd8 a, Simd8 b) { return {a.raw >= b.raw}; }
FIRN_LANES Mask8 operator==(Simd8 a, Simd8 b) { return {a.raw == b.raw}; }

/// Where the mask holds `a`, elsewhere `b`.
FIRN_LANES Simd8 select(Mask8 mask, Simd8 a, Simd8 b) { return mask.raw ? a.raw : b.raw; }

/// The bits of the floats as integers, and back.
FIRN_LANES Mask8::Raw bitsOf(Simd8 a) { return (Mask8::Raw)a.raw; }
FIRN_LANES Simd8 fromBits(Mask8::Raw bits) { return (Simd8::Raw)bits; }

FIRN_LANES Simd8 abs(Simd8 a) { return fromBits(bitsOf(a) & 0x7fffffff); }

/// The size of `a` with the sign of `b`.
FIRN_LANES Simd8 copySign(Simd8 a, Simd8 b)
{
    return fromBits((bitsOf(a) & 0x7fffffff) | (bitsOf(b) & int32_t(0x80000000)));
}

/// The larger and the smaller one; `b` where either is NaN.
FIRN_LANES Simd8 max(Simd8 a, Simd8 b)
{
#if defined(__AVX__)
    return Simd8::Raw(_mm256_max_ps(a.raw, b.raw));
#else
    return select({a.raw > b.raw}, a, b);
#endif
}
FIRN_LANES Simd8 min(Simd8 a, Simd8 b)
{
#if defined(__AVX__)
    return Simd8::Raw(_mm256_min_ps(a.raw, b.raw));
#else
    return select({a.raw < b.raw}, a, b);
#endif
}

FIRN_LANES Simd8 sqrt(Simd8 a)
{
#if defined(__AVX__)
    return Simd8::Raw(_mm256_sqrt_ps(a.raw));
#else
    for (int lane = 0; lane < Simd8::kLanes; ++lane) a.raw[lane] = std::sqrt(a.raw[lane]);
    return a;
#endif
}

/// a b + c with one rounding.
FIRN_LANES Simd8 fma(Simd8 a, Simd8 b, Simd8 c)
{
#if defined(__FMA__)
    return Simd8::Raw(_mm256_fmadd_ps(a.raw, b.raw, c.raw));
#else
    for (int lane = 0; lane < Simd8::kLanes; ++lane) c.raw[lane] = std::fma(a.raw[lane], b.raw[lane], c.raw[lane]);
    return c;
#endif
}

/// c - a b with one rounding.
FIRN_LANES Simd8 fnma(Simd8 a, Simd8 b, Simd8 c)
{
#if defined(__FMA__)
    return Simd8::Raw(_mm256_fnmadd_ps(a.raw, b.raw, c.raw));
#else
    return fma(-a, b, c);
#endif
}

} // namespace firn
