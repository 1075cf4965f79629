#include "ParmTemplates.h"

#include "base/Text.h"

#include <cmath>

namespace firn::houdini {

namespace {

PRM_Type typeOf(ParamType type)
{
    switch (type) {
    case ParamType::Bool: return PRM_TOGGLE;
    case ParamType::Int: return PRM_INT_J;
    case ParamType::Float: return PRM_FLT_J;
    case ParamType::Vector: return PRM_XYZ_J;
    case ParamType::Choice: return PRM_ORD;
    case ParamType::Text: break;
    }
    return PRM_STRING;
}

/// "once_more" as menus show it: "Once More".
std::string menuLabel(std::string words)
{
    bool first = true;
    for (char& c : words) {
        if (c == '_') c = ' ';
        if (first && c >= 'a' && c <= 'z') c = char(c - 'a' + 'A');
        first = c == ' ';
    }
    return words;
}

} // namespace

ParmTemplates::ParmTemplates(const NodeInfo& node)
{
    List& list = mLists.emplace_back();
    addFolders(node, list);
    list.emplace_back();
}

const char* ParmTemplates::text(std::string words) { return mTexts.emplace_back(std::move(words)).c_str(); }

PRM_Name* ParmTemplates::name(const std::string& token, const std::string& label)
{
    return &mNames.emplace_back(text(token), text(label));
}

/// One tab per folder; a folder that repeats is a list of its own within its tab.
void ParmTemplates::addFolders(const NodeInfo& node, List& list)
{
    auto& tabs = mDefaults.emplace_back();
    for (const auto& folder : node.folders) {
        const std::size_t count = folder.repeat.empty() ? folder.parms.size() : 1;
        tabs.emplace_back(fpreal(count), text(folder.label));
    }
    list.emplace_back(PRM_SWITCHER, int(tabs.size()), name("folders", "Folders"), tabs.data());
    for (const auto& folder : node.folders) {
        List children;
        List& to = folder.repeat.empty() ? list : children;
        for (const auto& parm : folder.parms) addParm(parm, to);
        if (folder.repeat.empty()) continue;
        children.emplace_back();
        List& kept = mLists.emplace_back(std::move(children));
        list.emplace_back(PRM_MULTITYPE_LIST, kept.data(), fpreal(1), name(folder.repeat, folder.label),
                          mDefaults.emplace_back(1, PRM_Default(0)).data());
    }
}

void ParmTemplates::addParm(const NodeParm& parm, List& list)
{
    const Param& row = *parm.row;
    const std::string unit = row.unit.empty() ? "" : " (" + std::string(row.unit) + ")";
    const int size = row.type == ParamType::Vector ? 3 : 1;
    const std::string help = std::string(row.help) + " Allowed: " + paramAllowed(row) + ".";
    list.emplace_back(typeOf(row.type), size, name(parm.token, std::string(row.label) + unit), defaults(parm),
                      menu(parm), range(parm), PRM_Callback(), static_cast<PRM_SpareData*>(nullptr), 1, text(help));
}

PRM_Default* ParmTemplates::defaults(const NodeParm& parm)
{
    auto& values = mDefaults.emplace_back();
    const ParamValue value = parm.row->get(parm.table->make().get());
    switch (parm.row->type) {
    case ParamType::Bool: values.emplace_back(std::get<bool>(value) ? 1 : 0); break;
    case ParamType::Int:
    case ParamType::Choice: values.emplace_back(fpreal(std::get<int64_t>(value))); break;
    case ParamType::Text: values.emplace_back(0, text(std::get<std::string>(value))); break;
    case ParamType::Vector:
        for (int k = 0; k < 3; ++k) values.emplace_back(std::get<Vec3d>(value)[k]);
        break;
    case ParamType::Float:
        if (parm.fallback.empty())
            values.emplace_back(std::get<double>(value));
        else
            values.emplace_back(std::get<double>(value), text(parm.fallback));
        break;
    }
    return values.data();
}

PRM_ChoiceList* ParmTemplates::menu(const NodeParm& parm)
{
    std::vector<std::string> words = parm.words;
    const bool choice = parm.row->type == ParamType::Choice;
    if (choice)
        for (std::size_t i = 0; i < parm.row->choiceCount; ++i) words.emplace_back(parm.row->choices[i]);
    if (words.empty()) return nullptr;
    auto& names = mMenus.emplace_back();
    for (const auto& word : words) names.emplace_back(text(word), text(menuLabel(word)));
    names.emplace_back(); // ends the menu
    return &mChoices.emplace_back(choice ? PRM_CHOICELIST_SINGLE : PRM_CHOICELIST_REPLACE, names.data());
}

/// The limits of the table where they are near; otherwise a slider about the default that may be left.
PRM_Range* ParmTemplates::range(const NodeParm& parm)
{
    const Param& row = *parm.row;
    if (row.type != ParamType::Int && row.type != ParamType::Float) return nullptr;
    const ParamValue value = row.get(parm.table->make().get());
    const double now = row.type == ParamType::Int ? double(std::get<int64_t>(value)) : std::get<double>(value);
    const double reach = now > 0 ? 10 * now : 10;
    const bool nearLow = row.range.lowest > -1e6, nearHigh = row.range.highest <= reach;
    return &mRanges.emplace_back(nearLow ? PRM_RANGE_RESTRICTED : PRM_RANGE_UI, nearLow ? row.range.lowest : -reach,
                                 nearHigh ? PRM_RANGE_RESTRICTED : PRM_RANGE_UI, nearHigh ? row.range.highest : reach);
}

ParamValue optionValue(const SIM_Options& options, const NodeParm& parm)
{
    const UT_StringHolder token(parm.token.c_str());
    if (!options.hasOption(token)) return parm.row->get(parm.table->make().get());
    switch (parm.row->type) {
    case ParamType::Bool: return options.getOptionB(token);
    case ParamType::Int:
    case ParamType::Choice: return int64_t(options.getOptionI(token));
    case ParamType::Float: return double(options.getOptionF(token));
    case ParamType::Vector: {
        const UT_Vector3D v = options.getOptionV3(token);
        return Vec3d(v.x(), v.y(), v.z());
    }
    case ParamType::Text: break;
    }
    const UT_StringHolder words = options.getOptionS(token);
    return std::string(words.c_str());
}

} // namespace firn::houdini
