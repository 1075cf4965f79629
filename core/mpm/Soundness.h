// What snow must be made of for the model to make sense, particle by particle.
#pragma once

#include "particles/Particles.h"

namespace firn::mpm {

/// Throws InputError naming the first particle, its attribute and what is allowed; returns when all are sound.
void requireSound(const Particles& particles);

} // namespace firn::mpm
