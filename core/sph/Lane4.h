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

/// A 3x3 matrix in registers, a column each.
struct Mat3Lane {
    Lane4 column[3];

    FIRN_LANES Mat3f mat3() const
    {
        Mat3f m;
        for (int c = 0; c < 3; ++c) m.col(c) = column[c].vec3();
        return m;
    }
};

FIRN_LANES float trace(const Mat3Lane& a) { return a.column[0][0] + a.column[1][1] + a.column[2][2]; }

/// A v.
FIRN_LANES Lane4 times(const Mat3Lane& a, float x, float y, float z)
{
    return fma(a.column[0], Lane4(x), fma(a.column[1], Lane4(y), a.column[2] * Lane4(z)));
}

/// A B.
FIRN_LANES Mat3Lane times(const Mat3Lane& a, const Mat3f& b)
{
    const float* m = b.data();
    return {{times(a, m[0], m[1], m[2]), times(a, m[3], m[4], m[5]), times(a, m[6], m[7], m[8])}};
}

/// A + A^T.
FIRN_LANES Mat3Lane plusTransposed(const Mat3Lane& a)
{
    const Lane4::Raw x = a.column[0].raw, y = a.column[1].raw, z = a.column[2].raw;
    const Lane4::Raw low = __builtin_shufflevector(x, y, 0, 4, 1, 5), high = __builtin_shufflevector(x, y, 2, 6, 3, 7);
    return {{a.column[0] + Lane4(Lane4::Raw(__builtin_shufflevector(low, z, 0, 1, 4, 7))),
             a.column[1] + Lane4(Lane4::Raw(__builtin_shufflevector(low, z, 2, 3, 5, 7))),
             a.column[2] + Lane4(Lane4::Raw(__builtin_shufflevector(high, z, 0, 1, 6, 7)))}};
}

/// A + s 1.
FIRN_LANES Mat3Lane plusDiagonal(const Mat3Lane& a, float s)
{
    return {{a.column[0] + Lane4(Lane4::Raw{s, 0, 0, 0}), a.column[1] + Lane4(Lane4::Raw{0, s, 0, 0}),
             a.column[2] + Lane4(Lane4::Raw{0, 0, s, 0})}};
}

/// Three columns of a matrix, 16 bytes each.
struct alignas(16) Mat4x3f {
    Vec4f column[3];

    FIRN_LANES void store(const Mat3Lane& m)
    {
        for (int c = 0; c < 3; ++c) m.column[c].store(&column[c].x);
    }
    FIRN_LANES Mat3Lane lanes() const { return {{column[0].lanes(), column[1].lanes(), column[2].lanes()}}; }
};

} // namespace firn::sph
