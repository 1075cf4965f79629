// Reads JSON with comments into a tree with positions: the syntax of a scene, not its meaning.
#include "io/SceneNode.h"

#include "base/Text.h"

#include <nlohmann/json.hpp>
#include <unordered_set>

namespace firn {

namespace {

using nlohmann::json;

/// Hands out characters and tells how far the parser has read: its events carry no positions of their own.
struct TrackedText {
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at;
    const char** reached;

    reference operator*() const { return *at; }
    TrackedText& operator++()
    {
        *reached = ++at;
        return *this;
    }
    bool operator==(const TrackedText& other) const { return at == other.at; }
    bool operator!=(const TrackedText& other) const { return at != other.at; }
};

/// Lines and columns, counted from 1, for offsets that only grow.
class LineCounter {
public:
    explicit LineCounter(const std::string& text) : mText(text) {}

    void moveTo(std::size_t offset)
    {
        for (; mOffset < offset && mOffset < mText.size(); ++mOffset) {
            const bool newLine = mText[mOffset] == '\n';
            line += newLine;
            column = newLine ? 1 : column + 1;
        }
    }
    int line = 1;
    int column = 1;

private:
    const std::string& mText;
    std::size_t mOffset = 0;
};

/// Builds the tree from the parser's events.
class TreeBuilder {
public:
    TreeBuilder(const std::string& text, const std::string& name)
        : reached(text.data()), mText(text), mName(name), mLines(text)
    {
    }

    bool null() { return put({}); }
    bool boolean(bool value)
    {
        SceneNode node = made(SceneNode::Kind::Bool);
        node.truth = value;
        return put(std::move(node));
    }
    bool number_integer(int64_t value)
    {
        SceneNode node = made(SceneNode::Kind::Whole);
        node.whole = value;
        return put(std::move(node));
    }
    bool number_unsigned(uint64_t value)
    {
        if (value > uint64_t(INT64_MAX)) return number_float(double(value), {});
        return number_integer(int64_t(value));
    }
    bool number_float(double value, const std::string&)
    {
        SceneNode node = made(SceneNode::Kind::Number);
        node.number = value;
        return put(std::move(node));
    }
    bool string(std::string& value)
    {
        SceneNode node = made(SceneNode::Kind::Text);
        node.text = checkedText(value);
        return put(std::move(node));
    }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(SceneNode::Kind::Object); }
    bool start_array(std::size_t) { return open(SceneNode::Kind::List); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& key);
    bool parse_error(std::size_t offset, const std::string&, const json::exception& error);

    SceneNode root;
    const char* reached; ///< one past the last character read

private:
    struct Open {
        SceneNode node;
        std::unordered_set<std::string> seen;
        std::string key; ///< of the member that comes next
        int line = 0, column = 0;
    };

    SceneNode made(SceneNode::Kind kind) const
    {
        SceneNode node;
        node.kind = kind;
        return node;
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw InputError(mName + ":" + std::to_string(mLines.line) + ":" + std::to_string(mLines.column) + ": " + what);
    }
    std::size_t offset() const { return std::size_t(reached - mText.data()); }
    const std::string& checkedText(const std::string& value)
    {
        if (value.find('\0') == std::string::npos) return value;
        mLines.moveTo(offset());
        fail("a text holds a zero byte (\\u0000)");
    }
    bool open(SceneNode::Kind kind);
    bool close();
    bool put(SceneNode node);

    const std::string& mText;
    const std::string& mName;
    LineCounter mLines;
    std::vector<Open> mOpen;
    std::size_t mValues = 0;
};

bool TreeBuilder::put(SceneNode node)
{
    if (++mValues > kSceneValues) fail("more than " + std::to_string(kSceneValues) + " values in one scene");
    if (mOpen.empty()) {
        root = std::move(node);
        return true;
    }
    // A member stands where its key is. A list's element stands where it begins, or else where its list does.
    Open& parent = mOpen.back();
    if (node.line == 0 || parent.node.isObject()) {
        node.line = parent.line;
        node.column = parent.column;
    }
    if (parent.node.isObject()) parent.node.keys.push_back(std::move(parent.key));
    parent.node.items.push_back(std::move(node));
    return true;
}

bool TreeBuilder::open(SceneNode::Kind kind)
{
    mLines.moveTo(offset() - 1);
    if (mOpen.size() >= std::size_t(kSceneDepth))
        fail("more than " + std::to_string(kSceneDepth) + " lists and objects inside each other");
    Open opened;
    opened.node = made(kind);
    opened.node.line = opened.line = mLines.line;
    opened.node.column = opened.column = mLines.column;
    mOpen.push_back(std::move(opened));
    return true;
}

bool TreeBuilder::close()
{
    SceneNode node = std::move(mOpen.back().node);
    mOpen.pop_back();
    return put(std::move(node));
}

bool TreeBuilder::key(std::string& key)
{
    // The parser has just read the closing quote. Inside a text every quote follows a backslash; before it none does.
    std::size_t begin = offset() - 1;
    while (begin > 0 && (mText[begin - 1] != '"' || (begin > 1 && mText[begin - 2] == '\\'))) --begin;
    if (begin > 0) --begin;
    mLines.moveTo(begin);
    Open& object = mOpen.back();
    object.line = mLines.line;
    object.column = mLines.column;
    object.key = checkedText(key);
    if (!object.seen.insert(object.key).second) fail("the key " + quotedWord(key) + " is given twice");
    return true;
}

bool TreeBuilder::parse_error(std::size_t offset, const std::string& token, const json::exception& error)
{
    // "[json.exception...] parse error at line 1, column 2: syntax error while parsing value - unexpected ..."
    std::string what = error.what();
    if (const auto details = what.find("syntax error"); details != std::string::npos) what = what.substr(details);
    if (const auto code = what.find("] "); what[0] == '[' && code != std::string::npos) what = what.substr(code + 2);
    const bool closes = token == "}" || token == "]" || what.find("unexpected '}'") != std::string::npos ||
                        what.find("unexpected ']'") != std::string::npos;
    const std::size_t last = offset > 1 ? mText.find_last_not_of(" \t\r\n", offset - 2) : std::string::npos;
    if (closes && last != std::string::npos && mText[last] == ',') what += " (the comma before it must go)";
    mLines.moveTo(offset > 0 ? offset - 1 : 0);
    fail(what);
}

} // namespace

SceneNode parseSceneTree(const std::string& text, const std::string& name)
{
    if (text.size() > kSceneBytes)
        throw InputError(name + ": the scene has " + bytesText(double(text.size())) + "; at most " +
                         bytesText(double(kSceneBytes)) + " are read");
    TreeBuilder builder(text, name);
    const TrackedText first{text.data(), &builder.reached}, last{text.data() + text.size(), &builder.reached};
    const bool strict = true, ignoreComments = true;
    if (!json::sax_parse(first, last, &builder, json::input_format_t::json, strict, ignoreComments))
        throw InputError(name + ": not a scene");
    if (!builder.root.isObject()) throw InputError(name + ":1:1: a scene is an object: { \"solver\": ... }");
    return std::move(builder.root);
}

} // namespace firn
