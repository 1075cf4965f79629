// How far apart particles are, by their radii.
#pragma once

#include "particles/Particles.h"

namespace firn {

/// The largest distance between neighbours that the particles' radii stand for (m); 0 when they have none.
double separationOf(const Particles& particles);

} // namespace firn
