// Sixteen floats as two times eight: two independent chains of operations hide each other's latency.
#pragma once

#include "math/Simd8.h"

namespace firn {

struct Mask16 {
    Mask8 lo, hi;
};

/// The same operations as Simd8, lane by lane; see there.
struct Simd16 {
    static constexpr int kLanes = 16;
    Simd8 lo, hi;

    Simd16() = default;
    FIRN_LANES Simd16(Simd8 l, Simd8 h) : lo(l), hi(h) {}
    FIRN_LANES Simd16(float s) : lo(s), hi(s) {}
    static FIRN_LANES Simd16 load(const float* from) { return {Simd8::load(from), Simd8::load(from + 8)}; }
    FIRN_LANES void store(float* to) const
    {
        lo.store(to);
        hi.store(to + 8);
    }
    FIRN_LANES float operator[](int lane) const { return lane < 8 ? lo[lane] : hi[lane - 8]; }
};

FIRN_LANES Simd16 operator+(Simd16 a, Simd16 b) { return {a.lo + b.lo, a.hi + b.hi}; }
FIRN_LANES Simd16 operator-(Simd16 a, Simd16 b) { return {a.lo - b.lo, a.hi - b.hi}; }
FIRN_LANES Simd16 operator*(Simd16 a, Simd16 b) { return {a.lo * b.lo, a.hi * b.hi}; }
FIRN_LANES Simd16 operator/(Simd16 a, Simd16 b) { return {a.lo / b.lo, a.hi / b.hi}; }
FIRN_LANES Simd16 operator-(Simd16 a) { return {-a.lo, -a.hi}; }
FIRN_LANES Mask16 operator<(Simd16 a, Simd16 b) { return {a.lo < b.lo, a.hi < b.hi}; }
FIRN_LANES Mask16 operator>=(Simd16 a, Simd16 b) { return {a.lo >= b.lo, a.hi >= b.hi}; }
FIRN_LANES Mask16 operator==(Simd16 a, Simd16 b) { return {a.lo == b.lo, a.hi == b.hi}; }
FIRN_LANES Simd16 select(Mask16 m, Simd16 a, Simd16 b) { return {select(m.lo, a.lo, b.lo), select(m.hi, a.hi, b.hi)}; }
FIRN_LANES Simd16 abs(Simd16 a) { return {abs(a.lo), abs(a.hi)}; }
FIRN_LANES Simd16 copySign(Simd16 a, Simd16 b) { return {copySign(a.lo, b.lo), copySign(a.hi, b.hi)}; }
FIRN_LANES Simd16 max(Simd16 a, Simd16 b) { return {max(a.lo, b.lo), max(a.hi, b.hi)}; }
FIRN_LANES Simd16 min(Simd16 a, Simd16 b) { return {min(a.lo, b.lo), min(a.hi, b.hi)}; }
FIRN_LANES Simd16 sqrt(Simd16 a) { return {sqrt(a.lo), sqrt(a.hi)}; }
FIRN_LANES Simd16 fma(Simd16 a, Simd16 b, Simd16 c) { return {fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi)}; }
FIRN_LANES Simd16 fnma(Simd16 a, Simd16 b, Simd16 c) { return {fnma(a.lo, b.lo, c.lo), fnma(a.hi, b.hi, c.hi)}; }

} // namespace firn
