// Flakes under gravity, wind and drag that bounce, slide or stick on colliders: spray, and snowfall far from the
// camera.
#pragma once

#include "ballistic/BallisticParams.h"
#include "solver/Solver.h"

namespace firn::ballistic {

class BallisticSolver : public Solver {
public:
    explicit BallisticSolver(const BallisticParams& params) : mParams(params) {}

    std::vector<ColumnSpec> columns() const override;

    /// Flight is exact and hits are found along the way, so any step is good that no key of a collider divides.
    double largestStep(const World& world, const Particles& particles) const override;

    StepReport step(double dt, const World& world, Particles& particles) override;

private:
    BallisticParams mParams;
};

} // namespace firn::ballistic
