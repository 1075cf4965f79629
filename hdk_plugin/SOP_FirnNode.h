// The base of the SOP nodes: parameters from the tables, and the edge where errors become node errors.
#pragma once

#include "NodeCatalog.h"
#include "base/Hooks.h"

#include <SOP/SOP_Node.h>

class SOP_FirnNode : public SOP_Node {
protected:
    SOP_FirnNode(OP_Network* network, const char* name, OP_Operator* op) : SOP_Node(network, name, op) {}
    ~SOP_FirnNode() override {}

    virtual const firn::houdini::NodeInfo& node() const = 0;

    /// Fills gdp, which is empty; `input` is null when nothing is wired. May throw.
    virtual void fill(double time, const GU_Detail* input, const firn::Hooks& hooks) = 0;

    OP_ERROR cookMySop(OP_Context& context) override;

    /// A parameter's value now; `instance` is the number, from 1 on, within a list that repeats.
    firn::ParamValue value(const firn::houdini::NodeParm& parm, double time, int instance = 0) const;

    template <class S> S readStruct(const firn::ParamTable& table, double time) const
    {
        firn::ParamSet set(table);
        const auto get = [&](const firn::houdini::NodeParm& parm) { return value(parm, time); };
        readTable(node(), node().name, get, set);
        return set.as<S>();
    }
};
