// The momentum that colliders took from snow, handed to rigid bodies.
#pragma once

#include "Affectors.h"
#include "solver/World.h"

#include <SIM/SIM_Engine.h>

namespace firn::houdini {

/// A force impulse at a point.
struct PointImpulse {
    Vec3d position;
    Vec3d impulse; ///< N s
};

/// Few point impulses that together have exactly this momentum and angular momentum (about the world's origin): one at
/// the place nearest to `centre` that gives the angular momentum, and a pair for the twist that no single one can give.
/// `reach` (m) is about the size of the body.
std::vector<PointImpulse> pointImpulses(const Impulse& impulse, const Vec3d& centre, double reach);

/// Hands each mutual affector what it took. Warns when that throws a body back: it keeps its velocity through a step,
/// so in a long one it can meet more snow than it could push.
void giveFeedback(SIM_Engine& engine, const SIM_Object& snow, const AffectorColliders& colliders,
                  const std::vector<Impulse>& impulses, double time, const Hooks& hooks);

} // namespace firn::houdini
