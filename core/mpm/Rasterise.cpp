// 1 and 3: particles to grid; also 2, which needs the masses alone.
#include "base/Error.h"
#include "base/Text.h"
#include "mpm/MaterialLanes.h"
#include "mpm/NodeTransfer.h"
#include "mpm/Soundness.h"
#include "parallel/Reduce.h"

#include <Eigen/LU>
#include <algorithm>

namespace firn::mpm {

namespace {

/// One register of eight channels per particle, for each of the four products of NodeTransfer.h.
struct ParticleChannels {
    Simd8 M[8], S0[8], S1[8], S2[8];
};

/// Mass and momentum; the high half stays empty.
FIRN_LANES void setMomentum(Simd8 mass, const Vec3Lanes<Simd8>& v, Simd8 (&M)[8])
{
    const Simd8 zero(0.0f);
    M[0] = mass;
    for (int k = 0; k < 3; ++k) M[kVelocity + k] = mass * v.v[k];
    for (int k = 4; k < 8; ++k) M[k] = zero;
    transpose(M);
}

/// Column j of the force matrix and, for APIC, of mass times C, in cells.
FIRN_LANES void setSlopes(Simd8 s0, Simd8 s1, Simd8 s2, const Vec3Lanes<Simd8>& affine, Simd8 (&S)[8])
{
    const Simd8 zero(0.0f);
    S[kMass] = S[kSpare] = zero;
    for (int k = 0; k < 3; ++k) S[kVelocity + k] = affine.v[k];
    S[kForce] = s0, S[kForce + 1] = s1, S[kForce + 2] = s2;
    transpose(S);
}

/// Whether all eight particles are made of something the model allows. (A comparison with NaN does not hold.)
FIRN_LANES bool sound(const MpmParams& params, const Snow& snow, const Batch& batch)
{
    const Simd8 zero(0.0f), one(1.0f);
    const Simd8 nu = loadColumn(snow.nu, params.poissonsRatio, batch);
    const Simd8 hardening = loadColumn(snow.hardening, params.hardening, batch);
    const Simd8 compression = loadColumn(snow.criticalCompression, params.criticalCompression, batch);
    const Mask8 good =
        (zero < loadColumn(snow.mass, batch)) & (loadColumn(snow.E, params.youngsModulus, batch) >= zero) &
        (nu >= zero) & (nu < Simd8(0.5f)) & (compression >= zero) & (compression < one) & (hardening >= zero) &
        (Simd8(1000.0f) >= hardening) & (loadColumn(snow.criticalStretch, params.criticalStretch, batch) >= zero);
    return !anyLane({~good.raw});
}

template <bool apic>
FIRN_LANES void setChannels(const MpmParams& params, const HardeningBounds& bounds, const Snow& snow, float cell,
                            const Batch& batch, ParticleChannels& channels)
{
    const Simd8 mass = loadColumn(snow.mass, batch);
    setMomentum(mass, loadColumn(snow.v, batch), channels.M);

    // Eq. 6 with V_p sigma_p = V_p^0 tau_p, and slopes in 1/cell.
    StiffnessLanes<Simd8> k = stiffnessOf(params, bounds, snow, batch, loadColumn(snow.Jp, batch));
    const Simd8 scale = loadColumn(snow.restVolume, batch) * Simd8(-1.0f / cell);
    k = {k.mu * scale, k.lambda * scale};
    const SymmetricLanes<Simd8> f = kirchhoffStress(leftStretch(loadColumn(snow.F, batch)), k);

    Vec3Lanes<Simd8> affine[3] = {};
    if (apic) {
        const Mat3Lanes<Simd8> C = loadColumn(snow.C, batch);
        const Simd8 m = mass * Simd8(cell);
        for (int j = 0; j < 3; ++j) affine[j] = {{m * C.m[0][j], m * C.m[1][j], m * C.m[2][j]}};
    }
    setSlopes(f.xx, f.xy, f.zx, affine[0], channels.S0);
    setSlopes(f.xy, f.yy, f.yz, affine[1], channels.S1);
    setSlopes(f.zx, f.yz, f.zz, affine[2], channels.S2);
}

/// Returns whether the block's particles are sound.
template <int Nodes, bool apic>
bool rasteriseBlock(const MpmParams& params, const HardeningBounds& bounds, const Snow& snow, std::size_t b,
                    MpmGrid& grid)
{
    constexpr Arms arms = apic ? Arms::LowHalf : Arms::None;
    NodeTile<Nodes> tile;
    tile.zero(grid.blocks.box(b));
    StencilLanes<Nodes> stencils;
    ParticleChannels channels;
    int32_t offset[8];
    bool allSound = true;
    forBatches(grid.runs.runs(b), [&](const Batch& batch) {
        allSound = allSound && sound(params, snow, batch);
        findStencils<Nodes, apic>(loadColumn(snow.x, batch), grid.place.inverseCell, grid.blocks.block(b), stencils);
        nodeOffsets<NodeTile<Nodes>::kSide>(stencils, offset);
        setChannels<apic>(params, bounds, snow, grid.cell, batch, channels);
        for (int p = 0; p < batch.count; ++p)
            scatter<arms>(stencils, p, channels.M[p], channels.S0[p], channels.S1[p], channels.S2[p],
                          tile.values + offset[p] * kNodeChannels);
    });
    tile.addTo(grid.blocks.box(b), grid.blocks.neighbours(b), grid.nodes);
    return allSound;
}

/// Masses alone to the nodes, then the density at each particle without a rest volume.
template <int Nodes> void measureWith(MpmGrid& grid, const Snow& snow)
{
    const Simd8 none(0.0f);
    const auto forParticles = [&](std::size_t b, auto&& work) {
        StencilLanes<Nodes> stencils;
        int32_t offset[8];
        forBatches(grid.runs.runs(b), [&](const Batch& batch) {
            findStencils<Nodes, false>(loadColumn(snow.x, batch), grid.place.inverseCell, grid.blocks.block(b),
                                       stencils);
            nodeOffsets<NodeTile<Nodes>::kSide>(stencils, offset);
            for (int p = 0; p < batch.count; ++p)
                work(stencils, p, batch.index[p], std::size_t(offset[p]) * kNodeChannels);
        });
    };
    grid.blocks.zero(kNodeChannels, grid.nodes);
    grid.blocks.colours().scatter([&](std::size_t b) {
        NodeTile<Nodes> tile;
        tile.zero(grid.blocks.box(b));
        forParticles(b, [&](const StencilLanes<Nodes>& s, int p, uint32_t i, std::size_t offset) {
            scatter<Arms::None>(s, p, Simd8(Simd8::Raw{snow.mass[i]}), none, none, none, tile.values + offset);
        });
        tile.addTo(grid.blocks.box(b), grid.blocks.neighbours(b), grid.nodes);
    });
    const float cellVolume = grid.cell * grid.cell * grid.cell;
    forEach(
        grid.blocks.particleBlockCount(),
        [&](std::size_t b) {
            NodeTile<Nodes> tile;
            tile.load(grid.blocks.box(b), grid.blocks.neighbours(b), grid.nodes);
            forParticles(b, [&](const StencilLanes<Nodes>& s, int p, uint32_t i, std::size_t offset) {
                if (snow.restVolume[i] > 0) return;
                snow.density[i] = gather<Arms::None>(s, p, tile.values + offset).W[kMass] / cellVolume;
                const float J =
                    snow.F[i].determinant() * snow.Jp[i]; // what came with a deformation was smaller or larger
                snow.restVolume[i] = snow.mass[i] / (snow.density[i] * J);
            });
        },
        1);
}

} // namespace

void measureRestVolumes(const MpmParams& params, MpmGrid& grid, const Snow& snow, StepReport& report)
{
    PassScope timer(report.times, "measureRestVolumes");
    const auto unknown = [&](std::size_t i) { return !(snow.restVolume[i] > 0); };
    if (firstWhere(snow.count, unknown) == snow.count) return;
    withKernel(params.kernel, [&](auto nodes) { measureWith<nodes>(grid, snow); });
}

void rasterise(const MpmParams& params, const Snow& snow, MpmGrid& grid, StepReport& report)
{
    PassScope timer(report.times, "rasterise");
    const HardeningBounds bounds(params);
    grid.blocks.zero(kNodeChannels, grid.nodes);
    std::vector<uint8_t> sound(grid.blocks.particleBlockCount());
    withKernel(params.kernel, [&](auto nodes) {
        grid.blocks.colours().scatter([&](std::size_t b) {
            sound[b] = snow.C ? rasteriseBlock<nodes, true>(params, bounds, snow, b, grid)
                              : rasteriseBlock<nodes, false>(params, bounds, snow, b, grid);
        });
    });
    if (std::find(sound.begin(), sound.end(), 0) != sound.end()) {
        requireSound(*snow.particles);
        assertionFailed("a particle was refused without a reason", __FILE__, __LINE__);
    }
}

} // namespace firn::mpm
