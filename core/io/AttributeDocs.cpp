#include "io/AttributeDocs.h"

#include "io/ParamDocs.h"
#include "particles/Attributes.h"

namespace firn {

namespace {

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
                       "your points travel along untouched. Methods that this version does not have yet (`firn "
                       "methods` lists those it has) are named too: the attributes are reserved for them.\n\n"
                       "| attribute | type | meaning | unit | methods | |\n|---|---|---|---|---|---|\n";
    for (const auto& attribute : knownAttributes())
        text += "| `" + std::string(attribute.name) + "` | " + toText(attribute.type) + " | " +
                meaningText(attribute.meaning) + " | " + markdownCell(attribute.unit) + " | " +
                std::string(attribute.methods) + " | " + markdownCell(attribute.help) + " |\n";
    return text;
}

} // namespace firn
