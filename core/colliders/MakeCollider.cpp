#include "colliders/MakeCollider.h"

#include "base/Error.h"
#include "base/Text.h"
#include "colliders/ColliderShape.h"
#include "geometry/ShapeParams.h"

#include <cmath>

namespace firn {
namespace {

std::string described(const ColliderParams& params) { return "collider '" + params.name + "'"; }

Collider made(const ColliderParams& params, const std::vector<MotionKey>& keys, ColliderGeometry geometry)
{
    const auto requireNotNegative = [&](const char* name, float value) {
        if (value >= 0 && std::isfinite(value)) return;
        throw InputError(described(params) + ": " + name + " is " + toText(value) + "; it must be 0 or more");
    };
    requireNotNegative("friction", params.friction);
    requireNotNegative("adhesion", params.adhesion);
    ColliderSurface surface{params.friction, params.sticky, params.adhesion};
    if (params.ownTemperature) {
        if (!std::isfinite(params.temperature))
            throw InputError(described(params) + ": temperature is " + toText(params.temperature) +
                             "; it must be finite");
        surface.temperature = params.temperature;
    }
    return {params.name,
            std::make_shared<const ColliderShape>(std::move(geometry), motionOf(params, keys), params.inside), surface};
}

} // namespace

Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const AnalyticShape& shape)
{
    return made(params, keys, shape);
}

Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const LevelSet& levelSet,
                      const ShapeParams& placement)
{
    return made(params, keys, LevelSetBody{LevelSetSampler(levelSet, placement.scale), poseOf(placement)});
}

Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const SequenceFrames& frames,
                      const ShapeParams& placement)
{
    return made(params, keys,
                LevelSetSequence(frames, params.firstFrame, params.lastFrame, poseOf(placement), placement.scale,
                                 described(params)));
}

} // namespace firn
