// A scene file as a tree of values that remember their line and column, so that every message can name its place.
#pragma once

#include "base/Error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firn {

inline constexpr int kSceneDepth = 64;                        ///< lists and objects inside each other
inline constexpr std::size_t kSceneBytes = 64u * 1024 * 1024; ///< size of a scene file
inline constexpr std::size_t kSceneValues = 1000000;          ///< values in a scene file

struct SceneNode {
    enum class Kind : uint8_t { Null, Bool, Whole, Number, Text, List, Object };

    Kind kind = Kind::Null;
    bool typed = false; ///< a word from a command line, still to be read as its parameter's type
    bool truth = false;
    int line = 0; ///< of the key, or of a list's element; 0 when the value came from a command line
    int column = 0;
    int64_t whole = 0;
    double number = 0;
    std::string text;
    std::string_view option = "--set"; ///< what a value without a line came from; a literal
    std::vector<SceneNode> items;      ///< of a list or an object
    std::vector<std::string> keys;     ///< of an object: keys[i] names items[i]

    bool isObject() const { return kind == Kind::Object; }
    bool isList() const { return kind == Kind::List; }
    bool isText() const { return kind == Kind::Text; }

    /// The member of that key, or null.
    const SceneNode* find(std::string_view key) const;
    SceneNode* find(std::string_view key);

    /// Adds a member; the key must be new.
    SceneNode& add(std::string key, SceneNode value);
};

/// Reads JSON with comments. `name` is what messages call the text. Throws InputError with line and column.
SceneNode parseSceneTree(const std::string& text, const std::string& name);

/// The value as people would type it, cut short when long.
std::string nodeText(const SceneNode& node);

/// 'word', cut short when long, with control characters made visible.
std::string quotedWord(std::string_view word);

/// "unknown key 'seperation'; did you mean 'separation'?", or the known ones when none is near.
std::string unknownWord(std::string_view kind, std::string_view word, const std::vector<std::string>& known);

/// Gathers what is wrong with a scene, so that one reading reports several mistakes.
class SceneErrors {
public:
    explicit SceneErrors(std::string sceneName) : mName(std::move(sceneName)) {}

    /// Notes a mistake at a value. Throws everything noted so far when there are many.
    void add(const SceneNode& at, const std::string& what);
    void add(const std::string& what);

    bool empty() const { return mMessages.empty(); }

    /// Throws InputError when a mistake was noted.
    void raise() const;

    static constexpr std::size_t kMost = 20;

private:
    std::string mName;
    std::vector<std::string> mMessages;
};

} // namespace firn
