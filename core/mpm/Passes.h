// The passes of an MPM step, in the order of [Stomakhin2013] section 4.1; the numbers are the paper's.
#pragma once

#include "grid/BlockGrid.h"
#include "grid/BlockRuns.h"
#include "mpm/Snow.h"
#include "solver/StepReport.h"
#include "solver/World.h"

namespace firn::mpm {

/// The grid of a step: how fine, which blocks, and which particles lie in them.
struct MpmGrid {
    float cell = 0; ///< m
    StencilPlace place;
    BlockRuns runs;
    BlockGrid blocks;
    NodeField nodes; ///< eight channels, see NodeTransfer.h

    Vec3f position(std::size_t block, int node) const
    {
        const Vec3i corner = kBlockSide * blocks.block(block);
        const Vec3i at = corner + Vec3i(node >> 4, (node >> 2) & 3, node & 3);
        return cell * (at.cast<float>() + Vec3f::Constant(kNodeOffset));
    }
};

/// What happened to particles that an artist should know; flags of a block, joined for the step.
enum Happening : uint32_t {
    kStiffeningBound = 1, ///< largest_stiffening acted
    kWeakeningBound = 2,  ///< largest_weakening acted
    kJpBound = 4,         ///< smallest_jp or largest_jp acted
    kNotFinite = 8,       ///< a velocity or a deformation is not finite
    kFast = 16            ///< a particle moved by more than a cell
};

/// Sums over the particles of one block.
struct BlockSums {
    double kinetic = 0, elastic = 0, gravitational = 0; ///< J
    float speedSquared = 0;                             ///< the largest
    uint32_t happened = 0;
};

/// How a collider holds a node during the implicit solve: it may move freely, along a plane, or not at all.
enum class Hold : int { Free = 0, Plane = 1, All = 2 };

/// Constraint channels: the hold plus kHoldStride times the collider's number, then the plane's normal.
inline constexpr int kHoldChannels = 4;
inline constexpr int kHoldStride = 4;

/// Cell size: the parameter, or four times the largest pscale.
float cellSizeFor(const MpmParams& params, const Particles& particles);

/// Keeps the particles sorted well enough and finds the blocks. Returns false, with the trouble in the report, when a
/// particle cannot be placed on the grid.
bool arrange(const MpmParams& params, Particles& particles, MpmGrid& grid, StepReport& report);

/// 2: rest volumes from the grid's density, for particles whose restvolume is still 0.
void measureRestVolumes(const MpmParams& params, MpmGrid& grid, const Snow& snow, StepReport& report);

/// 1 and 3: mass and momentum to the nodes, and the elastic forces (Eq. 6), in one scatter. Throws InputError for a
/// particle whose mass, E, nu, critical_compression or critical_stretch the model does not allow.
void rasterise(const MpmParams& params, const Snow& snow, MpmGrid& grid, StepReport& report);

/// 4 and 5: velocities after forces (Eq. 10) and body collisions (section 8). `held` is filled for the implicit solve
/// unless null; then the nodes keep the old velocity beside the new one.
void updateVelocities(const MpmParams& params, const World& world, double dt, MpmGrid& grid, NodeField* held,
                      StepReport& report);

/// 8, on the grid: what particles will take over from each node of a block (see NodeTransfer.h), from the old and the
/// new velocity.
void takeOver(const MpmParams& params, float* blockNodes);

/// 7, 8, 9 and 10: deformation, velocity, particle collisions, position.
void advanceParticles(const MpmParams& params, const World& world, double dt, const MpmGrid& grid, const Snow& snow,
                      StepReport& report);

/// The longest step (s): see MpmSolver::largestStep.
double stepLimit(const MpmParams& params, const World& world, const Particles& particles);

} // namespace firn::mpm
