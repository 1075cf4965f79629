// The stand-in host as tests see it: the plug-in loaded, Esc, messages, counts.
#pragma once

#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Node.h>
#include <UT/UT_Error.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class SIM_DopDescription;

namespace standin {

/// What is alive and what was copied.
struct Counts {
    int64 detailsAlive = 0, detailCopies = 0;
    int64 dataAlive = 0, dataCopies = 0;
    int64 polls = 0; ///< questions whether Esc was pressed
};
Counts& counts();

/// What answers the question whether Esc was pressed; null: nobody presses it.
void setEsc(std::function<bool()> pressed);

/// An error or a warning of a solver.
struct Message {
    std::string words;
    UT_ErrorSeverity severity;
};
std::vector<Message>& messages();

/// The messages of at least this severity, one per line.
std::string messageText(UT_ErrorSeverity least = UT_ERROR_MESSAGE);

/// A plug-in, loaded as Houdini loads it: dlopen, then its registration functions.
class Plugin {
public:
    explicit Plugin(const std::string& path);

    /// The DOP nodes and SOPs that it registered.
    std::vector<std::string> dopNames() const;
    std::vector<std::string> sopNames() const;
    const SIM_DopDescription* dop(const std::string& name) const;
    OP_OperatorTable& sops() { return mSops; }
    std::unique_ptr<SOP_Node> makeSop(const std::string& type);

private:
    OP_OperatorTable mSops;
};

/// A SOP that hands on a geometry of the test's own.
std::unique_ptr<SOP_Node> geometrySop(std::function<void(GU_Detail&)> fill);

/// All types of data that are known.
std::vector<std::string> dataTypes();

} // namespace standin
