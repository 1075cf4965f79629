// Which snow is held: that from which a boundary is reached from neighbour to neighbour.
#pragma once

#include "sph/StepData.h"

namespace firn::sph {

/// held[i] becomes 1 in pieces of snow that touch a boundary, 0 in free flight. Returns whether any is held.
bool findHeld(const StepData& data, RawArray<uint8_t>& held);

} // namespace firn::sph
