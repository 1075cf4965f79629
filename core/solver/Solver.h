// What a method is to the frame loop: a step, the columns it needs, and the largest step it can take.
#pragma once

#include "particles/Particles.h"
#include "solver/StepReport.h"
#include "solver/World.h"

#include <vector>

namespace firn {

/// A solver keeps nothing between steps but scratch memory: one made anew gives the same bits.
class Solver {
public:
    virtual ~Solver() = default;

    /// The columns the method reads and writes besides P, v and id.
    virtual std::vector<ColumnSpec> columns() const = 0;

    /// The largest step (s) the method can take from here; infinity when it does not care.
    virtual double largestStep(const World& world, const Particles& particles) const = 0;

    /// How deep inside a collider (m) the method samples it, for particles of that separation: distance fields of
    /// colliders must reach as far.
    virtual float colliderDepth(float separation) const
    {
        (void)separation;
        return 0;
    }

    virtual StepReport step(double dt, const World& world, Particles& particles) = 0;
};

} // namespace firn
