// Parameter tables as Houdini parameters: templates for the interface, and values back from nodes and DOP options.
#pragma once

#include "NodeCatalog.h"

#include <PRM/PRM_Include.h>
#include <PRM/PRM_Template.h>
#include <SIM/SIM_Options.h>
#include <deque>

namespace firn::houdini {

/// Owns everything that a node's templates point to, as Houdini keeps the pointers.
class ParmTemplates {
public:
    explicit ParmTemplates(const NodeInfo& node);

    /// Ends with an empty template, as Houdini wants it.
    PRM_Template* list() { return mLists.front().data(); }

private:
    using List = std::vector<PRM_Template>;

    void addFolders(const NodeInfo& node, List& list);
    void addParm(const NodeParm& parm, List& list);
    PRM_Name* name(const std::string& token, const std::string& label);
    PRM_Default* defaults(const NodeParm& parm);
    PRM_ChoiceList* menu(const NodeParm& parm);
    PRM_Range* range(const NodeParm& parm);
    const char* text(std::string words);

    std::deque<std::string> mTexts;
    std::deque<PRM_Name> mNames;
    std::deque<std::vector<PRM_Name>> mMenus;
    std::deque<std::vector<PRM_Default>> mDefaults;
    std::deque<PRM_ChoiceList> mChoices;
    std::deque<PRM_Range> mRanges;
    std::deque<List> mLists;
};

/// A DOP node's parameter, as the engine copied it to the data's options; the row's default when it is not there.
ParamValue optionValue(const SIM_Options& options, const NodeParm& parm);

} // namespace firn::houdini
