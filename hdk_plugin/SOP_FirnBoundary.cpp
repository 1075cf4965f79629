// Firn Boundary: the boundary samples that SPH snow meets, shown as points.
#include "SOP_FirnNodes.h"

#include "DetailShape.h"
#include "PointColumns.h"
#include "base/Error.h"
#include "colliders/BoundarySamples.h"
#include "colliders/MakeCollider.h"

#include <GU/GU_Detail.h>

using namespace firn;
using namespace firn::houdini;

namespace {

Collider colliderOf(const GU_Detail& detail, const ShapeParams& shape, const Hooks& hooks)
{
    const std::string who = "the first input";
    ColliderParams surface;
    surface.name = "input";
    return makeCollider(surface, {}, levelSetOf(detail, shape, hooks, who), ShapeParams());
}

} // namespace

const NodeInfo& SOP_FirnBoundary::node() const
{
    static const NodeInfo info = boundaryNode();
    return info;
}

OP_Node* SOP_FirnBoundary::create(OP_Network* network, const char* name, OP_Operator* op)
{
    return new SOP_FirnBoundary(network, name, op);
}

void SOP_FirnBoundary::fill(double time, const Inputs& inputs, const Hooks& hooks)
{
    const auto params = readStruct<BoundaryNodeParams>(boundaryNodeTable(), time);
    if (!inputs.front()) throw InputError("wire a collider into the first input");
    ShapeParams shape;
    shape.voxelSize = params.voxelSize;
    shape.thickness = params.thickness;
    const Collider collider = colliderOf(*inputs.front(), shape, hooks);

    // Near the snow of the second input, as the solver does it; without one, all of the surface.
    std::vector<Vec3f> near;
    float reach = params.reach;
    if (inputs.size() > 1 && inputs[1]) {
        const Particles snow = readPoints(*inputs[1], 0, {}).particles;
        near.assign(snow.P().begin(), snow.P().end());
        if (near.empty()) return hooks.warn("the second input has no points: no sample is near snow");
    } else {
        const Box3f box = collider.bounds(0);
        near.push_back(box.centre());
        reach = box.size().norm();
    }
    BoundarySampler sampler(params.spacing);
    BoundarySamples samples;
    sampler.sample(Span<const Collider>(&collider, 1), 0.0, near, reach, samples);

    Particles points;
    points.ensure(columnSpec<Vec3f>("N", Vec3f::Zero(), Meaning::Normal));
    points.append(samples.size());
    std::copy(samples.P.begin(), samples.P.end(), points.edit<Vec3f>("P").begin());
    std::copy(samples.v.begin(), samples.v.end(), points.edit<Vec3f>("v").begin());
    std::copy(samples.N.begin(), samples.N.end(), points.edit<Vec3f>("N").begin());
    appendPoints(points, *gdp);
}
