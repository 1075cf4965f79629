#include "io/AttributeDocs.h"

#include "base/Text.h"
#include "io/ParamDocs.h"
#include "particles/Attributes.h"
#include "solver/Method.h"

#include <algorithm>

namespace firn {

namespace {

/// The columns that each method asks for when it is made with its defaults.
std::vector<std::vector<ColumnSpec>> columnsOfMethods()
{
    std::vector<std::vector<ColumnSpec>> all;
    for (const Method* method : methods()) all.push_back(method->make(ParamSet(method->params))->columns());
    return all;
}

bool hasColumn(const std::vector<ColumnSpec>& columns, std::string_view name)
{
    return std::any_of(columns.begin(), columns.end(), [&](const ColumnSpec& c) { return c.name == name; });
}

std::string meaningText(Meaning meaning)
{
    switch (meaning) {
    case Meaning::None: return "";
    case Meaning::Point: return "point";
    case Meaning::Vector: return "vector";
    case Meaning::Normal: return "normal";
    case Meaning::Colour: return "colour";
    case Meaning::Matrix: return "matrix";
    case Meaning::Quaternion: return "quaternion";
    }
    return "";
}

} // namespace

std::string attributesMarkdown()
{
    std::string text = "# Attributes\n\n"
                       "Generated from the list of known attributes: change that, not this page. Other attributes of "
                       "your points travel along untouched.\n\n"
                       "| attribute | type | meaning | unit | methods | |\n|---|---|---|---|---|---|\n";
    const auto columns = columnsOfMethods();
    for (const auto& attribute : knownAttributes()) {
        // Position, velocity and id are every particle's own, so no method lists them.
        const bool always = attribute.name == "P" || attribute.name == "v" || attribute.name == "id";
        std::vector<std::string> users;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (hasColumn(columns[i], attribute.name)) users.emplace_back(methods()[i]->name);
        const bool all = always || (!columns.empty() && users.size() == columns.size());
        text += "| `" + std::string(attribute.name) + "` | " + toText(attribute.type) + " | " +
                meaningText(attribute.meaning) + " | " + markdownCell(attribute.unit) + " | " +
                (all ? "all" : join(users, ", ")) + " | " + markdownCell(attribute.help) + " |\n";
    }
    return text;
}

} // namespace firn
