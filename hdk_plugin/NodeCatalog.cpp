#include "NodeCatalog.h"

#include "SolverList.h"
#include "base/Error.h"
#include "colliders/ColliderParams.h"
#include "geometry/ShapeParams.h"
#include "materials/Presets.h"
#include "sim/SimulationParams.h"
#include "sim/SourceParams.h"
#include "surface/SurfaceParams.h"

#include <algorithm>

namespace firn::houdini {

namespace {

constexpr Param kDopParams[] = {
    param<&DopParams::geometry>("geo", "Geometry", "Name of the object's data that holds the snow's points."),
    param<&DopParams::feedback>("feedback", "Feedback to Rigid Bodies",
                                "Hands the momentum that colliders took from the snow to those that are mutual "
                                "affectors, so that a body that falls on snow is slowed by it."),
    param<&DopParams::collisionField>("collision_field", "Collision Field",
                                      "A scalar field of the object that is positive inside solids, as other "
                                      "solvers make it; empty: none."),
};

constexpr Param kSourceNodeParams[] = {
    param<&SourceNodeParams::fps>("fps", "Frames per Second", "1/s", {0.01, 1e5},
                                  "What continuous emission and snowfall take for the length of a frame."),
    param<&SourceNodeParams::startTime>("start_time", "Start Time", "s", {-1e9, 1e9},
                                        "The moment that counts as time 0 of the source."),
    param<&SourceNodeParams::ownMaterial>("own_material", "Own Material",
                                          "Takes the values below instead of the preset's."),
    param<&SourceNodeParams::sceneSeed>("scene_seed", "Scene Seed", "", {0, 9e15},
                                        "The seed of the whole scene, as simulation.seed of a scene file."),
    param<&SourceNodeParams::maxParticles>("max_particles", "Particle Limit", "", {1, 4e9},
                                           "More particles than this are refused before memory runs out."),
};

constexpr Param kSurfaceNodeParams[] = {
    param<&SurfaceNodeParams::polygons>("polygons", "Polygons", "The surface as polygons with normals and velocities."),
    param<&SurfaceNodeParams::distance>("distance", "Distance VDB", "The surface as a signed distance VDB, 'surface'."),
    param<&SurfaceNodeParams::density>("density", "Density VDB", "Mass per volume as a fog VDB, 'density'."),
    param<&SurfaceNodeParams::velocity>("velocity", "Velocity VDB", "The snow's velocity as a VDB, 'vel'."),
};

constexpr Param kBoundaryNodeParams[] = {
    param<&BoundaryNodeParams::spacing>("spacing", "Spacing", "m", {1e-5, 1e3},
                                        "Distance between samples: the particle separation of the snow."),
    param<&BoundaryNodeParams::reach>("reach", "Reach", "m", {0, 1e3},
                                      "How near to snow of the second input a sample must be; twice the support of "
                                      "the snow's kernel."),
    param<&BoundaryNodeParams::voxelSize>("voxel_size", "Voxel Size", "m", {0, 1e3},
                                          "Resolution of a mesh's distance field; 0 picks one hundredth of its longest "
                                          "side."),
    param<&BoundaryNodeParams::thickness>("thickness", "Thickness", "m", {0, 1e3},
                                          "Half the thickness given to an open mesh; 0 picks one voxel and a half."),
};

NodeParm parmOf(const ParamTable& table, std::string_view token, const std::string& prefix = {})
{
    const Param* row = table.find(token);
    FIRN_ASSERT(row);
    return {prefix + std::string(row->token), &table, row, {}, {}};
}

} // namespace

std::vector<NodeParm> onlyRows(const ParamTable& table, const Tokens& tokens, const std::string& prefix)
{
    std::vector<NodeParm> parms;
    for (const auto token : tokens) parms.push_back(parmOf(table, token, prefix));
    return parms;
}

std::vector<NodeParm> rowsBut(const ParamTable& table, const Tokens& left, const std::string& prefix,
                              const std::string& suffix)
{
    std::vector<NodeParm> parms;
    for (const auto& row : table.params) {
        if (std::find(left.begin(), left.end(), row.token) != left.end()) continue;
        parms.push_back(parmOf(table, row.token, prefix));
        parms.back().token += suffix;
    }
    return parms;
}

void addRows(std::vector<NodeParm>& to, std::vector<NodeParm> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(to));
}

const ParamTable& dopTable()
{
    static const ParamTable kTable = paramTable<DopParams>("dop", "DOP", kDopParams);
    return kTable;
}

const ParamTable& sourceNodeTable()
{
    static const ParamTable kTable = paramTable<SourceNodeParams>("source_node", "Source Node", kSourceNodeParams);
    return kTable;
}

const ParamTable& surfaceNodeTable()
{
    static const ParamTable kTable = paramTable<SurfaceNodeParams>("surface_node", "Surface Node", kSurfaceNodeParams);
    return kTable;
}

const ParamTable& boundaryNodeTable()
{
    static const ParamTable kTable =
        paramTable<BoundaryNodeParams>("boundary_node", "Boundary Node", kBoundaryNodeParams);
    return kTable;
}

const NodeParm* NodeInfo::find(const std::string& token) const
{
    for (const auto& folder : folders)
        for (const auto& parm : folder.parms)
            if (parm.token == token) return &parm;
    return nullptr;
}

NodeInfo solverNode(const Method& method)
{
    NodeInfo node;
    node.name = "firn_" + std::string(method.name);
    node.label = "Firn " + std::string(method.label);
    node.context = "dop";
    node.summary = method.summary;
    node.methodName = method.name;
    node.inputs = {"Objects or solvers to solve before"};

    NodeFolder simulation{"Simulation", onlyRows(dopTable(), {"geo"}), {}};
    addRows(simulation.parms, onlyRows(simulationTable(), {"min_substeps", "max_substeps", "max_step", "wind",
                                                           "bounds_min", "bounds_max"}));
    NodeFolder colliders{"Colliders", onlyRows(dopTable(), {"feedback", "collision_field"}), {}};
    addRows(colliders.parms, onlyRows(colliderTable(), {"friction", "sticky", "adhesion"}, "collider_"));
    addRows(colliders.parms, onlyRows(shapeTable(), {"voxel_size", "thickness"}, "collider_"));
    node.folders = {simulation, {std::string(method.label), rowsBut(method.params, {}), {}}, colliders};
    return node;
}

NodeInfo sourceNode()
{
    NodeInfo node;
    node.name = "firn_source";
    node.label = "Firn Source";
    node.context = "sop";
    node.summary = "Fills geometry, a VDB or a simple shape with snow particles that carry every attribute the Firn "
                   "solvers need.";
    node.inputs = {"Polygons, packed geometry or a VDB to fill (optional)"};

    NodeFolder source{"Source", rowsBut(sourceTable(), {"points"}), {}};
    for (auto& parm : source.parms)
        if (parm.token == "material") parm.words = presetNames();
    NodeFolder shape{"Shape", rowsBut(shapeTable(), {"file"}), {}};
    NodeFolder material{"Material", onlyRows(sourceNodeTable(), {"own_material"}), {}};
    addRows(material.parms, rowsBut(snowMaterialTable(), {}, "material_"));
    NodeFolder variations{"Variations", rowsBut(variationTable(), {}, "variation_", "#"), "variations"};
    NodeFolder scene{"Scene", onlyRows(sourceNodeTable(), {"fps", "start_time", "scene_seed", "max_particles"}), {}};
    scene.parms.front().fallback = "$FPS";
    node.folders = {source, shape, material, variations, scene};
    return node;
}

NodeInfo surfaceNode()
{
    NodeInfo node;
    node.name = "firn_surface";
    node.label = "Firn Surface";
    node.context = "sop";
    node.summary = "Builds the surface of snow points as polygons or a signed distance VDB, and their density and "
                   "velocity as VDBs.";
    node.inputs = {"Snow points"};
    node.folders = {{"Output", rowsBut(surfaceNodeTable(), {}, "output_"), {}},
                    {"Surface", rowsBut(surfaceTable(), {}), {}}};
    return node;
}

NodeInfo boundaryNode()
{
    NodeInfo node;
    node.name = "firn_boundary";
    node.label = "Firn Boundary";
    node.context = "sop";
    node.summary = "Shows the boundary samples of a collider as points: where SPH snow feels it.";
    node.inputs = {"Collider: polygons, packed geometry or a VDB", "Snow points (optional)"};
    node.folders = {{"Boundary", rowsBut(boundaryNodeTable(), {}), {}}};
    return node;
}

std::vector<const Method*> nodeMethods()
{
    std::vector<const Method*> found;
#define FIRN_ADD_METHOD(classname, method) found.push_back(&methodNamed(#method));
    FIRN_SOLVERS(FIRN_ADD_METHOD)
#undef FIRN_ADD_METHOD
    return found;
}

std::vector<NodeInfo> allNodes()
{
    std::vector<NodeInfo> nodes;
    for (const Method* method : nodeMethods()) nodes.push_back(solverNode(*method));
    nodes.push_back(sourceNode());
    nodes.push_back(surfaceNode());
    nodes.push_back(boundaryNode());
    nodes.push_back(exportNode());
    return nodes;
}

} // namespace firn::houdini
