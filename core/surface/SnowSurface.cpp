#include "surface/SnowSurface.h"

#include "base/Error.h"
#include "surface/SurfaceLevelSet.h"

namespace firn {

SnowSurface snowSurface(const Particles& particles, const SurfaceParams& params, bool levelSet, const Hooks& hooks)
{
    for (const Param& param : surfaceTable().params) checkedValue(param, param.get(&params), "surface");
    const SurfaceKernels kernels = surfaceKernels(particles, params);
    const SurfaceField field = surfaceField(kernels, params, hooks);
    SnowSurface surface;
    surface.mesh = surfaceMesh(field, kernels);
    if (hooks.stopRequested()) throw Interrupted();
    if (levelSet) surface.levelSet = surfaceLevelSet(field, surface.mesh.mesh, params.bandVoxels);
    return surface;
}

} // namespace firn
