// Stand-in: the table that a plug-in adds its node types to; it owns them.
#pragma once

#include <OP/OP_Operator.h>
#include <memory>
#include <vector>

class OP_OperatorTable {
public:
    bool addOperator(OP_Operator* op)
    {
        mOperators.emplace_back(op);
        return true;
    }
    OP_Operator* find(const std::string& name) const
    {
        for (const auto& op : mOperators)
            if (op->name() == name) return op.get();
        return nullptr;
    }
    const std::vector<std::unique_ptr<OP_Operator>>& all() const { return mOperators; }

private:
    std::vector<std::unique_ptr<OP_Operator>> mOperators;
};
