// The base of the SOP nodes: parameters from the tables, and the edge where errors become node errors.
#pragma once

#include "NodeCatalog.h"
#include "base/Hooks.h"

#include <OP/OP_Operator.h>
#include <SOP/SOP_Node.h>
#include <vector>

class OP_OperatorTable;

class SOP_FirnNode : public SOP_Node {
public:
    /// Makes a node known to Houdini.
    static void add(OP_OperatorTable& table, const firn::houdini::NodeInfo& node, OP_Constructor construct);

protected:
    typedef std::vector<const GU_Detail*> Inputs; ///< one per input of the node; null where nothing is wired

    SOP_FirnNode(OP_Network* network, const char* name, OP_Operator* op) : SOP_Node(network, name, op) {}
    ~SOP_FirnNode() override {}

    virtual const firn::houdini::NodeInfo& node() const = 0;

    /// Fills gdp, which is empty. May throw.
    virtual void fill(double time, const Inputs& inputs, const firn::Hooks& hooks) = 0;

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
