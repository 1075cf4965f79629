// Stand-in: exports the entry points of a plug-in, as the real header does. One file of a plug-in includes it.
#pragma once

#include <SYS/SYS_Types.h>

class OP_OperatorTable;

extern "C" {
SYS_VISIBILITY_EXPORT void initializeSIM(void*);
SYS_VISIBILITY_EXPORT void newSopOperator(OP_OperatorTable* table);
}
