// The passes of an SPH step, in the order of [Gissler2020] Algorithm 1; the numbers are the paper's.
#pragma once

#include "solver/StepReport.h"
#include "solver/World.h"
#include "sph/StepData.h"

namespace firn::sph {

/// The spacing: the parameter, or the edge of the largest rest volume. A function of the particles alone: it changes
/// when coarser snow than all before is emitted, and when the coarsest leaves. Throws InputError for a mass or a rest
/// volume that is not above 0.
float spacingFor(const SphParams& params, const Particles& particles);

/// Rest volumes (mass / density) of particles that are new. Throws InputError when neither their density nor their
/// pscale tells one.
void fillRestVolumes(Particles& particles);

/// Keeps the particles sorted well enough and finds who is near whom. Returns false, with the trouble in the report,
/// when a particle cannot be placed.
bool arrange(const SphParams& params, Particles& particles, StepData& data, StepReport& report);

/// Boundary particles near the snow at the world's time, their volumes (section 3.4), and who of them is near snow.
void sampleBoundaries(const SphParams& params, const World& world, const Snow& snow, StepData& data,
                      StepReport& report);

/// What sampleBoundaries does once the samples are there.
void findBoundaryNeighbours(const SphParams& params, const Snow& snow, StepData& data);

/// 2: density (Eq. 20), rest density (Eq. 21) and Lame parameters (Eq. 22, 23). Throws InputError for a particle whose
/// material the model does not allow.
void measureDensity(const SphParams& params, const Snow& snow, StepData& data, StepReport& report);

/// 3: kernel gradients, their sums, and the correction matrix (Eq. 15).
void findGradients(const Snow& snow, StepData& data, StepReport& report);

/// 4 and 5: gravity, adhesion and drag, then friction in closed form (Eq. 24, 25): the velocity becomes v*.
void predictVelocities(const SphParams& params, const World& world, double dt, const Snow& snow, StepData& data,
                       StepReport& report);

/// 11: deformation and its plastic part (section 3.3.1) from the new velocities.
void updateDeformation(const SphParams& params, double dt, const Snow& snow, const StepData& data, StepReport& report);

/// 9 and 13: velocities and positions, bounces of flakes, and what is left to do at colliders. Also the report's
/// energies and troubles.
void advance(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
             StepReport& report);

/// Section 4.1.4: heat conduction [Brookshaw1994] between particles and with boundaries.
void conductHeat(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
                 StepReport& report);

/// The longest step (s): see SphSolver::largestStep.
double stepLimit(const SphParams& params, const World& world, const Particles& particles);

} // namespace firn::sph
