// Forces of a DOP network on snow: gravity, other force data, and the points' attribute `force`.
#pragma once

#include "particles/Particles.h"
#include "solver/Solver.h"

#include <SIM/SIM_Object.h>
#include <memory>

namespace firn::houdini {

/// The sum of the object's gravity forces (m/s2); exactly what the node says when there is one.
Vec3f gravityOf(const SIM_Object& object);

/// Adds what every other force of the object does to each particle now to the column `force` (N), which is made when
/// there is such a force. Forces are asked once per DOP step.
void addForces(const SIM_Object& object, Particles& particles);

/// The solver with the column `force` acting in each of its steps; the solver itself when there is no such column.
std::unique_ptr<Solver> withForces(std::unique_ptr<Solver> solver, const Particles& particles);

} // namespace firn::houdini
