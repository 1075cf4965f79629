#include "SOP_FirnNode.h"

#include "ParmTemplates.h"
#include "base/Error.h"

#include <GU/GU_Detail.h>
#include <OP/OP_AutoLockInputs.h>
#include <OP/OP_Context.h>
#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Error.h>
#include <UT/UT_Interrupt.h>

using namespace firn;
using namespace firn::houdini;

void SOP_FirnNode::add(OP_OperatorTable& table, const NodeInfo& node, OP_Constructor construct)
{
    // Houdini keeps pointers to all of this.
    struct Kept {
        explicit Kept(const NodeInfo& info) : node(info), templates(info) {}
        NodeInfo node;
        ParmTemplates templates;
        std::vector<const char*> labels;
    };
    static std::deque<Kept> all;
    Kept& kept = all.emplace_back(node);
    for (const auto& input : kept.node.inputs) kept.labels.push_back(input.c_str());
    kept.labels.push_back(nullptr);
    auto* op = new OP_Operator(kept.node.name.c_str(), kept.node.label.c_str(), construct, kept.templates.list(), 0,
                               unsigned(kept.node.inputs.size()), nullptr, OP_FLAG_GENERATOR, kept.labels.data());
    op->setIconName(kept.node.icon().c_str());
    op->setOpTabSubMenuPath("Firn");
    table.addOperator(op);
}

OP_ERROR SOP_FirnNode::cookMySop(OP_Context& context)
{
    OP_AutoLockInputs inputs(this);
    if (inputs.lock(context) >= UT_ERROR_ABORT) return error();
    gdp->clearAndDestroy();
    std::string what;
    try {
        UT_AutoInterrupt interrupt(node().label.c_str());
        Hooks hooks;
        hooks.interrupted = [&] { return interrupt.wasInterrupted(); };
        hooks.log = [&](LogLevel level, const std::string& text) {
            if (level == LogLevel::Warning) addWarning(SOP_MESSAGE, text.c_str());
        };
        Inputs geometry;
        for (int i = 0; i < int(node().inputs.size()); ++i)
            geometry.push_back(i < int(nInputs()) && getInput(unsigned(i)) ? inputGeo(i) : nullptr);
        fill(context.getTime(), geometry, hooks);
        return error();
    } catch (const Interrupted&) {
        what = "interrupted";
    } catch (const std::exception& error) {
        what = error.what();
    } catch (...) {
        what = "an unknown error";
    }
    gdp->clearAndDestroy(); // nothing half made
    addError(SOP_MESSAGE, what.c_str());
    return error();
}

ParamValue SOP_FirnNode::value(const NodeParm& parm, double time, int instance) const
{
    const char* token = parm.token.c_str();
    const int* number = &instance;
    const auto real = [&](int k) -> double {
        return instance > 0 ? evalFloatInst(token, number, k, time) : evalFloat(token, k, time);
    };
    switch (parm.row->type) {
    case ParamType::Float: return real(0);
    case ParamType::Vector: return Vec3d(real(0), real(1), real(2));
    case ParamType::Bool: return (instance > 0 ? evalIntInst(token, number, 0, time) : evalInt(token, 0, time)) != 0;
    case ParamType::Int:
    case ParamType::Choice:
        return int64_t(instance > 0 ? evalIntInst(token, number, 0, time) : evalInt(token, 0, time));
    case ParamType::Text: break;
    }
    UT_String words;
    if (instance > 0)
        evalStringInst(token, number, words, 0, time);
    else
        evalString(words, token, 0, time);
    return std::string(words.isstring() ? words.buffer() : "");
}
