// Sun and sky: all the light there is.
#pragma once

#include "render/Sampling.h"
#include "sim/RenderParams.h"

namespace firn {

/// A soft sun and a sky that is deeper blue overhead than at the horizon. Below the horizon it is a dim ground.
struct Lighting {
    Vec3f sunDirection = Vec3f::UnitY();                                          ///< unit, towards the sun
    float sunCosine = 1.0f;                                                       ///< of the sun's angular radius
    Vec3f sunIrradiance = Vec3f::Zero();                                          ///< on a surface that faces the sun
    Vec3f zenith = Vec3f::Zero(), horizon = Vec3f::Zero(), below = Vec3f::Zero(); ///< radiance

    /// Radiance from that direction, the sun aside.
    Vec3f sky(const Vec3f& direction) const
    {
        const float up = direction.y();
        if (up <= 0.0f) return horizon + std::min(1.0f, -4.0f * up) * (below - horizon);
        return horizon + std::sqrt(up) * (zenith - horizon);
    }

    /// A direction to a point of the sun's disc.
    Vec3f sampleSun(RandomStream& random) const
    {
        const float cosine = 1.0f - random.unit() * (1.0f - sunCosine);
        return directionAround(sunDirection, cosine, random.unit());
    }
};

/// Throws InputError when the sun's direction has no length.
Lighting lightingOf(const RenderParams& params);

} // namespace firn
