#include "io/SceneParams.h"

#include "base/Text.h"
#include "io/SceneTables.h"

#include <algorithm>

namespace firn {

namespace {

[[noreturn]] void refuseNode(const SceneNode& node, const Param& param, const std::string& place)
{
    throw InputError(place + ": " + std::string(param.token) + " is " + nodeText(node) + "; it must be " +
                     paramAllowed(param));
}

double numberOf(const SceneNode& node, const Param& param, const std::string& place, const SceneNode& whole)
{
    if (node.kind == SceneNode::Kind::Whole) return double(node.whole);
    if (node.kind != SceneNode::Kind::Number) refuseNode(whole, param, place);
    return node.number;
}

} // namespace

ParamValue paramValue(const SceneNode& node, const Param& param, const std::string& place)
{
    constexpr std::size_t kLongestWord = 80; // a longer one is no choice or number, and no use in a message
    if (node.isText() && param.type != ParamType::Text && node.text.size() > kLongestWord)
        refuseNode(node, param, place);
    if (node.typed) return parsedValue(param, node.text, place);
    // A choice is a word in a file, although hosts may also set it by its number.
    if (param.type == ParamType::Choice && !node.isText()) refuseNode(node, param, place);
    switch (node.kind) {
    case SceneNode::Kind::Bool: return checkedValue(param, node.truth, place);
    case SceneNode::Kind::Whole: return checkedValue(param, node.whole, place);
    case SceneNode::Kind::Number: return checkedValue(param, node.number, place);
    case SceneNode::Kind::Text: return checkedValue(param, node.text, place);
    case SceneNode::Kind::Null:
    case SceneNode::Kind::Object: refuseNode(node, param, place);
    case SceneNode::Kind::List: break;
    }
    if (param.type != ParamType::Vector || node.items.size() != 3) refuseNode(node, param, place);
    Vec3d v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = numberOf(node.items[std::size_t(axis)], param, place, node);
    return checkedValue(param, v, place);
}

void readParams(const SceneNode& object, const std::string& place, const std::vector<ParamTarget>& targets,
                const std::vector<std::string>& others, SceneErrors& errors)
{
    std::vector<std::string> known = others;
    for (const auto& target : targets)
        for (const auto& param : target.table->params) known.emplace_back(param.token);

    std::vector<const Param*> seen;
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        const std::string& key = object.keys[i];
        const SceneNode& node = object.items[i];
        if (std::find(others.begin(), others.end(), key) != others.end()) continue;

        const Param* param = nullptr;
        void* owner = nullptr;
        for (const auto& target : targets) {
            if (param) break;
            param = target.table->find(key);
            owner = target.object;
        }
        if (!param) {
            const std::string elsewhere = whereItBelongs(key);
            errors.add(node, place + ": " +
                                 (elsewhere.empty() ? unknownWord("key", key, known)
                                                    : "unknown key " + quotedWord(key) + elsewhere));
            continue;
        }
        // A former name beside the present one would leave the choice between them to chance.
        if (std::find(seen.begin(), seen.end(), param) != seen.end()) {
            errors.add(node, place + ": " + std::string(param->token) + " is given twice (its former name is '" +
                                 std::string(param->oldToken) + "')");
            continue;
        }
        seen.push_back(param);
        try {
            param->set(owner, paramValue(node, *param, place));
        } catch (const InputError& error) {
            errors.add(node, error.what());
        }
    }
}

bool expectObject(const SceneNode& node, const std::string& place, SceneErrors& errors)
{
    if (!node.isObject()) errors.add(node, place + " is " + nodeText(node) + "; it must be an object: { ... }");
    return node.isObject();
}

bool expectList(const SceneNode& node, const std::string& place, SceneErrors& errors)
{
    if (!node.isList()) errors.add(node, place + " is " + nodeText(node) + "; it must be a list: [ ... ]");
    return node.isList();
}

} // namespace firn
