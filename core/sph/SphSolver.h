// Snow by smoothed particle hydrodynamics: [Gissler2020] sections 3 and 4.1 to 4.3.1.
#pragma once

#include "solver/Solver.h"
#include "sph/Passes.h"
#include "sph/PressureSolve.h"
#include "sph/ShearSolve.h"

namespace firn::sph {

class SphSolver : public Solver {
public:
    /// Throws InputError for parameters that contradict each other.
    explicit SphSolver(const SphParams& params);

    std::vector<ColumnSpec> columns() const override;

    /// The advection limit `cfl` for snow and colliders near it, `waves` for sound, `longest_step`, and the limit of
    /// explicit heat conduction.
    double largestStep(const World& world, const Particles& particles) const override;

    StepReport step(double dt, const World& world, Particles& particles) override;

private:
    SphParams mParams;
    StepData mData;           // scratch: rebuilt in every step
    PressureSystem mPressure; // scratch
    ShearSystem mShear;       // scratch
};

} // namespace firn::sph
