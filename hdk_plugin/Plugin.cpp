// The plug-in's entry points. UT_DSOVersion.h belongs in this file alone: it marks what the library was built for.
#include <UT/UT_DSOVersion.h>

#include "GAS_FirnSolver.h"
#include "SOP_FirnNodes.h"
#include "base/Cpu.h"

#include <OP/OP_OperatorTable.h>
#include <cstdio>

namespace {

/// A processor that lacks what this build needs gets no nodes, and the reason on Houdini's console.
bool runsHere()
{
    const char* missing = firn::missingCpuFeature(firn::kBuiltCpuFeatures, firn::presentCpuFeatures());
    if (missing)
        std::fprintf(stderr, "firn: this processor lacks %s, which this build needs; build with -DFIRN_ARCH=x86-64\n",
                     missing);
    return missing == nullptr;
}

} // namespace

/// DOP solvers and their data.
void initializeSIM(void*)
{
    if (runsHere()) registerFirnSolvers();
}

/// SOPs.
void newSopOperator(OP_OperatorTable* table)
{
    using namespace firn::houdini;
    if (!runsHere()) return;
    SOP_FirnNode::add(*table, sourceNode(), SOP_FirnSource::create);
    SOP_FirnNode::add(*table, surfaceNode(), SOP_FirnSurface::create);
    SOP_FirnNode::add(*table, boundaryNode(), SOP_FirnBoundary::create);
    SOP_FirnNode::add(*table, exportNode(), SOP_FirnExport::create);
}
