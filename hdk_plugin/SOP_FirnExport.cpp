// Firn Export: a scene folder for `firn run`, written as frames are cooked.
#include "SOP_FirnNodes.h"

#include "DetailShape.h"
#include "PointColumns.h"
#include "SurfaceAttributes.h"
#include "base/Error.h"
#include "colliders/ColliderParams.h"
#include "io/SceneExport.h"
#include "particles/Separation.h"
#include "sim/SimulationParams.h"

#include <GU/GU_Detail.h>
#include <cmath>

using namespace firn;
using namespace firn::houdini;

namespace {

const NodeInfo& theNode()
{
    static const NodeInfo info = exportNode();
    return info;
}

/// What is wired in behind the snow's points: a collider each.
struct InputCollider {
    const GU_Detail* geometry;
    std::string who; ///< what messages call it
    ColliderParams surface;
};

std::vector<InputCollider> inputColliders(const std::vector<const GU_Detail*>& inputs, const ColliderParams& common)
{
    std::vector<InputCollider> found;
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        if (!inputs[i]) continue;
        InputCollider collider{inputs[i], "input " + std::to_string(i + 1), common};
        readSurface(*inputs[i], collider.who, collider.surface);
        collider.surface.name = i == 1 ? "collider" : "collider" + std::to_string(i);
        found.push_back(std::move(collider));
    }
    return found;
}

/// The number of the frame that is cooked: time 0 is frame 1, as Houdini counts.
int frameAt(double time, double fps)
{
    const double number = time * fps, whole = std::round(number);
    if (std::abs(number - whole) > 1e-3)
        throw InputError("time " + std::to_string(time) + " s is between frames at fps " + std::to_string(fps) +
                         ": only whole frames are written");
    return int(whole) + 1;
}

} // namespace

OP_Node* SOP_FirnExport::create(OP_Network* network, const char* name, OP_Operator* op)
{
    return new SOP_FirnExport(network, name, op);
}

const NodeInfo& SOP_FirnExport::node() const { return theNode(); }

void SOP_FirnExport::fill(double time, const Inputs& inputs, const Hooks& hooks)
{
    if (!inputs.front()) throw InputError("wire snow points into the first input");
    if (readStruct<ExportNodeParams>(exportNodeTable(), time).write) {
        flags().setTimeDep(true);
        write(time, inputs, hooks);
    }
    gdp->duplicate(*inputs.front()); // handed on, so that a ROP behind this node cooks it
}

void SOP_FirnExport::write(double time, const Inputs& inputs, const Hooks& hooks)
{
    const auto own = readStruct<ExportNodeParams>(exportNodeTable(), time);
    Scene scene(methodNamed(own.method));
    const auto get = [&](const NodeParm& parm) { return value(parm, time); };
    readTable(node(), node().name, get, scene.solver);
    scene.simulation = readStruct<SimulationParams>(simulationTable(), time);
    const int frame = frameAt(time, scene.simulation.fps), first = scene.simulation.startFrame;
    if (frame < first || frame > scene.simulation.endFrame) return;

    SceneExport to;
    to.folder = own.folder;
    to.streams = own.streams;
    to.moves = own.moves;
    to.ground = own.ground;
    to.groundHeight = own.groundHeight;
    to.groundFriction = own.groundFriction;
    const std::vector<InputCollider> colliders =
        inputColliders(inputs, readStruct<ColliderParams>(colliderTable(), time));
    for (const auto& collider : colliders) to.colliders.push_back(collider.surface);

    if (frame == first || to.streams) {
        Particles points = readPoints(*inputs.front(), 0, {}).particles;
        orderLike({}, points); // by id, as a solver takes points that it has not seen
        if (points.size() == 0 && !to.streams) throw InputError("the first input has no points: there is no snow");
        if (const double separation = separationOf(points)) to.separation = separation;
        writeExportedPoints(to, frame, points);
    }
    if (hooks.stopRequested()) throw Interrupted();
    const auto shape = readStruct<ShapeParams>(shapeTable(), time);
    for (const auto& collider : colliders)
        if (frame == first || to.moves)
            writeExportedCollider(to, collider.surface.name, frame,
                                  levelSetOf(*collider.geometry, shape, hooks, collider.who));
    // Last, and only at the start: a scene file without its particles would be a promise that is not kept.
    if (frame == first) writeExportedScene(to, std::move(scene));
}
