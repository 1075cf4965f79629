// What happens to a flake at a collider: bounce, slide, stick.
#pragma once

#include "ballistic/BallisticParams.h"
#include "colliders/Collider.h"

namespace firn::ballistic {

/// The velocity after a hit, in the frame of the collider: the normal part bounces, the tangential part loses
/// Coulomb friction for the whole normal impulse, (1 + e) |v_n|. A flake that separates is left alone.
inline Vec3f bounced(const Vec3f& v, const ColliderSample& at, float friction, float bounce)
{
    const Vec3f relative = v - at.velocity;
    const float vn = relative.dot(at.normal);
    if (vn >= 0) return v;
    const Vec3f vt = relative - vn * at.normal;
    const float slip = vt.norm();
    const float lost = friction * (1 + bounce) * -vn;
    const Vec3f slid = slip > lost ? Vec3f(vt * (1 - lost / slip)) : Vec3f(Vec3f::Zero());
    return at.velocity + slid - bounce * vn * at.normal;
}

/// Whether a flake that touches stays: the collider is sticky, the hit was slow enough, or adhesion outweighs the pull.
/// `pull` is the acceleration (m/s2) that would carry the flake off along the normal.
inline bool sticks(const BallisticParams& params, const ColliderSurface& surface, float hitSpeed, float pull,
                   float mass, float radius)
{
    if (surface.sticky || hitSpeed < params.stickSpeed) return true;
    const float held = surface.adhesion * 3.14159265f * radius * radius; // N
    return held > 0 && mass * std::max(pull, 0.0f) <= held;
}

} // namespace firn::ballistic
