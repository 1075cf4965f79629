// Stand-in: nodes, their parameters and SOPs.
#include <OP/OP_Node.h>
#include <SOP/SOP_Error.h>
#include <SOP/SOP_Node.h>
#include <algorithm>

#include <stdexcept>

void ParmValues::addDefaults(const PRM_Template* templates)
{
    for (; templates->getType() != PRM_LIST_TERMINATOR; ++templates) {
        if (templates->getType() == PRM_SWITCHER) continue;
        const std::string token = templates->getToken();
        mTypes[token] = templates;
        const PRM_Default* defaults = templates->getFactoryDefaults();
        for (int k = 0; k < templates->getVectorSize(); ++k) {
            const char* words = defaults ? defaults[k].getString() : nullptr;
            const bool expression = words && std::string(words) == "$FPS";
            mNumbers[token].push_back(expression ? 24 : defaults ? defaults[k].getFloat() : 0);
            if (words) mWords[token] = words;
        }
        if (templates->getMultiParmTemplate()) addDefaults(templates->getMultiParmTemplate());
    }
}

/// "amount3" is the third of "amount#".
std::string ParmValues::known(const std::string& token) const
{
    if (mTypes.count(token)) return token;
    std::string name = token;
    while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
    if (mTypes.count(name + "#")) return name + "#";
    throw std::runtime_error("no parameter " + token);
}

const PRM_Template* ParmValues::find(const std::string& token) const { return mTypes.at(known(token)); }

void ParmValues::setNumber(const std::string& token, int index, fpreal value)
{
    auto& values = mNumbers[token];
    if (values.empty()) values = mNumbers.at(known(token));
    values.at(std::size_t(index)) = value;
}

void ParmValues::setWords(const std::string& token, const std::string& value)
{
    known(token);
    mWords[token] = value;
}

fpreal ParmValues::number(const std::string& token, int index) const
{
    const auto own = mNumbers.find(token);
    return (own != mNumbers.end() ? own->second : mNumbers.at(known(token))).at(std::size_t(index));
}

const std::string& ParmValues::words(const std::string& token) const
{
    static const std::string none;
    auto own = mWords.find(token);
    if (own == mWords.end()) own = mWords.find(known(token));
    return own == mWords.end() ? none : own->second;
}

OP_Node::OP_Node(OP_Network*, const char*, OP_Operator* op) : mOperator(op), mParms(op->templates()) {}

namespace {

std::string numbered(const char* parm, const int* instance)
{
    std::string token = parm;
    const auto at = token.find('#');
    if (at == std::string::npos) throw std::runtime_error(token + " is not in a list");
    return token.replace(at, 1, std::to_string(*instance));
}

} // namespace

fpreal OP_Node::evalFloat(const char* parm, int vi, fpreal) const { return mParms.number(parm, vi); }
exint OP_Node::evalInt(const char* parm, int vi, fpreal) const { return exint(mParms.number(parm, vi)); }
void OP_Node::evalString(UT_String& value, const char* parm, int, fpreal) const
{
    value = UT_String(mParms.words(parm).c_str());
}
fpreal OP_Node::evalFloatInst(const char* parm, const int* instance, int vi, fpreal) const
{
    return mParms.number(numbered(parm, instance), vi);
}
exint OP_Node::evalIntInst(const char* parm, const int* instance, int vi, fpreal) const
{
    return exint(mParms.number(numbered(parm, instance), vi));
}
void OP_Node::evalStringInst(const char* parm, const int* instance, UT_String& value, int, fpreal) const
{
    value = UT_String(mParms.words(numbered(parm, instance)).c_str());
}

SOP_Node::SOP_Node(OP_Network* net, const char* name, OP_Operator* op)
    : OP_Node(net, name, op), mOwned(std::make_unique<GU_Detail>())
{
    gdp = mOwned.get();
}

const GU_Detail& SOP_Node::cook(fpreal time)
{
    mErrors.clear();
    mWarnings.clear();
    OP_Context context(time);
    cookMySop(context);
    return *gdp;
}

OP_ERROR SOP_Node::cookInputs(OP_Context& context)
{
    OP_ERROR worst = UT_ERROR_NONE;
    for (SOP_Node* input : mInputs)
        if (input) worst = std::max(worst, input->cookMySop(context));
    return worst;
}

OP_ERROR SOP_Node::error() const
{
    return !mErrors.empty() ? UT_ERROR_ABORT : !mWarnings.empty() ? UT_ERROR_WARNING : UT_ERROR_NONE;
}
void SOP_Node::addError(int, const char* words) { mErrors.push_back(words); }
void SOP_Node::addWarning(int, const char* words) { mWarnings.push_back(words); }
