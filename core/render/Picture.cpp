#include "render/Picture.h"

#include "base/Error.h"
#include "render/PathTracer.h"
#include "render/Tone.h"

namespace firn {

Image renderPicture(const Particles& particles, const std::vector<Collider>& colliders, double time,
                    const PreviewOptions& options, const Hooks& hooks)
{
    const RenderParams& params = options.params;
    if (params.mode == RenderMode::Preview) return renderPreview(particles, colliders, time, options);
    if (!params.colourBy.empty())
        throw InputError("colour_by is '" + params.colourBy + "', but mode is 'path': only a preview shows attributes");
    const Box3f own = robustBounds(particles.P());
    const Camera camera = cameraFor(params, options.framing.empty() ? own : options.framing);
    const Solids solids(colliders, time, camera.eye(), own.empty() ? 1.0f : std::max(1e-3f, own.size().norm()));
    const Lighting light = lightingOf(params);
    const SnowVolume snow(particles, params);
    return toned(tracePaths({snow, solids, light, camera}, params, hooks), params);
}

} // namespace firn
