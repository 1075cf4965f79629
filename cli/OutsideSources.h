// Sources that lie outside the simulation's bounds.
#pragma once

#include "sim/Simulation.h"

#include <string>
#include <vector>

namespace firn::cli {

/// A note for each source whose snow is deleted as soon as it appears. The simulation has been started.
std::vector<std::string> outsideNotes(const Simulation& simulation, const std::vector<Source>& sources);

} // namespace firn::cli
