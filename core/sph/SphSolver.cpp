#include "sph/SphSolver.h"

#include "base/Error.h"
#include "base/Text.h"
#include "sph/Impulses.h"

namespace firn::sph {

SphSolver::SphSolver(const SphParams& params) : mParams(params)
{
    if (params.thermalStiffness && !(params.warmTemperature > params.coldTemperature))
        throw InputError("warm_temperature is " + toText(params.warmTemperature) +
                         "; it must be above cold_temperature, which is " + toText(params.coldTemperature));
}

std::vector<ColumnSpec> SphSolver::columns() const
{
    std::vector<ColumnSpec> specs = {
        columnSpec<float>("mass", 0.0f),       columnSpec<float>("pscale", 0.0f),
        columnSpec<float>("restvolume", 0.0f), columnSpec<float>("density", 0.0f),
        columnSpec<float>("Je", 1.0f),         columnSpec<float>("Jp", 1.0f),
        columnSpec<float>("pressure", 0.0f),   columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix)};
    if (mParams.conductivity > 0 || mParams.thermalStiffness) specs.push_back(columnSpec<float>("temperature", 0.0f));
    return specs;
}

double SphSolver::largestStep(const World& world, const Particles& particles) const
{
    return stepLimit(mParams, world, particles);
}

/// One step of [Gissler2020] Algorithm 1; the numbers are the paper's lines.
/// Departs from it: bounces and a last guard at colliders after line 9; heat (section 4.1.4) at the end.
StepReport SphSolver::step(double dt, const World& world, Particles& particles)
{
    StepReport report;
    report.dt = dt;
    if (particles.size() == 0) return report;
    if (!arrange(mParams, particles, mData, report)) return report;
    const Snow snow = snowOf(particles);

    sampleBoundaries(mParams, world, snow, mData, report);
    measureDensity(mParams, snow, mData, report); // 2: Eq. 20 to 23
    findGradients(snow, mData, report);           // 3: Eq. 15
    stopIfAsked(world);
    predictVelocities(mParams, world, dt, snow, mData, report);     // 4, 5: Eq. 24
    if (mParams.elasticity != Elasticity::Combined)                 // section 3.5
        solvePressure(mParams, dt, snow, mData, mPressure, report); // 6: Algorithm 2
    stopIfAsked(world);
    solveShear(mParams, dt, snow, mData, mShear, report); // 7, 9: Algorithm 3
    stopIfAsked(world);
    handOverImpulses(mParams, world, dt, snow, mData, report);
    updateDeformation(mParams, dt, snow, mData, report);  // 11: section 3.3.1
    conductHeat(mParams, world, dt, snow, mData, report); // section 4.1.4
    advance(mParams, world, dt, snow, mData, report);     // 9, 13
    return report;
}

} // namespace firn::sph
