// SPH snow, as scenes and hosts know it.
#include "solver/Method.h"
#include "sph/SphSolver.h"

namespace firn::sph {

extern const Method kMethod;
const Method kMethod = {
    "sph",
    "SPH Snow",
    "Snow as particles that feel each other: single flakes settle, stick, merge, then pack and break as bulk snow.",
    1040, // 32 neighbours of 16 bytes; vectors of the two solves
    sphTable(),
    [](const ParamSet& params) -> std::unique_ptr<Solver> {
        return std::make_unique<SphSolver>(params.as<SphParams>());
    },
};

} // namespace firn::sph
