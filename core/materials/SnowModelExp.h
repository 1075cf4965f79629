// What the snow model needs of SIMD lanes beside math/SimdWide.h: masks joined and asked, and the exponential.
#pragma once

#include "math/SimdWide.h"

#include <initializer_list>

namespace firn {

FIRN_LANES Mask8 operator|(Mask8 a, Mask8 b) { return {a.raw | b.raw}; }
FIRN_LANES Mask8 operator&(Mask8 a, Mask8 b) { return {a.raw & b.raw}; }

/// Whether the mask holds in any lane.
FIRN_LANES bool anyLane(Mask8 mask)
{
#if defined(__AVX__)
    return _mm256_movemask_ps((__m256)mask.raw) != 0;
#else
    int any = 0;
    for (int lane = 0; lane < Simd8::kLanes; ++lane) any |= mask.raw[lane];
    return any != 0;
#endif
}

template <int N> FIRN_LANES MaskWide<N> operator|(const MaskWide<N>& a, const MaskWide<N>& b)
{
    MaskWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] | b.part[i];
    return r;
}

/// Newton's square root stops when its last change was below this: what is left is its square over two, below rounding.
template <class T> inline constexpr float kNewtonEnough = 3.3e-4f;

/// exp(x) for |x| <= 80, to two units in the last place, in every lane: 2^n times a polynomial on |r| <= ln(2) / 2.
FIRN_LANES Simd8 expLanes(Simd8 x)
{
    const Simd8 shift(12582912.0f); // 1.5 x 2^23: adding it rounds to a whole number
    const Simd8 t = fma(x, Simd8(1.44269504f), shift);
    const Simd8 n = t - shift;
    Simd8 r = fnma(n, Simd8(0.693359375f), x); // ln 2 in two parts; the first has few digits, so n times it is exact
    r = fma(n, Simd8(2.12194440e-4f), r);
    Simd8 p(1.0f / 5040.0f);
    for (const float c : {1.0f / 720.0f, 1.0f / 120.0f, 1.0f / 24.0f, 1.0f / 6.0f, 0.5f, 1.0f, 1.0f})
        p = fma(p, r, Simd8(c));
    return fromBits(bitsOf(p) + ((bitsOf(t) - bitsOf(shift)) << 23));
}

} // namespace firn
