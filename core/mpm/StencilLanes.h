// The B-spline stencils of eight particles: weights and slopes of math/BSplineStencil.h, in SIMD lanes.
#pragma once

#include "grid/BlockRuns.h"
#include "math/MatLanes.h"
#include "mpm/MpmParams.h"

namespace firn::mpm {

/// Nodes per axis: 3 for the quadratic, 4 for the cubic kernel.
template <int Nodes> struct KernelTraits;
template <> struct KernelTraits<3> {
    static constexpr float kShift = 0.5f;   ///< of StencilPlace
    static constexpr float kInertia = 4.0f; ///< APIC: 1 / (sum of w d^2), d in cells
    static constexpr float kSlopes = 6.0f;  ///< the largest sum of slope^2 / w along one axis
};
template <> struct KernelTraits<4> {
    static constexpr float kShift = 0.0f;
    static constexpr float kInertia = 3.0f;
    static constexpr float kSlopes = 3.14f;
};

/// Calls work(nodes per axis as a compile-time number).
template <class Work> auto withKernel(Kernel kernel, Work&& work)
{
    if (kernel == Kernel::Quadratic) return work(std::integral_constant<int, 3>());
    return work(std::integral_constant<int, 4>());
}

FIRN_LANES Simd8 floorLanes(Simd8 a)
{
#if defined(__AVX__)
    return Simd8::Raw(_mm256_floor_ps(a.raw));
#else
    for (int lane = 0; lane < 8; ++lane) a.raw[lane] = std::floor(a.raw[lane]);
    return a;
#endif
}

/// Lengths in cells. The lowest node is counted from the lowest node of the block.
template <int Nodes> struct StencilLanes {
    alignas(32) float w[3][Nodes][8];
    alignas(32) float slope[3][Nodes][8];
    alignas(32) float arm[3][Nodes][8]; ///< w times (node - particle); only filled for APIC
    Simd8 lowest[3];
};

FIRN_LANES void lineLanes(Simd8 f, Simd8 (&w)[3], Simd8 (&slope)[3])
{
    const Simd8 half(0.5f), l = half - f, r = half + f;
    w[0] = half * l * l, w[1] = fnma(f, f, Simd8(0.75f)), w[2] = half * r * r;
    slope[0] = -l, slope[1] = Simd8(-2.0f) * f, slope[2] = r;
}

FIRN_LANES void lineLanes(Simd8 f, Simd8 (&w)[4], Simd8 (&slope)[4])
{
    const Simd8 one(1.0f), half(0.5f), sixth(1.0f / 6.0f), twoThirds(2.0f / 3.0f), g = one - f;
    const Simd8 f2 = f * f, g2 = g * g;
    w[0] = sixth * g2 * g;
    w[1] = fma(fma(half, f, -one), f2, twoThirds);
    w[2] = fma(fma(half, g, -one), g2, twoThirds);
    w[3] = sixth * f2 * f;
    slope[0] = Simd8(-0.5f) * g2;
    slope[1] = fma(Simd8(1.5f), f, Simd8(-2.0f)) * f;
    slope[2] = fnma(Simd8(1.5f), g, Simd8(2.0f)) * g;
    slope[3] = half * f2;
}

template <int Nodes, bool Arms>
FIRN_LANES void findStencils(const Vec3Lanes<Simd8>& x, float inverseCell, const Vec3i& block, StencilLanes<Nodes>& s)
{
    for (int axis = 0; axis < 3; ++axis) {
        // The same operations as in BlockRuns: the particle's block must come out the same.
        const Simd8 X = x.v[axis] * Simd8(inverseCell) - Simd8(kNodeOffset);
        const Simd8 inner = floorLanes(X + Simd8(KernelTraits<Nodes>::kShift));
        const Simd8 f = X - inner;
        s.lowest[axis] = inner - Simd8(float(1 + kBlockSide * block[axis]));
        Simd8 w[Nodes], slope[Nodes];
        lineLanes(f, w, slope);
        for (int k = 0; k < Nodes; ++k) {
            w[k].store(s.w[axis][k]);
            slope[k].store(s.slope[axis][k]);
            if (Arms) (w[k] * (Simd8(float(k - 1)) - f)).store(s.arm[axis][k]);
        }
    }
}

/// Where each particle's lowest node is in a tile of Side^3 nodes.
template <int Side, int Nodes> FIRN_LANES void nodeOffsets(const StencilLanes<Nodes>& s, int32_t (&offset)[8])
{
    const Simd8 side{float(Side)};
    alignas(32) float at[8];
    fma(fma(s.lowest[0], side, s.lowest[1]), side, s.lowest[2]).store(at);
    for (int lane = 0; lane < 8; ++lane) offset[lane] = int32_t(at[lane]);
}

} // namespace firn::mpm
