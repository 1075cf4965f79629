// Pieces of snow: particles that reach each other from neighbour to neighbour.
#pragma once

#include "sph/StepData.h"

namespace firn::sph {

struct Pieces {
    RawArray<uint32_t> of;  ///< each particle's piece: the least index among its particles
    RawArray<uint8_t> held; ///< of each piece, at that index: 1 when a boundary is near one of its particles
};

/// Finds the pieces. Returns whether any is held; without boundaries it is false and nothing else is found.
bool findPieces(const StepData& data, Pieces& pieces);

} // namespace firn::sph
