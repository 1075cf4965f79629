#include "io/ParamDocs.h"

#include "base/Text.h"
#include "io/SceneTables.h"
#include "sim/Scene.h"
#include "surface/SurfaceParams.h"

namespace firn {

std::string markdownCell(std::string_view text)
{
    std::string cell;
    for (const char c : text) {
        if (c == '|') cell += '\\';
        cell += c == '\n' ? ' ' : c;
    }
    return cell;
}

namespace {

/// The unit has a column of its own, and words of a choice are shown as code.
std::string allowedCell(const Param& param)
{
    if (param.type == ParamType::Choice) {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < param.choiceCount; ++i) words.push_back("`" + std::string(param.choices[i]) + "`");
        return join(words, ", ");
    }
    Param plain = param;
    plain.unit = {};
    return paramAllowed(plain);
}

std::string defaultCell(const Param& param, const void* defaults)
{
    const std::string text = paramText(param, param.get(defaults));
    return text.empty() ? "" : "`" + text + "`";
}

std::string tableMarkdown(const ParamTable& table)
{
    const auto defaults = table.make();
    std::string text = "| key | name | unit | allowed | default | |\n|---|---|---|---|---|---|\n";
    for (const auto& param : table.params) {
        const std::string former = param.oldToken.empty() ? "" : " Formerly `" + std::string(param.oldToken) + "`.";
        text += "| `" + std::string(param.token) + "` | " + markdownCell(param.label) + " | " +
                markdownCell(param.unit) + " | " + markdownCell(allowedCell(param)) + " | " +
                markdownCell(defaultCell(param, defaults.get())) + " | " + markdownCell(param.help) + former + " |\n";
    }
    return text + "\n";
}

std::string codeList(const std::vector<std::string>& words)
{
    std::vector<std::string> quoted;
    for (const auto& word : words) quoted.push_back("`" + word + "`");
    return join(quoted, ", ");
}

std::string sectionMarkdown(const SceneSection& section)
{
    std::string text = "## `" + std::string(section.key) + "`\n\n" + std::string(section.help) + "\n\n";
    if (!section.others.empty())
        text += "Besides the parameters below: " + codeList(section.others) + " (see [the guide](scene.md)).\n\n";
    for (const ParamTable* table : section.tables) {
        if (section.tables.size() > 1) text += "### " + std::string(table->label) + " keys\n\n";
        text += tableMarkdown(*table);
    }
    if (section.key == "solver")
        for (const Method* method : methods())
            text += "### `\"method\": \"" + std::string(method->name) + "\"` (" + std::string(method->label) + ")\n\n" +
                    std::string(method->summary) + "\n\n" + tableMarkdown(method->params);
    return text;
}

} // namespace

std::string parametersMarkdown()
{
    std::string text = "# Parameters\n\n"
                       "Generated from the parameter tables: change those, not this page. [The guide](scene.md) shows "
                       "how a scene uses them. Units are SI, y is up; a value that is not allowed is refused.\n\n";
    for (const auto& section : sceneSections()) text += sectionMarkdown(section);
    text += "## `firn surface`\n\nOptions of the command, with dashes: `--voxel-size 0.01`. See [the page](surface.md)."
            "\n\n" +
            tableMarkdown(surfaceTable());
    text.pop_back(); // one line end, not two, ends the page
    return text;
}

} // namespace firn
