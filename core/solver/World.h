// Everything around the particles that a step sees: forces, colliders, time.
#pragma once

#include "base/Error.h"
#include "base/Types.h"
#include "colliders/Collider.h"
#include "solver/Wind.h"

#include <functional>
#include <vector>

namespace firn {

/// Momentum that particles handed to a collider during a step, for rigid bodies to take up.
struct Impulse {
    Vec3d linear = Vec3d::Zero();  ///< N s
    Vec3d angular = Vec3d::Zero(); ///< N m s, about the world's origin
};

struct World {
    double time = 0; ///< s, at the start of the step
    Vec3f gravity{0, -9.81f, 0};
    Wind wind; ///< of the air
    std::vector<Collider> colliders;

    /// One per collider, when the host wants them. The only thing a step may change here; a pass sums first
    /// (see parallel/Reduce.h) and adds once, so that the bits do not depend on the threads.
    mutable std::vector<Impulse> impulses;

    /// Asked between passes and between iterations, for a host that cannot wait for the end of a long step.
    std::function<bool()> interrupted;
};

/// Throws Interrupted when the host asks for it. A step that ends so may have changed order and impulses, but not where
/// a particle is or how it moves; a host that goes on from it starts from its own copy of the state.
inline void stopIfAsked(const World& world)
{
    if (world.interrupted && world.interrupted()) throw Interrupted();
}

} // namespace firn
