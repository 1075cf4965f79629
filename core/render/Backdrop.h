// What is behind everything: a quiet gradient that planes fade into, so that no horizon cuts the picture.
#pragma once

#include "render/Camera.h"

namespace firn {

/// The background's colour in that direction, darker upwards. The camera alone sees it: it gives the snow no light.
inline Vec3f backdropColour(const RenderParams& params, const Vec3f& direction)
{
    const float up = std::max(0.0f, direction.y());
    return params.background * (1.1f - 0.5f * std::min(1.0f, 1.5f * up));
}

/// How much of a plane at that distance has faded into it, 0 to 1; next to nothing where the camera looks.
inline float backdropShare(const Camera& camera, float distance)
{
    const float far = std::max(0.0f, distance / camera.focus() - 1.2f);
    return 1 - std::exp(-0.12f * far * far);
}

} // namespace firn
