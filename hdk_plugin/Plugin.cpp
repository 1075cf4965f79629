// The plug-in's entry points. UT_DSOVersion.h belongs in this file alone: it marks what the library was built for.
#include <UT/UT_DSOVersion.h>

#include "GAS_FirnSolver.h"
#include "SOP_FirnNodes.h"

#include <OP/OP_OperatorTable.h>

/// DOP solvers and their data.
void initializeSIM(void*) { registerFirnSolvers(); }

/// SOPs.
void newSopOperator(OP_OperatorTable* table)
{
    using namespace firn::houdini;
    SOP_FirnNode::add(*table, sourceNode(), SOP_FirnSource::create);
    SOP_FirnNode::add(*table, surfaceNode(), SOP_FirnSurface::create);
    SOP_FirnNode::add(*table, boundaryNode(), SOP_FirnBoundary::create);
}
