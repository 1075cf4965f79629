// Ballistic flakes, as scenes and hosts know them.
#include "solver/Method.h"
#include "ballistic/BallisticSolver.h"

namespace firn::ballistic {

extern const Method kMethod;
const Method kMethod = {
    "ballistic",
    "Ballistic Flakes",
    "Flakes on their own under gravity, wind and drag, that bounce, slide or stick on colliders.",
    0,
    ballisticTable(),
    [](const ParamSet& params) -> std::unique_ptr<Solver> {
        return std::make_unique<BallisticSolver>(params.as<BallisticParams>());
    },
};

} // namespace firn::ballistic
