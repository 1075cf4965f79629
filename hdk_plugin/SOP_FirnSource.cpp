// Firn Source: fills geometry, a VDB or a shape with snow.
#include "SOP_FirnNodes.h"

#include "DetailShape.h"
#include "PointColumns.h"
#include "base/Error.h"
#include "geometry/Shapes.h"
#include "materials/Presets.h"
#include "sim/Source.h"

#include <GU/GU_Detail.h>
#include <cmath>
#include <limits>

using namespace firn;
using namespace firn::houdini;

namespace {

const NodeInfo& theNode()
{
    static const NodeInfo info = sourceNode();
    return info;
}

/// What the input holds: a VDB before polygons. In the input's own place.
SolidField solidOf(const GU_Detail& input, const ShapeParams& shape, const Hooks& hooks)
{
    ShapeParams plain; // the input is where it is: centre, rotation and scale are for shapes
    plain.voxelSize = shape.voxelSize;
    plain.thickness = shape.thickness;
    return solidField(levelSetOf(input, plain, hooks, "the input"), Pose{});
}

SolidField solidOf(const ShapeParams& shape)
{
    if (shape.shape == ShapeKind::Mesh || shape.shape == ShapeKind::Vdb)
        throw InputError("parameter shape is '" + std::string(kShapeKinds[int(shape.shape)]) +
                         "': wire the geometry into the input");
    return solidField(analyticShape(shape));
}

} // namespace

OP_Node* SOP_FirnSource::create(OP_Network* network, const char* name, OP_Operator* op)
{
    return new SOP_FirnSource(network, name, op);
}

const NodeInfo& SOP_FirnSource::node() const { return theNode(); }

void SOP_FirnSource::fill(double time, const Inputs& inputs, const Hooks& hooks)
{
    const GU_Detail* input = inputs.front();
    const auto own = readStruct<SourceNodeParams>(sourceNodeTable(), time);
    SourceSpec spec;
    spec.shape = readStruct<ShapeParams>(shapeTable(), time);
    spec.params = readStruct<SourceParams>(sourceTable(), time);
    const NodeFolder& list = theNode().folders[3];
    const int variations = int(evalInt(list.repeat.c_str(), 0, time));
    for (int i = 1; i <= variations; ++i) {
        ParamSet variation(variationTable());
        for (const auto& parm : list.parms)
            variation.set(parm.row->token, value(parm, time, i), node().name + ", variation " + std::to_string(i));
        spec.variations.push_back(variation.as<VariationParams>());
    }
    const SnowMaterial material =
        own.ownMaterial ? readStruct<SnowMaterial>(snowMaterialTable(), time) : presetNamed(spec.params.material);
    const SolidField solid = input ? solidOf(*input, spec.shape, hooks) : solidOf(spec.shape);
    if (hooks.stopRequested()) throw Interrupted();
    const Source source(spec, material, solid, nullptr, own.sceneSeed);

    // Once: from its start on the particles are there, and a solver takes them in at its first step. Otherwise what is
    // emitted in the frame that ends now; the first frame has everything before it too.
    const double now = time - own.startTime, frame = 1 / own.fps;
    const bool once = spec.params.emit == EmitKind::Once;
    if (!once || spec.params.start > 0) flags().setTimeDep(true);
    // The same numbers as the frame loop's own, so that neighbouring frames neither overlap nor leave a gap.
    const double number = std::round(now * own.fps);
    const bool whole = std::abs(now * own.fps - number) < 1e-6;
    const double from = whole ? (number - 1) * frame : now - frame;
    constexpr double kAlways = -std::numeric_limits<double>::infinity();
    const bool first = number < 1;
    Particles particles;
    source.emit(once || first ? kAlways : from, once || first ? now : from + frame, particles, own.maxParticles);
    if (particles.size() == 0 && once && now >= spec.params.start)
        hooks.warn("there is no room for a particle: separation is larger than the shape");
    appendPoints(particles, *gdp);
}
