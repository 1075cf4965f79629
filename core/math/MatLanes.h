// One 3x3 matrix per SIMD lane, and the way there from arrays of matrices and back.
#pragma once

#include "base/Types.h"
#include "math/Simd8.h"
#include "math/SimdWide.h"

#include <algorithm>

namespace firn {

/// A 3x3 matrix per lane; T is Simd8 or SimdWide.
template <class T> struct Mat3Lanes {
    T m[3][3]; ///< m[row][column]
};

/// A 3-vector per lane.
template <class T> struct Vec3Lanes {
    T v[3];
};

template <class T> FIRN_LANES T dot(const Vec3Lanes<T>& a, const Vec3Lanes<T>& b)
{
    return fma(a.v[0], b.v[0], fma(a.v[1], b.v[1], a.v[2] * b.v[2]));
}

static_assert(sizeof(Mat3f) == 9 * sizeof(float) && sizeof(Vec3f) == 3 * sizeof(float), "tightly packed");

/// Turns eight rows of eight floats into eight columns.
FIRN_LANES void transpose(Simd8 (&r)[8])
{
#if defined(__AVX__)
    __m256 t[8], s[8];
    FIRN_UNROLL
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_ps(r[i].raw, r[i + 1].raw);
        t[i + 1] = _mm256_unpackhi_ps(r[i].raw, r[i + 1].raw);
    }
    FIRN_UNROLL
    for (int i = 0; i < 8; i += 4) FIRN_UNROLL
    for (int j = 0; j < 2; ++j) {
        s[i + 2 * j] = _mm256_shuffle_ps(t[i + j], t[i + j + 2], 0x44);
        s[i + 2 * j + 1] = _mm256_shuffle_ps(t[i + j], t[i + j + 2], 0xee);
    }
    FIRN_UNROLL
    for (int i = 0; i < 4; ++i) {
        r[i].raw = _mm256_permute2f128_ps(s[i], s[i + 4], 0x20);
        r[i + 4].raw = _mm256_permute2f128_ps(s[i], s[i + 4], 0x31);
    }
#else
    FIRN_UNROLL
    for (int i = 0; i < 8; ++i) FIRN_UNROLL
    for (int j = 0; j < i; ++j) {
        const float keep = r[i].raw[j];
        r[i].raw[j] = r[j].raw[i];
        r[j].raw[i] = keep;
    }
#endif
}

/// Matrix `lane` of the array becomes lane `lane`; eight matrices are read.
FIRN_LANES void loadLanes(const Mat3f* from, Mat3Lanes<Simd8>& to)
{
    const float* f = from->data();
    Simd8 r[8];
    FIRN_UNROLL
    for (int lane = 0; lane < 8; ++lane) r[lane] = Simd8::load(f + 9 * lane);
    transpose(r);
    FIRN_UNROLL
    for (int k = 0; k < 8; ++k) to.m[k % 3][k / 3] = r[k];
    to.m[2][2] = Simd8(Simd8::Raw{f[8], f[17], f[26], f[35], f[44], f[53], f[62], f[71]});
}

/// The inverse of loadLanes: eight matrices are written.
FIRN_LANES void storeLanes(const Mat3Lanes<Simd8>& from, Mat3f* to)
{
    float* f = to->data();
    Simd8 r[8];
    FIRN_UNROLL
    for (int k = 0; k < 8; ++k) r[k] = from.m[k % 3][k / 3];
    transpose(r);
    FIRN_UNROLL
    for (int lane = 0; lane < 8; ++lane) {
        r[lane].store(f + 9 * lane);
        f[9 * lane + 8] = from.m[2][2][lane];
    }
}

FIRN_LANES void storeLanes(const Vec3Lanes<Simd8>& from, Vec3f* to)
{
    FIRN_UNROLL
    for (int k = 0; k < 3; ++k) FIRN_UNROLL
    for (int lane = 0; lane < 8; ++lane) to[lane][k] = from.v[k][lane];
}

template <int N> FIRN_LANES void loadLanes(const Mat3f* from, Mat3Lanes<SimdWide<N>>& to)
{
    FIRN_UNROLL
    for (int part = 0; part < N; ++part) {
        Mat3Lanes<Simd8> eight;
        loadLanes(from + 8 * part, eight);
        FIRN_UNROLL
        for (int k = 0; k < 9; ++k) to.m[k / 3][k % 3].part[part] = eight.m[k / 3][k % 3];
    }
}

template <int N> FIRN_LANES void storeLanes(const Mat3Lanes<SimdWide<N>>& from, Mat3f* to)
{
    FIRN_UNROLL
    for (int part = 0; part < N; ++part) {
        Mat3Lanes<Simd8> eight;
        FIRN_UNROLL
        for (int k = 0; k < 9; ++k) eight.m[k / 3][k % 3] = from.m[k / 3][k % 3].part[part];
        storeLanes(eight, to + 8 * part);
    }
}

template <int N> FIRN_LANES void storeLanes(const Vec3Lanes<SimdWide<N>>& from, Vec3f* to)
{
    FIRN_UNROLL
    for (int part = 0; part < N; ++part)
        storeLanes(Vec3Lanes<Simd8>{{from.v[0].part[part], from.v[1].part[part], from.v[2].part[part]}}, to + 8 * part);
}

/// The first `count` lanes from an array that may end there; the others hold zero matrices.
template <class T> FIRN_LANES void loadSome(const Mat3f* from, std::size_t count, Mat3Lanes<T>& to)
{
    if (count >= T::kLanes) return loadLanes(from, to);
    Mat3f padded[T::kLanes];
    for (int lane = 0; lane < T::kLanes; ++lane)
        padded[lane] = std::size_t(lane) < count ? from[lane] : Mat3f(Mat3f::Zero());
    loadLanes(padded, to);
}

/// The first `count` lanes to an array that may end there.
template <template <class> class Lanes, class T, class Value>
FIRN_LANES void storeSome(const Lanes<T>& from, std::size_t count, Value* to)
{
    if (count >= T::kLanes) return storeLanes(from, to);
    Value padded[T::kLanes];
    storeLanes(from, padded);
    std::copy(padded, padded + count, to);
}

/// Visits the indices 0 … count - 1 in groups of lanes: body(T(), first, number), T being the type to compute in and
/// number <= T::kLanes. Results agree for any T, so where an index falls does not matter.
template <class Body> FIRN_LANES void forLaneGroups(std::size_t count, Body body)
{
    std::size_t i = 0;
    for (; i + Simd24::kLanes <= count; i += Simd24::kLanes) body(Simd24(), i, std::size_t(Simd24::kLanes));
    for (; i < count; i += Simd8::kLanes) body(Simd8(), i, std::min(count - i, std::size_t(Simd8::kLanes)));
}

} // namespace firn
