// One flake's way through a step: flight, hits, slides, rides.
#pragma once

#include "ballistic/BallisticParams.h"
#include "solver/World.h"

namespace firn::ballistic {

struct Flake {
    Vec3f x, v;
    float mass, radius;
    int32_t stuck; ///< 0: free; k + 1: carried by collider k
};

/// How much faster a collider's surface may be than its velocity at the flake.
inline constexpr float kMovingCollider = 1.5f;

/// A stuck flake rides on its collider from `time` on.
void ride(const Collider& collider, double time, float dt, Flake& flake);

/// Free flight through the step that begins at world.time, and what each hit on the way does.
void fly(const BallisticParams& params, const World& world, float dt, Flake& flake);

} // namespace firn::ballistic
