// One double that offers what SIMD lanes offer: the snow model's own code, run in double precision.
#pragma once

#include "materials/SnowModelLanes.h"

#include <cmath>

namespace firn {

struct DoubleMask {
    bool raw;
};

struct DoubleLane {
    static constexpr int kLanes = 1;
    double v;

    DoubleLane() = default;
    DoubleLane(double value) : v(value) {}
    DoubleLane(float value) : v(double(value)) {}
};

inline DoubleLane operator+(DoubleLane a, DoubleLane b) { return a.v + b.v; }
inline DoubleLane operator-(DoubleLane a, DoubleLane b) { return a.v - b.v; }
inline DoubleLane operator*(DoubleLane a, DoubleLane b) { return a.v * b.v; }
inline DoubleLane operator/(DoubleLane a, DoubleLane b) { return a.v / b.v; }
inline DoubleLane operator-(DoubleLane a) { return -a.v; }
inline DoubleMask operator<(DoubleLane a, DoubleLane b) { return {a.v < b.v}; }
inline DoubleMask operator>=(DoubleLane a, DoubleLane b) { return {a.v >= b.v}; }
inline DoubleMask operator==(DoubleLane a, DoubleLane b) { return {a.v == b.v}; }
inline DoubleMask operator|(DoubleMask a, DoubleMask b) { return {a.raw || b.raw}; }
inline DoubleMask operator&(DoubleMask a, DoubleMask b) { return {a.raw && b.raw}; }
inline bool anyLane(DoubleMask mask) { return mask.raw; }
inline DoubleLane select(DoubleMask mask, DoubleLane a, DoubleLane b) { return mask.raw ? a : b; }
inline DoubleLane abs(DoubleLane a) { return std::abs(a.v); }
inline DoubleLane copySign(DoubleLane a, DoubleLane b) { return std::copysign(a.v, b.v); }
inline DoubleLane max(DoubleLane a, DoubleLane b) { return a.v > b.v ? a : b; }
inline DoubleLane min(DoubleLane a, DoubleLane b) { return a.v < b.v ? a : b; }
inline DoubleLane sqrt(DoubleLane a) { return std::sqrt(a.v); }
inline DoubleLane fma(DoubleLane a, DoubleLane b, DoubleLane c) { return a.v * b.v + c.v; }
inline DoubleLane fnma(DoubleLane a, DoubleLane b, DoubleLane c) { return c.v - a.v * b.v; }
inline DoubleLane expLanes(DoubleLane a) { return std::exp(a.v); }
inline void scalesFor(DoubleLane, DoubleLane& down, DoubleLane& up) { down = 1.0, up = 1.0; }
template <> inline constexpr float kNewtonEnough<DoubleLane> = 1e-8f;

inline Mat3Lanes<DoubleLane> lanesOf(const Mat3d& M)
{
    Mat3Lanes<DoubleLane> r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r.m[i][j] = M(i, j);
    return r;
}

inline Mat3d matrixOf(const Mat3Lanes<DoubleLane>& M)
{
    Mat3d r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r(i, j) = M.m[i][j].v;
    return r;
}

inline Mat3d matrixOf(const SymmetricLanes<DoubleLane>& S)
{
    Mat3d r;
    r << S.xx.v, S.xy.v, S.zx.v, S.xy.v, S.yy.v, S.yz.v, S.zx.v, S.yz.v, S.zz.v;
    return r;
}

} // namespace firn
