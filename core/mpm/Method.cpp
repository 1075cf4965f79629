// MPM snow, as scenes and hosts know it.
#include "solver/Method.h"
#include "mpm/MpmSolver.h"

namespace firn::mpm {

extern const Method kMethod;
const Method kMethod = {
    "mpm",
    "MPM Snow",
    "Snow as an elasto-plastic continuum on particles and a grid: packs, breaks, clumps and sticks.",
    40, // the grid at 8 particles a cell
    mpmTable(),
    [](const ParamSet& params) -> std::unique_ptr<Solver> {
        return std::make_unique<MpmSolver>(params.as<MpmParams>());
    },
};

} // namespace firn::mpm
