#include "HelpCards.h"

#include "materials/Presets.h"
#include "particles/Attributes.h"

#include <cstdio>

namespace firn::houdini {

namespace {

/// Wiki text takes these characters for markup.
std::string wiki(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '#' || c == '*' || c == '_' || c == '[' || c == '`') out += '\\';
        out += c;
    }
    return out;
}

std::string parmText(const NodeParm& parm)
{
    const Param& row = *parm.row;
    const ParamValue value = row.get(parm.table->make().get());
    std::string text = std::string(row.label) + ":\n    #id: " + parm.token + "\n    " + wiki(row.help) + "\n\n";
    if (!row.unit.empty()) text += "    Unit: " + wiki(row.unit) + ".\n";
    const std::string fallback = parm.fallback.empty() ? paramText(row, value) : parm.fallback;
    text +=
        "    Allowed: " + wiki(paramAllowed(row)) + (fallback.empty() ? "" : ". Default: " + wiki(fallback)) + ".\n\n";
    return text;
}

std::string attributeText(const std::string& method)
{
    std::string text = "@attributes\n\nPoints carry these; what is missing is made with the value given here, and "
                       "attributes of your own travel along.\n\n";
    for (const auto& attribute : knownAttributes()) {
        const std::string methods(attribute.methods);
        if (methods != "all" && methods.find(method) == std::string::npos) continue;
        text += std::string(attribute.name) + ":\n    " + wiki(attribute.help) +
                (attribute.unit.empty() ? "" : " Unit: " + wiki(attribute.unit) + ".") + "\n\n";
    }
    return text +
           "force:\n    A force in N on a point for one step, as POP nodes set it. It is reset after the step.\n\n"
           "== Detail attributes ==\n\nWritten after each step: `firn_substeps`, `firn_smallest_step`, "
           "`firn_largest_step`, `firn_largest_speed`, `firn_kinetic_energy`, `firn_potential_energy`, "
           "`firn_iterations`, `firn_residual`, `firn_left` (points that left the bounds) and `firn_hash`, the state "
           "hash that `firn run` prints for the same frame.\n\n";
}

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string numberJson(double x)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

std::string defaultJson(const NodeParm& parm)
{
    const ParamValue value = parm.row->get(parm.table->make().get());
    if (!parm.fallback.empty()) return quoted(parm.fallback);
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    if (const auto* whole = std::get_if<int64_t>(&value)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) return numberJson(*real);
    if (const auto* v = std::get_if<Vec3d>(&value))
        return "[" + numberJson(v->x()) + ", " + numberJson(v->y()) + ", " + numberJson(v->z()) + "]";
    return quoted(std::get<std::string>(value));
}

std::string parmJson(const NodeParm& parm)
{
    static constexpr const char* kTypes[] = {"toggle", "integer", "float", "vector", "string", "menu"};
    std::string text = "{\"token\": " + quoted(parm.token) + ", \"label\": " + quoted(parm.row->label) +
                       ", \"type\": \"" + kTypes[int(parm.row->type)] + "\", \"default\": " + defaultJson(parm);
    if (parm.row->type == ParamType::Choice) {
        text += ", \"menu\": [";
        for (std::size_t i = 0; i < parm.row->choiceCount; ++i) text += (i ? ", " : "") + quoted(parm.row->choices[i]);
        text += "]";
    }
    return text + "}";
}

} // namespace

std::string helpCard(const NodeInfo& node)
{
    std::string text = "#type: node\n#context: " + node.context + "\n#internal: " + node.name +
                       "\n#icon: " + node.icon() + "\n#tags: snow, firn\n\n= " + node.label + " =\n\n\"\"\"" +
                       wiki(node.summary) + "\"\"\"\n\n";
    if (node.context == "dop")
        text += "Attach it to the object whose points are snow: as its solver, or through a Multiple Solver when the "
                "object has other solvers too. Gravity and other forces, and collide relationships, act as on any "
                "object. One DOP step is split into as many substeps as the method needs; the result has the same bits "
                "as `firn run` gives for the same scene, whatever the number of threads.\n\n";
    text += "@inputs\n\n";
    for (const auto& input : node.inputs) text += wiki(input) + ":\n    " + wiki(input) + ".\n\n";
    text += "@parameters\n\n";
    for (const auto& folder : node.folders) {
        text += "== " + wiki(folder.label) + " ==\n\n";
        for (const auto& parm : folder.parms) text += parmText(parm);
    }
    if (!node.methodName.empty()) text += attributeText(node.methodName);
    text += "@related\n\n";
    for (const auto& other : allNodes())
        if (other.name != node.name) text += "- [Node:" + other.context + "/" + other.name + "]\n";
    return text;
}

std::string shelfXml()
{
    std::string members, tools;
    for (const auto& node : allNodes()) {
        const std::string tool = node.context + "_" + node.name;
        const std::string type = node.context == "dop" ? "DOP" : "SOP";
        members += "    <memberTool name=\"" + tool + "\"/>\n";
        tools += "  <tool name=\"" + tool + "\" label=\"" + node.label + "\" icon=\"" + node.icon() +
                 "\">\n    <toolMenuContext name=\"network\"><contextOpType>" + type +
                 "</contextOpType></toolMenuContext>\n    <toolSubmenu>Firn</toolSubmenu>\n"
                 "    <script scriptType=\"python\"><![CDATA[\nimport " +
                 node.context + "toolutils\n" + node.context + "toolutils.genericTool(kwargs, '" + node.name +
                 "')\n]]></script>\n  </tool>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<shelfDocument>\n  <toolshelf name=\"firn\" label=\"Firn\">\n" +
           members + "  </toolshelf>\n" + tools + "</shelfDocument>\n";
}

std::string catalogueJson()
{
    std::string text = "[\n";
    const auto nodes = allNodes();
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        text += "  {\"name\": " + quoted(nodes[n].name) + ", \"label\": " + quoted(nodes[n].label) +
                ", \"context\": " + quoted(nodes[n].context) + ", \"folders\": [\n";
        for (std::size_t f = 0; f < nodes[n].folders.size(); ++f) {
            const NodeFolder& folder = nodes[n].folders[f];
            text += "    {\"label\": " + quoted(folder.label) + ", \"repeat\": " + quoted(folder.repeat) +
                    ", \"parms\": [\n";
            for (std::size_t p = 0; p < folder.parms.size(); ++p)
                text += "      " + parmJson(folder.parms[p]) + (p + 1 < folder.parms.size() ? ",\n" : "\n");
            text += f + 1 < nodes[n].folders.size() ? "    ]},\n" : "    ]}\n";
        }
        text += n + 1 < nodes.size() ? "  ]},\n" : "  ]}\n";
    }
    return text + "]\n";
}

std::string presetsJson()
{
    std::string text = "[\n";
    const auto presets = snowPresets();
    for (std::size_t n = 0; n < presets.size(); ++n) {
        text += "  {\"name\": " + quoted(presets[n].name) + ", \"label\": " + quoted(presets[n].label) +
                ", \"description\": " + quoted(presets[n].description) + ", \"values\": {";
        std::string values;
        for (const auto& row : snowMaterialTable().params)
            values +=
                (values.empty() ? "" : ", ") + quoted(row.token) + ": " + paramText(row, row.get(&presets[n].material));
        text += values + (n + 1 < presets.size() ? "}},\n" : "}}\n");
    }
    return text + "]\n";
}

} // namespace firn::houdini
