#include "io/SceneNode.h"

#include "base/Text.h"

#include <algorithm>

namespace firn {

const SceneNode* SceneNode::find(std::string_view key) const
{
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[std::size_t(found - keys.begin())];
}

SceneNode* SceneNode::find(std::string_view key)
{
    return const_cast<SceneNode*>(static_cast<const SceneNode*>(this)->find(key));
}

SceneNode& SceneNode::add(std::string key, SceneNode value)
{
    keys.push_back(std::move(key));
    items.push_back(std::move(value));
    return items.back();
}

namespace {

constexpr std::size_t kLongestShown = 80; // characters of a value that a message repeats

std::string shortened(std::string_view text)
{
    // A cut never leaves half a UTF-8 character.
    std::size_t length = std::min(text.size(), kLongestShown);
    while (length < text.size() && length > 0 && (text[length] & 0xc0) == 0x80) --length;
    std::string shown;
    for (const char c : text.substr(0, length)) shown += static_cast<unsigned char>(c) < 32 ? '?' : c;
    return length < text.size() ? shown + "..." : shown;
}

} // namespace

std::string quotedWord(std::string_view word) { return "'" + shortened(word) + "'"; }

std::string nodeText(const SceneNode& node)
{
    switch (node.kind) {
    case SceneNode::Kind::Null: return "null";
    case SceneNode::Kind::Bool: return node.truth ? "true" : "false";
    case SceneNode::Kind::Whole: return std::to_string(node.whole);
    case SceneNode::Kind::Number: return toText(node.number);
    case SceneNode::Kind::Text: return quotedWord(node.text);
    case SceneNode::Kind::Object: return node.items.empty() ? "{}" : "{...}";
    case SceneNode::Kind::List: break;
    }
    std::string text = "[";
    for (std::size_t i = 0; i < node.items.size() && text.size() < kLongestShown; ++i) {
        if (i > 0) text += ", ";
        text += node.items[i].isList() ? "[...]" : nodeText(node.items[i]);
    }
    return shortened(text + "]");
}

std::string unknownWord(std::string_view kind, std::string_view word, const std::vector<std::string>& known)
{
    const std::string text = "unknown " + std::string(kind) + " " + quotedWord(word);
    const std::string nearest = word.size() > kLongestShown ? std::string() : nearestName(word, known);
    if (!nearest.empty()) return text + "; did you mean '" + nearest + "'?";
    return known.empty() ? text : text + ". Known: " + join(known, ", ");
}

void SceneErrors::add(const SceneNode& at, const std::string& what)
{
    const std::string place =
        at.line > 0 ? mName + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) : std::string(at.option);
    add(place + ": " + what);
}

void SceneErrors::add(const std::string& what)
{
    if (std::find(mMessages.begin(), mMessages.end(), what) == mMessages.end()) mMessages.push_back(what);
    if (mMessages.size() >= kMost) raise();
}

void SceneErrors::raise() const
{
    if (mMessages.empty()) return;
    if (mMessages.size() == 1) throw InputError(mMessages[0]);
    const std::string more = mMessages.size() >= kMost ? " or more" : "";
    throw InputError(mName + ": " + std::to_string(mMessages.size()) + more + " mistakes:\n  " +
                     join(mMessages, "\n  "));
}

} // namespace firn
