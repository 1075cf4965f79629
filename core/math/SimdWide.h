// Several times eight floats: independent chains of operations that hide each other's latency.
#pragma once

#include "math/Simd8.h"

namespace firn {

template <int N> struct MaskWide {
    Mask8 part[N];
};

/// The same operations as Simd8, with the same bits in every lane; see there.
/// A long chain of dependent operations (square roots, quotients) runs twice as fast per lane with N = 3 as with Simd8.
template <int N> struct SimdWide {
    static constexpr int kLanes = 8 * N;
    Simd8 part[N];

    SimdWide() = default;
    // Copied part by part: as a block of bytes it would go through memory.
    FIRN_LANES SimdWide(const SimdWide& other)
    {
        for (int i = 0; i < N; ++i) part[i] = other.part[i];
    }
    FIRN_LANES SimdWide& operator=(const SimdWide& other)
    {
        for (int i = 0; i < N; ++i) part[i] = other.part[i];
        return *this;
    }
    FIRN_LANES SimdWide(float s)
    {
        for (Simd8& p : part) p = Simd8(s);
    }
    static FIRN_LANES SimdWide load(const float* from)
    {
        SimdWide r;
        for (int i = 0; i < N; ++i) r.part[i] = Simd8::load(from + 8 * i);
        return r;
    }
    FIRN_LANES void store(float* to) const
    {
        for (int i = 0; i < N; ++i) part[i].store(to + 8 * i);
    }
    FIRN_LANES float operator[](int lane) const { return part[lane / 8][lane % 8]; }
};

using Simd24 = SimdWide<3>;

template <int N> FIRN_LANES SimdWide<N> operator+(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] + b.part[i];
    return r;
}
template <int N> FIRN_LANES SimdWide<N> operator-(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] - b.part[i];
    return r;
}
template <int N> FIRN_LANES SimdWide<N> operator*(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] * b.part[i];
    return r;
}
template <int N> FIRN_LANES SimdWide<N> operator/(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] / b.part[i];
    return r;
}
template <int N> FIRN_LANES SimdWide<N> operator-(const SimdWide<N>& a)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = -a.part[i];
    return r;
}
template <int N> FIRN_LANES MaskWide<N> operator<(const SimdWide<N>& a, const SimdWide<N>& b)
{
    MaskWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] < b.part[i];
    return r;
}
template <int N> FIRN_LANES MaskWide<N> operator>=(const SimdWide<N>& a, const SimdWide<N>& b)
{
    MaskWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] >= b.part[i];
    return r;
}
template <int N> FIRN_LANES MaskWide<N> operator==(const SimdWide<N>& a, const SimdWide<N>& b)
{
    MaskWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = a.part[i] == b.part[i];
    return r;
}
template <int N> FIRN_LANES SimdWide<N> select(const MaskWide<N>& mask, const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = select(mask.part[i], a.part[i], b.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> abs(const SimdWide<N>& a)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = abs(a.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> sqrt(const SimdWide<N>& a)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = sqrt(a.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> copySign(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = copySign(a.part[i], b.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> max(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = max(a.part[i], b.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> min(const SimdWide<N>& a, const SimdWide<N>& b)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = min(a.part[i], b.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> fma(const SimdWide<N>& a, const SimdWide<N>& b, const SimdWide<N>& c)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = fma(a.part[i], b.part[i], c.part[i]);
    return r;
}
template <int N> FIRN_LANES SimdWide<N> fnma(const SimdWide<N>& a, const SimdWide<N>& b, const SimdWide<N>& c)
{
    SimdWide<N> r;
    for (int i = 0; i < N; ++i) r.part[i] = fnma(a.part[i], b.part[i], c.part[i]);
    return r;
}

} // namespace firn
