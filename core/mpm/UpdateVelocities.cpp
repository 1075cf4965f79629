// 4 and 5: grid velocities after forces, gravity and body collisions.
#include "colliders/Response.h"
#include "mpm/NearColliders.h"
#include "mpm/NodeTransfer.h"
#include "mpm/Passes.h"
#include "parallel/ForEach.h"

#include <cfloat>

namespace firn::mpm {

namespace {

constexpr std::size_t kBlocksPerTask = 8;
constexpr float kLeaving = 1e-5f;   // sine: rounding of a velocity along the surface
constexpr float kParallel = 0.999f; // cosine: two planes closer than this hold a node like one

/// Scratch of one task.
struct Collisions {
    std::vector<uint32_t> near;
    std::vector<Vec3f> x;
    std::vector<ColliderSample> samples;
};

float* nodeOf(NodeField& field, std::size_t block, int node, int channels)
{
    return field.data() + (block * kBlockNodes + std::size_t(node)) * std::size_t(channels);
}

/// Joins what a collider did to a node with what others did before. Snow that leaves is not held, even if adhesion
/// slowed it down.
void hold(const Vec3f& v, const ColliderSample& at, uint32_t collider, const ColliderSurface& surface, float* held)
{
    const bool sticky = surface.sticky;
    if (!sticky && (v - at.velocity).dot(at.normal) > kLeaving * (v - at.velocity).norm()) return;
    const int before = int(held[0]) % kHoldStride;
    const bool corner =
        before == int(Hold::Plane) && std::abs(Vec3f(held[1], held[2], held[3]).dot(at.normal)) < kParallel;
    const bool all = sticky || corner || before == int(Hold::All) || (v == at.velocity && surface.friction > 0);
    held[0] = float(int(all ? Hold::All : Hold::Plane) + kHoldStride * int(collider));
    for (int k = 0; k < 3; ++k) held[1 + k] = at.normal[k];
}

/// 5: section 8 on the nodes of a block. The velocity channels hold v*.
void collideBlock(const World& world, double time, float dt, std::size_t b, Collisions& scratch, MpmGrid& grid,
                  NodeField* held, BlockImpulses& impulses)
{
    const float h = grid.cell;
    const Vec3f centre = grid.position(b, 0) + Vec3f::Constant(1.5f * h);
    findNear(world, time, centre, 1.5f * 1.7321f * h * 1.01f, scratch.near);
    if (scratch.near.empty()) return;
    scratch.x.resize(kBlockNodes);
    scratch.samples.resize(kBlockNodes);
    for (int n = 0; n < kBlockNodes; ++n) scratch.x[std::size_t(n)] = grid.position(b, n);
    for (const uint32_t c : scratch.near) {
        const Collider& collider = world.colliders[c];
        collider.sample(time, scratch.x, scratch.samples);
        for (int n = 0; n < kBlockNodes; ++n) {
            const ColliderSample& at = scratch.samples[std::size_t(n)];
            float* node = nodeOf(grid.nodes, b, n, kNodeChannels);
            if (at.distance > 0 || node[kMass] <= 0) continue;
            const Vec3f before(node[kVelocity], node[kVelocity + 1], node[kVelocity + 2]);
            const float bond = bondSpeed(collider.surface(), h * h, dt, node[kMass]);
            const Vec3f after = collideVelocity(before, at, collider.surface(), bond);
            if (after == before && !collider.surface().sticky) continue;
            for (int k = 0; k < 3; ++k) node[kVelocity + k] = after[k];
            if (held) hold(after, at, c, collider.surface(), nodeOf(*held, b, n, kHoldChannels));
            impulses.add(b, c, node[kMass] * (before - after), scratch.x[std::size_t(n)]);
        }
    }
}

/// Eq. 10: v* = v^n + dt (f / m + g). The old velocity takes the place of the force.
void applyForces(const Vec3f& gravity, float dt, float* node)
{
    const float m = node[kMass];
    if (m == 0) return;
    if (m < FLT_MIN) { // no mass to speak of: nothing can be divided by it
        for (int k = 0; k < kNodeChannels; ++k) node[k] = 0;
        return;
    }
    const float inverse = 1.0f / m;
    for (int k = 0; k < 3; ++k) {
        const float old = node[kVelocity + k] * inverse;
        node[kVelocity + k] = old + dt * (node[kForce + k] * inverse + gravity[k]);
        node[kForce + k] = old;
    }
}

} // namespace

void takeOver(const MpmParams& params, float* nodes)
{
    const bool apic = params.transfer == Transfer::Apic;
    for (int n = 0; n < kBlockNodes; ++n, nodes += kNodeChannels)
        for (int k = 0; k < 3; ++k)
            nodes[kTaken + k] =
                apic ? nodes[kVelocity + k] : nodes[kVelocity + k] - params.flipRatio * nodes[kForce + k];
}

void updateVelocities(const MpmParams& params, const World& world, double dt, MpmGrid& grid, NodeField* held,
                      StepReport& report)
{
    PassScope timer(report.times, "updateVelocities");
    if (held) grid.blocks.zero(kHoldChannels, *held);
    BlockImpulses impulses(world, grid.blocks.blockCount());
    forRanges(grid.blocks.blockCount(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        Collisions scratch;
        for (std::size_t b = begin; b < end; ++b) {
            for (int n = 0; n < kBlockNodes; ++n)
                applyForces(world.gravity, float(dt), nodeOf(grid.nodes, b, n, kNodeChannels));
            if (!world.colliders.empty())
                collideBlock(world, world.time + dt, float(dt), b, scratch, grid, held, impulses);
            if (!held) takeOver(params, nodeOf(grid.nodes, b, 0, kNodeChannels));
        }
    });
    if (impulses.wanted()) impulses.addTo(world);
}

} // namespace firn::mpm
