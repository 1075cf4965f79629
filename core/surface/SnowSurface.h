// The snow's surface from particles in one call: what a host asks for.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"
#include "surface/SurfaceMesh.h"

#include <optional>

namespace firn {

struct SnowSurface {
    SurfaceMesh mesh;
    std::optional<LevelSet> levelSet; ///< when it was asked for
};

/// Builds the polygons and, if wanted, the level set. Throws InputError for particles or parameters that give no
/// surface, Interrupted when the host asks to stop.
SnowSurface snowSurface(const Particles& particles, const SurfaceParams& params, bool levelSet,
                        const Hooks& hooks = {});

} // namespace firn
