#include "mpm/MpmSolver.h"

namespace firn::mpm {

std::vector<ColumnSpec> MpmSolver::columns() const
{
    std::vector<ColumnSpec> specs = {columnSpec<float>("mass", 0.0f),
                                     columnSpec<float>("pscale", 0.0f),
                                     columnSpec<float>("restvolume", 0.0f),
                                     columnSpec<float>("density", 0.0f),
                                     columnSpec<float>("Je", 1.0f),
                                     columnSpec<float>("Jp", 1.0f),
                                     columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix)};
    if (mParams.transfer == Transfer::Apic) specs.push_back(columnSpec<Mat3f>("C", Mat3f::Zero(), Meaning::Matrix));
    return specs;
}

double MpmSolver::largestStep(const World& world, const Particles& particles) const
{
    return stepLimit(mParams, world, particles);
}

float MpmSolver::colliderDepth(float separation) const
{
    return 2.5f * (mParams.cellSize > 0 ? mParams.cellSize : 2 * separation);
}

/// One step of [Stomakhin2013] section 4.1; the numbers are the paper's.
/// Departs from it: sparse grid, blocks found anew in each step; 1 and 3, 4 and 5, and 7 to 10 are each one pass over
/// the particles or nodes; 2 also serves particles emitted later.
StepReport MpmSolver::step(double dt, const World& world, Particles& particles)
{
    StepReport report;
    report.dt = dt;
    if (particles.size() == 0) return report;
    if (!arrange(mParams, particles, mGrid, report)) return report;
    stopIfAsked(world);
    const Snow snow = snowOf(mParams, particles);

    const bool implicit = mParams.beta > 0;
    measureRestVolumes(mParams, mGrid, snow, report); // 2
    rasterise(mParams, snow, mGrid, report);          // 1, 3: Eq. 6
    stopIfAsked(world);
    updateVelocities(mParams, world, dt, mGrid, implicit ? &mImplicit.held : nullptr, report); // 4, 5: Eq. 10
    if (implicit) solveImplicit(mParams, world, dt, snow, mGrid, mImplicit, report);           // 6: Eq. 9
    stopIfAsked(world);
    advanceParticles(mParams, world, dt, mGrid, snow, report); // 7, 8, 9, 10
    return report;
}

} // namespace firn::mpm
