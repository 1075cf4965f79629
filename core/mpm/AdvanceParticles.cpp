// 7 to 10: grid to particles. Deformation and velocity, collisions of particles, positions.
#include "base/Text.h"
#include "colliders/Response.h"
#include "mpm/DeformLanes.h"
#include "mpm/NearColliders.h"
#include "mpm/NodeTransfer.h"
#include "parallel/Reduce.h"

#include <algorithm>

namespace firn::mpm {

namespace {

constexpr float kMostPush = 0.25f; // cells that a particle inside a collider is moved out per step
constexpr float kFinite = 1e30f;   // squares beyond this are on their way to infinity

/// What eight particles gathered, turned into lanes.
struct GatheredLanes {
    Simd8 density;          ///< kg per cell
    Vec3Lanes<Simd8> taken; ///< NodeTransfer.h
    Mat3Lanes<Simd8> slopes, arms;
};

template <Arms arms, int Nodes>
FIRN_LANES void gatherBatch(const StencilLanes<Nodes>& stencils, const Batch& batch, const NodeTile<Nodes>& tile,
                            GatheredLanes& out)
{
    int32_t offset[8];
    nodeOffsets<NodeTile<Nodes>::kSide>(stencils, offset);
    Simd8 W[8], S[3][8];
    for (int p = 0; p < 8; ++p) {
        if (p >= batch.count) {
            W[p] = S[0][p] = S[1][p] = S[2][p] = Simd8(0.0f);
            continue;
        }
        const Gathered g = gather<arms>(stencils, p, tile.values + offset[p] * kNodeChannels);
        W[p] = g.W, S[0][p] = g.X, S[1][p] = g.Y, S[2][p] = g.Z;
    }
    transpose(W);
    out.density = W[kMass];
    for (int i = 0; i < 3; ++i) out.taken.v[i] = W[kTaken + i];
    for (int j = 0; j < 3; ++j) {
        transpose(S[j]);
        for (int i = 0; i < 3; ++i) out.slopes.m[i][j] = S[j][kVelocity + i], out.arms.m[i][j] = S[j][kTaken + i];
    }
}

FIRN_LANES Simd8 dotWith(const Vec3f& a, const Vec3Lanes<Simd8>& b)
{
    return fma(Simd8(a.x()), b.v[0], fma(Simd8(a.y()), b.v[1], Simd8(a.z()) * b.v[2]));
}

FIRN_LANES void addMotion(const Setting& s, const Batch& batch, const Vec3Lanes<Simd8>& v, const Vec3Lanes<Simd8>& x,
                          LaneSums& sums)
{
    const Simd8 present = batch.present(), mass = present * loadColumn(s.snow.mass, batch);
    const Simd8 speed2 = dot(v, v);
    sums.kinetic = fma(Simd8(0.5f) * mass, speed2, sums.kinetic);
    sums.gravitational = fnma(mass, dotWith(s.world.gravity, x), sums.gravitational);
    sums.speedSquared = max(sums.speedSquared, present * speed2);
    const float cells = s.grid.cell / s.dt;
    sums.note(Simd8(cells * cells) < speed2, kFast);
    // Not (speed2 < finite): holds for NaN too. Lanes beyond the count repeat a particle.
    sums.happened |= anyLane({~(speed2 < Simd8(kFinite)).raw}) ? uint32_t(kNotFinite) : 0u;
}

/// 8 and, away from colliders, 10 for a batch; returns the slopes of the velocity field.
template <int Nodes, bool apic>
Mat3Lanes<Simd8> advanceBatch(const Setting& s, const Batch& batch, const Vec3i& block, const NodeTile<Nodes>& tile,
                              bool move, StencilLanes<Nodes>& stencils, LaneSums& sums)
{
    constexpr Arms arms = apic ? Arms::HighHalf : Arms::None;
    Vec3Lanes<Simd8> x = loadColumn(s.snow.x, batch);
    findStencils<Nodes, apic>(x, s.grid.place.inverseCell, block, stencils);
    GatheredLanes gathered;
    gatherBatch<arms>(stencils, batch, tile, gathered);
    const float h = s.grid.cell;
    storeColumn(gathered.density * Simd8(1.0f / (h * h * h)), batch, s.snow.density);

    // 8: PIC and FLIP blended, or APIC.
    Vec3Lanes<Simd8> v = gathered.taken;
    if (apic) {
        Mat3Lanes<Simd8> C;
        for (int k = 0; k < 9; ++k)
            C.m[k / 3][k % 3] = Simd8(KernelTraits<Nodes>::kInertia / h) * gathered.arms.m[k / 3][k % 3];
        storeColumn(C, batch, s.snow.C);
    } else {
        const Vec3Lanes<Simd8> old = loadColumn(s.snow.v, batch);
        for (int k = 0; k < 3; ++k) v.v[k] = fma(Simd8(s.params.flipRatio), old.v[k], v.v[k]);
    }
    storeColumn(v, batch, s.snow.v);
    if (move) {
        for (int k = 0; k < 3; ++k) x.v[k] = fma(Simd8(s.dt), v.v[k], x.v[k]);
        storeColumn(x, batch, s.snow.x);
        addMotion(s, batch, v, x, sums);
    }
    return gathered.slopes;
}

/// 9: section 8 on the particles of a block near colliders, at the places they are about to reach.
void collideParticles(const Setting& s, double time, std::size_t b, const std::vector<uint32_t>& near,
                      BlockImpulses& impulses)
{
    std::vector<uint32_t> index;
    for (const ParticleRun& run : s.grid.runs.runs(b))
        for (uint32_t i = run.begin; i < run.end; ++i) index.push_back(i);
    std::vector<Vec3f> ahead(index.size()), push(index.size(), Vec3f::Zero());
    std::vector<ColliderSample> samples(index.size());
    for (const uint32_t c : near) {
        const Collider& collider = s.world.colliders[c];
        for (std::size_t p = 0; p < index.size(); ++p) ahead[p] = s.snow.x[index[p]] + s.dt * s.snow.v[index[p]];
        collider.sample(time, ahead, samples);
        for (std::size_t p = 0; p < index.size(); ++p) {
            const ColliderSample& at = samples[p];
            if (at.distance > 0) continue;
            Vec3f& v = s.snow.v[index[p]];
            const Vec3f before = v;
            v = collideVelocity(before, at, collider.surface());
            const float depth = -at.distance - s.dt * (v - before).dot(at.normal);
            if (depth > 0) push[p] += std::min(depth, kMostPush * s.grid.cell) * at.normal;
            impulses.add(b, c, s.snow.mass[index[p]] * (before - v), ahead[p]);
        }
    }
    for (std::size_t p = 0; p < index.size(); ++p) s.snow.x[index[p]] += push[p];
}

/// 10 for a block whose particles met colliders.
void moveParticles(const Setting& s, std::size_t b, LaneSums& sums)
{
    forBatches(s.grid.runs.runs(b), [&](const Batch& batch) {
        Vec3Lanes<Simd8> x = loadColumn(s.snow.x, batch);
        const Vec3Lanes<Simd8> v = loadColumn(s.snow.v, batch);
        for (int k = 0; k < 3; ++k) x.v[k] = fma(Simd8(s.dt), v.v[k], x.v[k]);
        storeColumn(x, batch, s.snow.x);
        addMotion(s, batch, v, x, sums);
    });
}

double total(Simd8 lanes)
{
    double sum = 0;
    for (int lane = 0; lane < 8; ++lane) sum += double(lanes[lane]);
    return sum;
}

BlockSums blockSums(const LaneSums& lanes)
{
    BlockSums sums;
    sums.kinetic = total(lanes.kinetic);
    sums.elastic = total(lanes.elastic);
    sums.gravitational = total(lanes.gravitational);
    for (int lane = 0; lane < 8; ++lane) sums.speedSquared = std::max(sums.speedSquared, lanes.speedSquared[lane]);
    sums.happened = lanes.happened;
    return sums;
}

template <int Nodes, bool apic> BlockSums advanceBlock(const Setting& s, std::size_t b, BlockImpulses& impulses)
{
    const float h = s.grid.cell;
    const double time = s.world.time + double(s.dt);
    // The block's particles lie within two cells of this centre along each axis, and move by less than one more.
    const Vec3f centre = s.grid.position(b, 0) + Vec3f::Constant((3.0f - KernelTraits<Nodes>::kShift) * h);
    std::vector<uint32_t> near;
    findNear(s.world, time, centre, (2.0f * 1.7321f + 1.0f) * h, near);

    NodeTile<Nodes> tile;
    tile.load(s.grid.blocks.box(b), s.grid.blocks.neighbours(b), s.grid.nodes);
    LaneSums sums;
    StencilLanes<Nodes> stencils;
    forBatchGroups<kGroup>(s.grid.runs.runs(b), [&](const Batch* batches, int count) {
        Mat3Lanes<Simd8> slopes[kGroup];
        for (int g = 0; g < count; ++g)
            slopes[g] =
                advanceBatch<Nodes, apic>(s, batches[g], s.grid.blocks.block(b), tile, near.empty(), stencils, sums);
        if (count == kGroup) return deformGroup(s, batches, slopes, sums);
        for (int g = 0; g < count; ++g) deform(s, batches[g], slopes[g], sums);
    });
    if (!near.empty()) {
        collideParticles(s, time, b, near, impulses);
        moveParticles(s, b, sums);
    }
    return blockSums(sums);
}

/// Names the first particle whose velocity or deformation is not finite.
void blame(const Snow& snow, StepReport& report)
{
    const std::size_t i = firstWhere(snow.count, [&](std::size_t p) {
        return !(snow.v[p].squaredNorm() < kFinite) || !(snow.F[p].squaredNorm() < kFinite);
    });
    if (i == snow.count) return;
    Trouble trouble;
    trouble.pass = "advanceParticles";
    trouble.what = "velocity or deformation is not finite";
    trouble.tryThis = "a smaller max_step or cfl, or look at the particle's mass, E and nu";
    trouble.particleId = snow.id[i];
    for (int k = 0; k < 3; ++k) trouble.position[k] = snow.x[i][k];
    report.troubles.push_back(trouble);
}

/// Weakening by which snow is as good as without stiffness: a bound beyond it changes nothing that is seen.
constexpr float kNoStiffness = 1e6f;

void tell(const MpmParams& params, uint32_t happened, StepReport& report)
{
    auto& warnings = report.warnings;
    if (happened & kStiffeningBound)
        warnings.push_back("largest_stiffening (" + toText(params.largestStiffening) +
                           ") acted: some snow is packed so hard that its stiffness is capped");
    if ((happened & kWeakeningBound) && params.largestWeakening < kNoStiffness)
        warnings.push_back("largest_weakening (" + toText(params.largestWeakening) +
                           ") acted: some torn snow keeps a little stiffness");
    if (happened & kJpBound)
        warnings.push_back("smallest_jp (" + toText(params.smallestJp) + ") or largest_jp (" +
                           toText(params.largestJp) + ") acted: some snow has forgotten part of its volume change");
    if (happened & kFast)
        warnings.push_back("a particle moved by more than a cell in one step: the step is longer than the method asks");
}

} // namespace

void advanceParticles(const MpmParams& params, const World& world, double dt, const MpmGrid& grid, const Snow& snow,
                      StepReport& report)
{
    PassScope timer(report.times, "advanceParticles");
    const Setting setting{params, world, grid, snow, float(dt), HardeningBounds(params)};
    const std::size_t blocks = grid.blocks.particleBlockCount();
    BlockImpulses impulses(world, blocks);
    std::vector<BlockSums> sums(blocks);
    withKernel(params.kernel, [&](auto nodes) {
        forEach(
            blocks,
            [&](std::size_t b) {
                sums[b] = snow.C ? advanceBlock<nodes, true>(setting, b, impulses)
                                 : advanceBlock<nodes, false>(setting, b, impulses);
            },
            1);
    });
    if (impulses.wanted()) impulses.addTo(world);

    BlockSums all;
    for (const BlockSums& s : sums) {
        all.kinetic += s.kinetic;
        all.elastic += s.elastic;
        all.gravitational += s.gravitational;
        all.speedSquared = std::max(all.speedSquared, s.speedSquared);
        all.happened |= s.happened;
    }
    report.kineticEnergy = all.kinetic;
    report.potentialEnergy = all.elastic + all.gravitational;
    report.largestSpeed = std::sqrt(double(all.speedSquared));
    if (all.happened & kNotFinite) blame(snow, report);
    tell(params, all.happened, report);
}

} // namespace firn::mpm
