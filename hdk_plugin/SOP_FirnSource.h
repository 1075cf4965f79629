// Firn Source: fills geometry, a VDB or a shape with snow.
#pragma once

#include "SOP_FirnNode.h"

class OP_OperatorTable;

class SOP_FirnSource : public SOP_FirnNode {
public:
    /// Makes the node known to Houdini.
    static void add(OP_OperatorTable& table);
    static OP_Node* create(OP_Network* network, const char* name, OP_Operator* op);

protected:
    SOP_FirnSource(OP_Network* network, const char* name, OP_Operator* op) : SOP_FirnNode(network, name, op) {}
    ~SOP_FirnSource() override {}

    const firn::houdini::NodeInfo& node() const override;
    void fill(double time, const GU_Detail* input, const firn::Hooks& hooks) override;
};
