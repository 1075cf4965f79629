// The snow's surface and density as one .vdb for renderers.
#pragma once

#include "io/FrameInfo.h"
#include "surface/SnowSurface.h"
#include "surface/SurfaceParams.h"

#include <string>

namespace firn {

/// Which grids go into a .vdb.
struct SurfaceGrids {
    bool surface = true; ///< level set "surface"; needs snow.levelSet
    bool density = true; ///< fog volume "density" and its velocity "vel", m/s
};

/// Writes the level set of `snow` and the density and velocity of `particles`. Throws FileError and InputError.
void writeSurfaceVdb(const std::string& path, const SnowSurface& snow, const Particles& particles,
                     const SurfaceParams& params, const SurfaceGrids& grids, const FrameInfo& info);

} // namespace firn
