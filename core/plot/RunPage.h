// A page that shows how a run went, or several over one another.
#pragma once

#include "io/RunFolderPaths.h"

#include "io/RunHistory.h"

#include <string>
#include <vector>

namespace firn {

/// One HTML page without scripts or anything outside it: charts of energy, speed, steps, iterations, particles and
/// time, and the warnings and the trouble that ended a run.
std::string runPage(const std::vector<RunHistory>& runs);

/// Writes that page for the run in a folder, as it is now. Throws FileError.
void writeRunPage(const std::string& folder);

} // namespace firn
