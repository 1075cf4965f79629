// Help cards of the nodes, in the wiki text that Houdini's help browser reads.
#pragma once

#include "NodeCatalog.h"

namespace firn::houdini {

/// The card of a node: every parameter, and for solvers every attribute.
std::string helpCard(const NodeInfo& node);

/// All nodes as JSON: names, folders, parameters with type, default and range. For tools that build assets and scenes.
std::string catalogueJson();

} // namespace firn::houdini
