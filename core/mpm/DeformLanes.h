// 7: the deformation of particles, batch by batch: [Stomakhin2013] section 7.
#pragma once

#include "mpm/MaterialLanes.h"

namespace firn::mpm {

inline constexpr int kGroup = 3;                ///< batches whose deformations are decomposed together
inline constexpr float kSmallestVolume = 1e-6f; ///< volume ratio that an inverted trial counts as

/// What all blocks share.
struct Setting {
    const MpmParams& params;
    const World& world;
    const MpmGrid& grid;
    const Snow& snow;
    float dt;
    HardeningBounds bounds;
};

/// Sums of a block while its particles go by, one per lane.
struct LaneSums {
    Simd8 kinetic{0.0f}, elastic{0.0f}, gravitational{0.0f}, speedSquared{0.0f};
    uint32_t happened = 0;

    FIRN_LANES void note(Mask8 mask, Happening what) { happened |= anyLane(mask) ? uint32_t(what) : 0u; }
};

/// 7, Eq. 11: all the change goes to the elastic part at first.
FIRN_LANES Mat3Lanes<Simd8> trialDeformation(const Setting& s, const Batch& batch, const Mat3Lanes<Simd8>& slopes)
{
    const Simd8 step(s.dt / s.grid.cell);
    const Mat3Lanes<Simd8> F = loadColumn(s.snow.F, batch);
    Mat3Lanes<Simd8> trial;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Simd8 change =
                fma(slopes.m[i][0], F.m[0][j], fma(slopes.m[i][1], F.m[1][j], slopes.m[i][2] * F.m[2][j]));
            trial.m[i][j] = fma(step, change, F.m[i][j]);
        }
    return trial;
}

/// 7: what flowed goes to Jp. Also the elastic energy.
FIRN_LANES void keepDeformation(const Setting& s, const Batch& batch, const FlowLanes<Simd8>& flow, LaneSums& sums)
{
    const Simd8 one(1.0f);
    const Simd8 free = loadColumn(s.snow.Jp, batch) * max(flow.volumeRatio, Simd8(kSmallestVolume));
    const Simd8 Jp = min(max(free, Simd8(s.params.smallestJp)), Simd8(s.params.largestJp));
    const Simd8 exponent = loadColumn(s.snow.hardening, s.params.hardening, batch) * (one - Jp);
    sums.note((free < Jp) | (Jp < free), kJpBound);
    sums.note(Simd8(s.bounds.logLargest) < exponent, kStiffeningBound);
    sums.note(exponent < Simd8(s.bounds.logLeast), kWeakeningBound);
    storeColumn(flow.F, batch, s.snow.F);
    storeColumn(flow.Je, batch, s.snow.Je);
    storeColumn(Jp, batch, s.snow.Jp);

    const StiffnessLanes<Simd8> k = stiffnessOf(s.params, s.bounds, s.snow, batch, Jp);
    const Simd8 j = flow.Je - one;
    const Simd8 energy = fma(k.mu, flow.strain, Simd8(0.5f) * k.lambda * j * j); // Eq. 1
    sums.elastic = fma(energy * batch.present(), loadColumn(s.snow.restVolume, batch), sums.elastic);
}

/// 7, Eq. 12 for a batch.
inline void deform(const Setting& s, const Batch& batch, const Mat3Lanes<Simd8>& slopes, LaneSums& sums)
{
    const Simd8 one(1.0f);
    const Simd8 lowest = one - loadColumn(s.snow.criticalCompression, s.params.criticalCompression, batch);
    const Simd8 highest = one + loadColumn(s.snow.criticalStretch, s.params.criticalStretch, batch);
    keepDeformation(s, batch, plasticFlow(trialDeformation(s, batch, slopes), lowest, highest), sums);
}

/// The same for a group of batches at once: the decomposition is a long chain of operations, and several of them hide
/// each other's wait. A particle's F, Je and Jp come out
/// the same.
inline void deformGroup(const Setting& s, const Batch* batches, const Mat3Lanes<Simd8>* slopes, LaneSums& sums)
{
    using Wide = SimdWide<kGroup>;
    Mat3Lanes<Wide> trial;
    Wide lowest, highest;
    const Simd8 one(1.0f);
    for (int g = 0; g < kGroup; ++g) {
        const Batch& batch = batches[g];
        const Mat3Lanes<Simd8> t = trialDeformation(s, batch, slopes[g]);
        for (int k = 0; k < 9; ++k) trial.m[k / 3][k % 3].part[g] = t.m[k / 3][k % 3];
        lowest.part[g] = one - loadColumn(s.snow.criticalCompression, s.params.criticalCompression, batch);
        highest.part[g] = one + loadColumn(s.snow.criticalStretch, s.params.criticalStretch, batch);
    }
    const FlowLanes<Wide> flows = plasticFlow(trial, lowest, highest);
    for (int g = 0; g < kGroup; ++g) {
        FlowLanes<Simd8> flow;
        for (int k = 0; k < 9; ++k) flow.F.m[k / 3][k % 3] = flows.F.m[k / 3][k % 3].part[g];
        flow.Je = flows.Je.part[g];
        flow.volumeRatio = flows.volumeRatio.part[g];
        flow.strain = flows.strain.part[g];
        keepDeformation(s, batches[g], flow, sums);
    }
}

} // namespace firn::mpm
