// The plug-in's entry points. UT_DSOVersion.h belongs in this file alone: it marks what the library was built for.
#include <UT/UT_DSOVersion.h>

#include "GAS_FirnSolver.h"
#include "SOP_FirnSource.h"

#include <OP/OP_OperatorTable.h>

/// DOP solvers and their data.
void initializeSIM(void*) { registerFirnSolvers(); }

/// SOPs.
void newSopOperator(OP_OperatorTable* table) { SOP_FirnSource::add(*table); }
