// Pictures of snow by following light through it: a volumetric path tracer ([Stomakhin2013] section 9).
#pragma once

#include "base/Hooks.h"
#include "render/Camera.h"
#include "render/Image.h"
#include "render/Lighting.h"
#include "render/SnowVolume.h"
#include "render/Solids.h"

namespace firn {

/// What light meets.
struct PathScene {
    const SnowVolume& snow;
    const Solids& solids;
    const Lighting& light;
    const Camera& camera;
};

/// Light per pixel, the mean of params.samples paths: delta tracking through the snow, Henyey-Greenstein scattering,
/// ratio tracking towards the sun at each scattering, matte colliders. Colours differ in albedo only, so one path
/// serves all three. The same bits for any number of threads: random numbers hang on (seed, pixel, sample).
/// Throws Interrupted when the host asks to stop.
RadianceImage tracePaths(const PathScene& scene, const RenderParams& params, const Hooks& hooks = {});

/// Light along one ray from the camera, for one path.
Vec3f traceOne(const PathScene& scene, const RenderParams& params, const Ray& ray, uint64_t pixel, uint64_t sample);

} // namespace firn
