// What the plug-in's folder has of each node: a help card in the wiki text of Houdini's help browser, a shelf tool.
#pragma once

#include "NodeCatalog.h"

namespace firn::houdini {

/// The card of a node: every parameter, and for solvers every attribute.
std::string helpCard(const NodeInfo& node);

/// All nodes as JSON: names, folders, parameters with type, default and range. For tools that build assets and scenes.
std::string catalogueJson();

/// The kinds of snow as JSON, each with the value of every material parameter.
std::string presetsJson();

/// The shelf: a tool for each node.
std::string shelfXml();

} // namespace firn::houdini
