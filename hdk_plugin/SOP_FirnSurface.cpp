// Firn Surface: the snow's surface as polygons and VDBs for renderers.
#include "SOP_FirnNodes.h"

#include "BuildPrimsVdb.h"
#include "PointColumns.h"
#include "base/Error.h"
#include "geometry/LevelSetGrid.h"
#include "surface/DensityGrid.h"
#include "surface/SnowSurface.h"

#include <GU/GU_Detail.h>

using namespace firn;
using namespace firn::houdini;

const NodeInfo& SOP_FirnSurface::node() const
{
    static const NodeInfo info = surfaceNode();
    return info;
}

OP_Node* SOP_FirnSurface::create(OP_Network* network, const char* name, OP_Operator* op)
{
    return new SOP_FirnSurface(network, name, op);
}

void SOP_FirnSurface::fill(double time, const Inputs& inputs, const Hooks& hooks)
{
    const auto wanted = readStruct<SurfaceNodeParams>(surfaceNodeTable(), time);
    const auto params = readStruct<SurfaceParams>(surfaceTable(), time);
    if (!inputs.front()) throw InputError("wire snow points into the first input");
    const Particles particles = readPoints(*inputs.front(), 0, {}).particles;
    if (particles.size() == 0) return hooks.warn("the input has no points");

    if (wanted.polygons || wanted.distance) {
        const SnowSurface snow = snowSurface(particles, params, wanted.distance, hooks);
        if (wanted.polygons) addPolygons(snow.mesh.mesh, snow.mesh.normals, *gdp);
        if (snow.levelSet)
            addVdb(std::const_pointer_cast<openvdb::FloatGrid>(snow.levelSet->grid().distance->copy()), "surface",
                   *gdp);
    }
    if (!wanted.density && !wanted.velocity) return;
    if (hooks.stopRequested()) throw Interrupted();
    const DensityGrid grids = densityGrid(particles, params.densityVoxel);
    if (wanted.density) addVdb(grids.density, "density", *gdp);
    if (wanted.velocity) addVdb(grids.velocity, "vel", *gdp);
}
