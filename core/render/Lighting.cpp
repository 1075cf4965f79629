#include "render/Lighting.h"

#include "base/Error.h"

namespace firn {

Lighting lightingOf(const RenderParams& params)
{
    Lighting light;
    const float length = params.sunDirection.norm();
    if (!(length > 1e-6f) || !std::isfinite(length))
        throw InputError("render: sun_direction has no direction; it points from the snow towards the sun");
    light.sunDirection = params.sunDirection / length;
    light.sunCosine = std::cos(0.5f * params.sunSize * kPi / 180.0f);
    // A low winter sun is warm, the sky that fills the shadows is blue; together they are about white.
    light.sunIrradiance = params.sunStrength * kPi * Vec3f(1.06f, 0.99f, 0.88f);
    light.zenith = params.skyStrength * Vec3f(0.20f, 0.32f, 0.56f);
    light.horizon = params.skyStrength * Vec3f(0.46f, 0.54f, 0.64f);
    light.below = params.skyStrength * Vec3f(0.20f, 0.21f, 0.23f);
    return light;
}

} // namespace firn
