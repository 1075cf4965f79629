// Stand-in: SOPs.
#pragma once

#include <GU/GU_Detail.h>
#include <OP/OP_Context.h>
#include <OP/OP_Node.h>
#include <OP/OP_Operator.h>
#include <memory>
#include <vector>

class OP_NodeFlags {
public:
    void setTimeDep(bool on) { mTimeDep = on; }
    bool getTimeDep() const { return mTimeDep; }

private:
    bool mTimeDep = false;
};

class SOP_Node : public OP_Node {
public:
    SOP_Node(OP_Network* net, const char* name, OP_Operator* op);

    /// For tests: wires an input, cooks, and gives the result.
    void setInput(SOP_Node* input, unsigned index = 0)
    {
        if (mInputs.size() <= index) mInputs.resize(index + 1);
        mInputs[index] = input;
    }
    const GU_Detail& cook(fpreal time);
    const std::vector<std::string>& errors() const { return mErrors; }
    const std::vector<std::string>& warnings() const { return mWarnings; }
    OP_ERROR cookInputs(OP_Context& context);
    bool timeDependent() const { return mFlags.getTimeDep(); }

protected:
    virtual OP_ERROR cookMySop(OP_Context& context) = 0;

    OP_ERROR error() const;
    void addError(int code, const char* words);
    void addWarning(int code, const char* words);
    int nInputs() const { return int(mInputs.size()); }
    OP_Node* getInput(unsigned i) const { return i < mInputs.size() ? mInputs[i] : nullptr; }
    const GU_Detail* inputGeo(int i) const { return getInput(unsigned(i)) ? mInputs[size_t(i)]->gdp : nullptr; }
    OP_NodeFlags& flags() { return mFlags; }

    GU_Detail* gdp;

private:
    std::unique_ptr<GU_Detail> mOwned;
    std::vector<SOP_Node*> mInputs;
    OP_NodeFlags mFlags;
    std::vector<std::string> mErrors, mWarnings;
};
