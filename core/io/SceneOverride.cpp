#include "io/SceneOverride.h"

#include "io/SceneTables.h"

#include <unordered_set>

namespace firn {

std::vector<std::string> elementNames(const SceneNode& list, const std::string& kind)
{
    std::vector<std::string> names(list.items.size());
    std::unordered_set<std::string> taken;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const SceneNode* name = list.items[i].find("name");
        if (name && name->isText()) names[i] = name->text;
        taken.insert(names[i]);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!names[i].empty()) continue;
        for (std::size_t number = i + 1; names[i].empty(); ++number)
            if (std::string name = kind + std::to_string(number); taken.insert(name).second) names[i] = name;
    }
    return names;
}

namespace {

constexpr std::size_t kLongestPath = 16; // segments

std::vector<std::string> segmentsOf(const std::string& path)
{
    std::vector<std::string> segments(1);
    for (const char c : path) {
        if (c == '.')
            segments.emplace_back();
        else
            segments.back() += c;
    }
    return segments;
}

/// Who asks for the change. A value without a line came from the command line, which the message says anyway.
std::string changer(const std::string& what, const SceneNode& at) { return at.line > 0 ? what + ": " : ""; }

/// Lays one set of changes over a tree.
class Overlay {
public:
    Overlay(const std::string& what, SceneErrors& errors) : mWhat(what), mErrors(errors) {}

    /// Merges an object of changes into an object or a list; `section` is the key under which the target stands.
    void merge(const SceneNode& changes, const std::string& section, SceneNode& target)
    {
        for (std::size_t i = 0; i < changes.items.size(); ++i)
            place(changes.keys[i], changes.items[i], section, target);
    }

private:
    void place(const std::string& path, const SceneNode& value, std::string section, SceneNode& root)
    {
        const auto segments = segmentsOf(path);
        SceneNode* target = &root;
        if (segments.size() > kLongestPath) return fail(value, "the path " + quotedWord(path) + " is too long");
        for (const auto& segment : segments) {
            if (segment.empty()) return fail(value, "the path " + quotedWord(path) + " has an empty part");
            target = child(*target, segment, section, value);
            if (!target) return;
            section = segment;
        }
        if (value.isObject() && (target->isObject() || target->isList()))
            merge(value, section, *target);
        else
            *target = plain(value, section);
    }

    /// The value itself; an object of changes has its own dotted keys spread out.
    SceneNode plain(const SceneNode& value, const std::string& section)
    {
        if (!value.isObject()) return value;
        SceneNode object;
        object.kind = SceneNode::Kind::Object;
        object.line = value.line;
        object.column = value.column;
        merge(value, section, object);
        return object;
    }

    SceneNode* child(SceneNode& parent, const std::string& segment, const std::string& section, const SceneNode& value)
    {
        if (parent.isList()) return element(parent, segment, section, value);
        if (parent.kind == SceneNode::Kind::Null) parent.kind = SceneNode::Kind::Object;
        if (!parent.isObject()) {
            fail(value, quotedWord(section) + " is " + nodeText(parent) + " and has no part " + quotedWord(segment));
            return nullptr;
        }
        for (std::size_t i = 0; i < parent.keys.size(); ++i)
            if (sameToken(parent.keys[i], segment)) return &parent.items[i];
        SceneNode made;
        made.line = value.line;
        made.column = value.column;
        made.option = value.option;
        return &parent.add(segment, made);
    }

    SceneNode* element(SceneNode& list, const std::string& segment, const std::string& section, const SceneNode& value)
    {
        const bool named = section == "sources" || section == "colliders";
        const std::string kind = named ? section.substr(0, section.size() - 1) : "element";
        const auto names = named ? elementNames(list, kind) : std::vector<std::string>();
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == segment) return &list.items[i];
        if (segment.size() <= 6 && segment.find_first_not_of("0123456789") == std::string::npos) {
            const std::size_t index = std::stoul(segment);
            if (index < list.items.size()) return &list.items[index];
            fail(value, quotedWord(section) + " has " + std::to_string(list.items.size()) +
                            " elements, counted from 0; there is no " + segment);
            return nullptr;
        }
        fail(value, unknownWord(kind, segment, names));
        return nullptr;
    }

    void fail(const SceneNode& at, const std::string& what) { mErrors.add(at, changer(mWhat, at) + what); }

    const std::string& mWhat;
    SceneErrors& mErrors;
};

/// The method that a set of changes asks for, or null.
const SceneNode* methodIn(const SceneNode& changes)
{
    const SceneNode* method = nullptr;
    for (std::size_t i = 0; i < changes.items.size(); ++i) {
        const SceneNode& value = changes.items[i];
        if (changes.keys[i] == "solver.method") method = &value;
        if (changes.keys[i] == "solver" && value.isObject() && value.find("method")) method = value.find("method");
    }
    return method && method->isText() ? method : nullptr;
}

/// The parameters of one method mean nothing to another: a change of method starts from the new one's defaults.
void dropOtherMethod(const SceneNode& changes, const std::string& what, SceneNode& root,
                     std::vector<std::string>& notes)
{
    const SceneNode* asked = methodIn(changes);
    SceneNode* solver = root.find("solver");
    if (!asked || !solver || !solver->isObject()) return;
    const SceneNode* now = solver->find("method");
    if (!now || !now->isText() || now->text == asked->text) return;
    if (solver->items.size() > 1)
        notes.push_back(what + " changes the method to " + quotedWord(asked->text) + ": the scene's parameters of " +
                        quotedWord(now->text) + " are not used");
    solver->keys.clear();
    solver->items.clear();
}

} // namespace

void applyOverride(const SceneNode& changes, const std::string& what, SceneNode& root, SceneErrors& errors,
                   std::vector<std::string>& notes)
{
    for (std::size_t i = 0; i < changes.keys.size(); ++i) {
        const std::string first = segmentsOf(changes.keys[i])[0];
        if (first != "variants" && first != "firn" && first != "$schema") continue;
        errors.add(changes.items[i], changer(what, changes.items[i]) + "'" + first + "' cannot be changed here");
        return;
    }
    dropOtherMethod(changes, what, root, notes);
    Overlay(what, errors).merge(changes, "", root);
}

SceneNode settingsNode(const std::vector<SceneSetting>& settings)
{
    SceneNode changes;
    changes.kind = SceneNode::Kind::Object;
    for (const auto& [path, word, option] : settings) {
        SceneNode value;
        value.kind = SceneNode::Kind::Text;
        value.typed = true;
        value.text = word;
        value.option = option;
        changes.add(path, value);
    }
    return changes;
}

} // namespace firn
