// One particle's exchange with the nodes of its stencil, in a block's tile: eight channels, one register per node.
//
// With 1-D weights w and slopes s along each axis, a node (i, j, k) receives
//     w_i w_j w_k M  +  s_i w_j w_k S0  +  w_i s_j w_k S1  +  w_i w_j s_k S2
// and the particle gathers the sums of node values with the same four products. For APIC one half of the channels uses
// arms (w times the distance from particle to node) in place of slopes.
// Factored by axis: two fused operations per node, three more per row, four more per slab.
#pragma once

#include "grid/BlockTile.h"
#include "mpm/StencilLanes.h"

namespace firn::mpm {

/// Channels of a node. Before the velocity update: mass, momentum, force. After it: mass, velocity, and what the
/// particles take over (FLIP: v_new - ratio v_old; APIC: v_new again).
enum NodeChannel { kMass = 0, kVelocity = 1, kSpare = 4, kForce = 5, kTaken = 5, kNodeChannels = 8 };

template <int Nodes> using NodeTile = BlockTile<Nodes + 3, kNodeChannels>;

/// Which channels use arms.
enum class Arms { None, LowHalf, HighHalf };

FIRN_LANES Simd8 joinHalves(Simd8 low, Simd8 high)
{
#if defined(__AVX__)
    return Simd8::Raw(_mm256_blend_ps(low.raw, high.raw, 0xf0));
#else
    for (int lane = 4; lane < 8; ++lane) low.raw[lane] = high.raw[lane];
    return low;
#endif
}

template <Arms arms, int Nodes> FIRN_LANES Simd8 slopeOf(const StencilLanes<Nodes>& s, int axis, int k, int lane)
{
    const Simd8 slope(s.slope[axis][k][lane]);
    if (arms == Arms::None) return slope;
    const Simd8 arm(s.arm[axis][k][lane]);
    return arms == Arms::LowHalf ? joinHalves(arm, slope) : joinHalves(slope, arm);
}

/// Adds a particle to the nodes; `node` is its lowest one.
template <Arms arms, int Nodes>
FIRN_LANES void scatter(const StencilLanes<Nodes>& s, int lane, Simd8 M, Simd8 S0, Simd8 S1, Simd8 S2, float* node)
{
    using Tile = NodeTile<Nodes>;
    Simd8 wz[Nodes], sz[Nodes];
    for (int k = 0; k < Nodes; ++k) wz[k] = Simd8(s.w[2][k][lane]), sz[k] = slopeOf<arms>(s, 2, k, lane);
    for (int i = 0; i < Nodes; ++i) {
        const Simd8 wx(s.w[0][i][lane]), sx = slopeOf<arms>(s, 0, i, lane);
        const Simd8 A = fma(sx, S0, wx * M), B = wx * S1, C = wx * S2;
        for (int j = 0; j < Nodes; ++j) {
            const Simd8 wy(s.w[1][j][lane]), sy = slopeOf<arms>(s, 1, j, lane);
            const Simd8 a = fma(sy, B, wy * A), c = wy * C;
            float* row = node + i * Tile::kSlab + j * Tile::kRow;
            for (int k = 0; k < Nodes; ++k, row += kNodeChannels)
                fma(sz[k], c, fma(wz[k], a, Simd8::load(row))).store(row);
        }
    }
}

/// The weighted sum W of the nodes' values, and the sums X, Y, Z with the slope along one axis.
struct Gathered {
    Simd8 W{0.0f}, X{0.0f}, Y{0.0f}, Z{0.0f};
};

template <Arms arms, int Nodes> FIRN_LANES Gathered gather(const StencilLanes<Nodes>& s, int lane, const float* node)
{
    using Tile = NodeTile<Nodes>;
    Gathered sum;
    Simd8 wz[Nodes], sz[Nodes];
    for (int k = 0; k < Nodes; ++k) wz[k] = Simd8(s.w[2][k][lane]), sz[k] = slopeOf<arms>(s, 2, k, lane);
    for (int i = 0; i < Nodes; ++i) {
        Simd8 P(0.0f), Q(0.0f), R(0.0f);
        for (int j = 0; j < Nodes; ++j) {
            const float* row = node + i * Tile::kSlab + j * Tile::kRow;
            Simd8 value = Simd8::load(row);
            Simd8 a = wz[0] * value, c = sz[0] * value;
            for (int k = 1; k < Nodes; ++k) {
                value = Simd8::load(row + k * kNodeChannels);
                a = fma(wz[k], value, a);
                c = fma(sz[k], value, c);
            }
            const Simd8 wy(s.w[1][j][lane]), sy = slopeOf<arms>(s, 1, j, lane);
            P = fma(wy, a, P);
            Q = fma(sy, a, Q);
            R = fma(wy, c, R);
        }
        const Simd8 wx(s.w[0][i][lane]), sx = slopeOf<arms>(s, 0, i, lane);
        sum.W = fma(wx, P, sum.W);
        sum.X = fma(sx, P, sum.X);
        sum.Y = fma(wx, Q, sum.Y);
        sum.Z = fma(wx, R, sum.Z);
    }
    return sum;
}

} // namespace firn::mpm
