// Four floats side by side: a vector of three and a lane that nobody reads. For the loops over pairs of particles.
#pragma once

#include "base/Types.h"
#include "math/Simd8.h"

namespace firn::sph {

/// The same arithmetic as Simd8: correctly rounded, fused only where `fma` is written.
struct Lane4 {
    typedef float Raw __attribute__((vector_size(16)));
    Raw raw;

    Lane4() = default;
    FIRN_LANES Lane4(Raw r) : raw(r) {}
    FIRN_LANES Lane4(float s) : raw{s, s, s, s} {}
    FIRN_LANES Lane4(const Vec3f& v) : raw{v.x(), v.y(), v.z(), 0} {}

    /// Four consecutive floats, at any alignment.
    static FIRN_LANES Lane4 load(const float* from)
    {
        Lane4 r;
        std::memcpy(&r.raw, from, sizeof r.raw);
        return r;
    }
    FIRN_LANES void store(float* to) const { std::memcpy(to, &raw, sizeof raw); }
    FIRN_LANES float operator[](int lane) const { return raw[lane]; }
    FIRN_LANES Vec3f vec3() const { return {raw[0], raw[1], raw[2]}; }
};

FIRN_LANES Lane4 operator+(Lane4 a, Lane4 b) { return a.raw + b.raw; }
FIRN_LANES Lane4 operator-(Lane4 a, Lane4 b) { return a.raw - b.raw; }
FIRN_LANES Lane4 operator*(Lane4 a, Lane4 b) { return a.raw * b.raw; }

/// a b + c with one rounding.
FIRN_LANES Lane4 fma(Lane4 a, Lane4 b, Lane4 c)
{
#if defined(__FMA__)
    return Lane4::Raw(_mm_fmadd_ps(a.raw, b.raw, c.raw));
#else
    for (int lane = 0; lane < 4; ++lane) c.raw[lane] = std::fma(a.raw[lane], b.raw[lane], c.raw[lane]);
    return c;
#endif
}

/// The sum of the three lanes that count.
FIRN_LANES float sum3(Lane4 a) { return a.raw[0] + a.raw[1] + a.raw[2]; }

/// A 3-vector per particle in 16 bytes, so that one load fetches it.
struct alignas(16) Vec4f {
    float x, y, z, w;

    static FIRN_LANES Vec4f of(const Vec3f& v) { return {v.x(), v.y(), v.z(), 0}; }
    FIRN_LANES Vec3f vec3() const { return {x, y, z}; }
    FIRN_LANES Lane4 lanes() const { return Lane4::load(&x); }
};

/// Three columns of a matrix, 16 bytes each.
struct alignas(16) Mat4x3f {
    Vec4f column[3];

    static FIRN_LANES Mat4x3f of(const Mat3f& m)
    {
        return {{Vec4f::of(m.col(0)), Vec4f::of(m.col(1)), Vec4f::of(m.col(2))}};
    }
};

} // namespace firn::sph
