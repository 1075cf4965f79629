// Snow by the material point method: [Stomakhin2013], whole.
#pragma once

#include "mpm/ImplicitSolve.h"
#include "mpm/Passes.h"
#include "solver/Solver.h"

namespace firn::mpm {

class MpmSolver : public Solver {
public:
    explicit MpmSolver(const MpmParams& params) : mParams(params) {}

    std::vector<ColumnSpec> columns() const override;

    /// The advection limit `cfl` for snow and colliders near it; below beta = 1/2 also the elastic limit `wave_cfl`;
    /// above 0 at most `implicit_step` and `implicit_waves` explicit steps.
    double largestStep(const World& world, const Particles& particles) const override;

    /// Snow puts mass on nodes up to two cells inside a collider.
    float colliderDepth(float separation) const override;

    StepReport step(double dt, const World& world, Particles& particles) override;

private:
    MpmParams mParams;
    MpmGrid mGrid;            // scratch: rebuilt in every step
    ImplicitSystem mImplicit; // scratch: rebuilt in every implicit step
};

} // namespace firn::mpm
