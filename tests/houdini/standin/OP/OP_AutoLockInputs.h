// Stand-in: cooks the inputs.
#pragma once

#include <OP/OP_Context.h>
#include <SOP/SOP_Node.h>

class OP_AutoLockInputs {
public:
    explicit OP_AutoLockInputs(SOP_Node* node) : mNode(node) {}
    OP_ERROR lock(OP_Context& context) { return mNode->cookInputs(context); }

private:
    SOP_Node* mNode;
};
