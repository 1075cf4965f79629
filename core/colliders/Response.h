// How a collider changes the velocity of snow that touches it: one law for grid nodes and particles of every method.
#pragma once

#include "colliders/Collider.h"

#include <cmath>

namespace firn {

/// The separating speed (m/s) that a surface's adhesion can take back in a step from a particle or node of that mass
/// which touches it over that area: impulse adhesion * area * dt over the mass. Zero without adhesion.
inline float bondSpeed(const ColliderSurface& surface, float area, float dt, float mass)
{
    return surface.adhesion > 0 && mass > 0 ? surface.adhesion * area * dt / mass : 0.0f;
}

/// [Stomakhin2013] section 8: the velocity after an inelastic collision with Coulomb friction. Acts where
/// sample.distance <= 0; a method whose particles have a radius subtracts it from the distance first.
///
/// A sticky surface takes the relative velocity away altogether, even from snow that leaves.
///
/// Departs from it: `bond` (see bondSpeed) pulls on snow that touches. Snow that leaves faster than the bond loses that
/// much of its normal speed; slower snow stays, and the bond presses it on, so friction has that much more to work
/// with. With bond = 0 this is the paper's law.
inline Vec3f collideVelocity(const Vec3f& v, const ColliderSample& sample, const ColliderSurface& surface,
                             float bond = 0)
{
    if (sample.distance > 0) return v;
    if (surface.sticky) return sample.velocity;

    const Vec3f& n = sample.normal;
    const Vec3f vRel = v - sample.velocity;
    const float vn = vRel.dot(n);
    if (vn >= bond) return v - bond * n; // separating

    const Vec3f vt = vRel - vn * n;
    const float slip = vt.norm();
    const float hold = surface.friction * (bond - vn); // mu times the normal speed that was stopped
    if (slip <= hold) return sample.velocity;          // sticks
    return sample.velocity + (1 - hold / slip) * vt;   // slides
}

} // namespace firn
