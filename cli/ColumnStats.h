// Ranges of a particle column, for `firn info`.
#pragma once

#include "particles/Particles.h"

#include <vector>

namespace firn::cli {

/// Over all particles, of one component of a column.
struct ComponentStats {
    double lowest = 0, highest = 0, mean = 0;
};

struct ColumnStats {
    std::vector<ComponentStats> components; ///< none for text, and none without particles
    std::size_t notFinite = 0;              ///< values left out of the ranges
};

ColumnStats columnStats(const Column& column);

} // namespace firn::cli
