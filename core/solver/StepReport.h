// What a step tells about itself: work done, how well it went, and what went wrong.
#pragma once

#include "base/PassTimer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace firn {

/// Numerical trouble, named so that an artist knows which particle, where in the step, and what to change.
struct Trouble {
    std::string pass;        ///< the pass that found it ("move", "solveImplicit")
    std::string what;        ///< "velocity is not finite"
    std::string tryThis;     ///< "lower max_step, or youngs_modulus of material 'icy'"
    int64_t particleId = -1; ///< -1 when no single particle is to blame
    float position[3] = {0, 0, 0};
};

/// One named figure of an iterative solve.
struct SolveReport {
    std::string solve; ///< "velocity", "pressure"
    int iterations = 0;
    double residual = 0;
    bool converged = true;
};

struct StepReport {
    double dt = 0;
    double largestSpeed = 0;    ///< m/s
    double kineticEnergy = 0;   ///< J
    double potentialEnergy = 0; ///< J: elastic and gravitational, where the method knows them
    std::vector<SolveReport> solves;
    std::vector<Trouble> troubles;     ///< not empty: the step must not be used
    std::vector<std::string> warnings; ///< the step is good, but something acted that an artist should know
    PassTimes times;

    bool ok() const { return troubles.empty(); }
};

} // namespace firn
