// Everything a run needs to go on: what a checkpoint holds. Restored, the run continues with the same bits.
#pragma once

#include "particles/Particles.h"

namespace firn {

struct SimState {
    int64_t frame = 0;    ///< the frame that was completed last
    double elapsed = 0;   ///< s simulated since that frame; not 0 when stopped between two frames
    uint64_t steps = 0;   ///< substeps since the run began
    bool emitted = false; ///< whether the sources have already emitted for the frame in progress
    Particles particles;
};

} // namespace firn
