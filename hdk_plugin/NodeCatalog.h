// The nodes as data: names, folders, parameters. Templates, help cards and the asset tools loop over it; no HDK here.
#pragma once

#include "params/ParamSet.h"
#include "solver/Method.h"

#include <string>
#include <vector>

namespace firn::houdini {

/// One parameter of a node: a row of a table of core/ under the node's own token.
struct NodeParm {
    std::string token;
    const ParamTable* table = nullptr;
    const Param* row = nullptr;
    std::string fallback;           ///< an expression that is the default instead of the row's ("$FPS")
    std::vector<std::string> words; ///< suggestions for a text
};

struct NodeFolder {
    std::string label;
    std::vector<NodeParm> parms;
    std::string repeat; ///< not empty: the folder is a list of this token; its parameters' tokens end with #
};

struct NodeInfo {
    std::string name;    ///< "firn_mpm"
    std::string label;   ///< "Firn MPM Snow"
    std::string context; ///< "dop", "sop"
    std::string summary; ///< one sentence
    std::vector<std::string> inputs;
    std::vector<NodeFolder> folders;
    std::string methodName; ///< of a solver

    std::string icon() const { return (context == "dop" ? "DOP_" : "SOP_") + name; }

    /// The parameter with this token, or null.
    const NodeParm* find(const std::string& token) const;
};

/// What the DOP nodes have besides the method's own parameters.
struct DopParams {
    std::string geometry = "Geometry";
    bool feedback = true;
    std::string collisionField;
};
const ParamTable& dopTable();

/// What the source node has besides core's source, shape and material.
struct SourceNodeParams {
    double fps = 24.0;
    double startTime = 0.0;
    bool ownMaterial = false;
    int64_t sceneSeed = 1;
    int64_t maxParticles = 200000000;
};
const ParamTable& sourceNodeTable();

/// What the surface node makes.
struct SurfaceNodeParams {
    bool polygons = true;
    bool distance = false;
    bool density = false;
    bool velocity = false;
};
const ParamTable& surfaceNodeTable();

/// How the boundary node samples a collider.
struct BoundaryNodeParams {
    float spacing = 0.02f;
    float reach = 0.1f;
    float voxelSize = 0;
    float thickness = 0;
};
const ParamTable& boundaryNodeTable();

/// What the export node writes, besides the simulation's, the method's and the collider's parameters.
struct ExportNodeParams {
    bool write = false;
    std::string folder = "$HIP/firn";
    std::string method = "mpm";
    bool streams = false;
    bool moves = false;
    bool ground = true;
    float groundHeight = 0;
    float groundFriction = 0.5f;
};
const ParamTable& exportNodeTable();

NodeInfo solverNode(const Method& method);
NodeInfo sourceNode();
NodeInfo surfaceNode();
NodeInfo boundaryNode();
NodeInfo exportNode();

/// The methods that have a solver node.
std::vector<const Method*> nodeMethods();

/// Rows of a table as parameters of a node: those with these tokens, in that order; or every row but these.
using Tokens = std::vector<std::string_view>;
std::vector<NodeParm> onlyRows(const ParamTable& table, const Tokens& tokens, const std::string& prefix = {});
std::vector<NodeParm> rowsBut(const ParamTable& table, const Tokens& left, const std::string& prefix = {},
                              const std::string& suffix = {});
void addRows(std::vector<NodeParm>& to, std::vector<NodeParm> more);

/// Every node of the plug-in.
std::vector<NodeInfo> allNodes();

/// Sets the rows of the set's table that the node shows; `get` gives a parameter's value. `where` names the node.
template <class Get> void readTable(const NodeInfo& node, const std::string& where, const Get& get, ParamSet& set)
{
    for (const auto& folder : node.folders)
        for (const auto& parm : folder.parms)
            if (folder.repeat.empty() && parm.table->name == set.table().name)
                set.set(parm.row->token, get(parm), where + ", parameter " + parm.token);
}

} // namespace firn::houdini
