#include "Host.h"

#include <GAS/GAS_SubSolver.h>
#include <OP/OP_AutoLockInputs.h>
#include <UT/UT_Interrupt.h>

#include <dlfcn.h>
#include <stdexcept>

namespace standin {

Counts& counts()
{
    static Counts theCounts;
    return theCounts;
}

namespace {

std::function<bool()>& esc()
{
    static std::function<bool()> pressed;
    return pressed;
}

class GeometrySop : public SOP_Node {
public:
    GeometrySop(OP_Operator* op, std::function<void(GU_Detail&)> fill)
        : SOP_Node(nullptr, "geometry", op), mFill(std::move(fill))
    {
    }

protected:
    OP_ERROR cookMySop(OP_Context&) override
    {
        gdp->clearAndDestroy();
        mFill(*gdp);
        return error();
    }

private:
    std::function<void(GU_Detail&)> mFill;
};

} // namespace

void setEsc(std::function<bool()> pressed) { esc() = std::move(pressed); }

std::vector<Message>& messages()
{
    static std::vector<Message> theMessages;
    return theMessages;
}

std::string messageText(UT_ErrorSeverity least)
{
    std::string text;
    for (const auto& message : messages())
        if (message.severity >= least) text += message.words + "\n";
    return text;
}

Plugin::Plugin(const std::string& path)
{
    // Stays loaded: Houdini never unloads a plug-in.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    const auto initialise = reinterpret_cast<void (*)(void*)>(dlsym(library, "initializeSIM"));
    const auto sops = reinterpret_cast<void (*)(OP_OperatorTable*)>(dlsym(library, "newSopOperator"));
    if (!initialise || !sops) throw std::runtime_error(path + " lacks a registration function");
    initialise(nullptr);
    sops(&mSops);
}

std::vector<std::string> Plugin::dopNames() const
{
    std::vector<std::string> names;
    for (const auto& type : dataTypes()) {
        const SIM_DopDescription* description = standinFactory(type)->dop;
        if (description && description->createsNode()) names.push_back(description->name());
    }
    return names;
}

std::vector<std::string> Plugin::sopNames() const
{
    std::vector<std::string> names;
    for (const auto& op : mSops.all()) names.push_back(op->name());
    return names;
}

const SIM_DopDescription* Plugin::dop(const std::string& name) const
{
    for (const auto& type : dataTypes()) {
        const SIM_DopDescription* description = standinFactory(type)->dop;
        if (description && description->name() == name) return description;
    }
    throw std::runtime_error("no DOP node " + name);
}

std::unique_ptr<SOP_Node> Plugin::makeSop(const std::string& type)
{
    OP_Operator* op = mSops.find(type);
    if (!op) throw std::runtime_error("no SOP " + type);
    static OP_Network network;
    return std::unique_ptr<SOP_Node>(static_cast<SOP_Node*>(op->create(&network, type.c_str())));
}

std::unique_ptr<SOP_Node> geometrySop(std::function<void(GU_Detail&)> fill)
{
    static PRM_Template none[] = {PRM_Template()};
    static OP_Operator op("geometry", "Geometry", nullptr, none, 0, 0);
    return std::make_unique<GeometrySop>(&op, std::move(fill));
}

} // namespace standin

int UT_Interrupt::opInterrupt(int)
{
    ++standin::counts().polls;
    return standin::esc() && standin::esc()() ? 1 : 0;
}

UT_Interrupt* UTgetInterrupt()
{
    static UT_Interrupt boss;
    return &boss;
}

UT_AutoInterrupt::UT_AutoInterrupt(const char*, UT_Interrupt* boss) : mBoss(boss) {}
UT_AutoInterrupt::~UT_AutoInterrupt() = default;
