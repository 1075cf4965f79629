// The export node as data: what a hand-over to the terminal needs to know.
#include "NodeCatalog.h"

#include "colliders/ColliderParams.h"
#include "geometry/ShapeParams.h"
#include "sim/SimulationParams.h"

namespace firn::houdini {

namespace {

constexpr int kExportedColliders = 8; // inputs for them

constexpr Param kExportNodeParams[] = {
    param<&ExportNodeParams::write>("write", "Write",
                                    "Writes the files of each frame that is cooked; a Geometry ROP or a File Cache "
                                    "over the frame range cooks them all."),
    param<&ExportNodeParams::folder>("folder", "Scene Folder",
                                     "Where scene.json goes, with the folders particles and collider beside it."),
    param<&ExportNodeParams::method>("method", "Method", "The method that 'firn run' is to use."),
    param<&ExportNodeParams::streams>("streams", "Points in Every Frame",
                                      "The first input has new points in every frame, as continuous emission and "
                                      "snowfall make them; otherwise only those of the start frame are snow."),
    param<&ExportNodeParams::moves>("moves", "Moving Colliders",
                                    "Writes the colliders of every frame; otherwise those of the start frame stay."),
    param<&ExportNodeParams::ground>("ground", "Ground", "Adds an infinite level ground."),
    param<&ExportNodeParams::groundHeight>("ground_height", "Ground Height", "m", {-1e6, 1e6}, "Where the ground is."),
    param<&ExportNodeParams::groundFriction>("ground_friction", "Ground Friction", "", {0, 100},
                                             "Coulomb friction coefficient of the ground."),
};

} // namespace

const ParamTable& exportNodeTable()
{
    static const ParamTable kTable = paramTable<ExportNodeParams>("export_node", "Export Node", kExportNodeParams);
    return kTable;
}

NodeInfo exportNode()
{
    NodeInfo node;
    node.name = "firn_export";
    node.label = "Firn Export";
    node.context = "sop";
    node.summary = "Writes snow points, colliders and parameters as a scene folder that 'firn run' simulates without "
                   "Houdini, on any machine.";
    node.inputs = {"Snow points"};
    for (int i = 1; i <= kExportedColliders; ++i)
        node.inputs.push_back("Collider " + std::to_string(i) + ": polygons, packed geometry or a VDB (optional)");

    NodeFolder files{"Export", onlyRows(exportNodeTable(), {"write", "folder", "method", "streams"}), {}};
    for (auto& parm : files.parms)
        if (parm.token == "method")
            for (const Method* method : nodeMethods()) parm.words.emplace_back(method->name);
    NodeFolder simulation{"Simulation", rowsBut(simulationTable(), {}), {}};
    simulation.parms.front().fallback = "$FPS";
    NodeFolder colliders{
        "Colliders", onlyRows(exportNodeTable(), {"ground", "ground_height", "ground_friction", "moves"}), {}};
    addRows(colliders.parms, onlyRows(colliderTable(), {"friction", "sticky", "adhesion", "inside"}, "collider_"));
    addRows(colliders.parms, onlyRows(shapeTable(), {"voxel_size", "thickness"}, "collider_"));
    node.folders = {files, simulation, colliders};
    for (const Method* method : nodeMethods())
        node.folders.push_back(
            {std::string(method->label), rowsBut(method->params, {}, std::string(method->name) + "_"), {}});
    return node;
}

} // namespace firn::houdini
