#include "io/ColumnText.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace firn {

namespace {

constexpr const char* kScalars[] = {"float32", "float64", "int32", "int64", "text"};
constexpr const char* kMeanings[] = {"none", "point", "vector", "normal", "colour", "matrix", "quaternion"};

template <class Names> int indexOf(const Names& names, const std::string& word)
{
    const auto found = std::find(std::begin(names), std::end(names), word);
    return found == std::end(names) ? -1 : int(found - std::begin(names));
}

} // namespace

std::string columnText(const ColumnSpec& spec)
{
    return std::string(kScalars[int(spec.type.scalar)]) + " " + std::to_string(spec.type.size) + " " +
           kMeanings[int(spec.meaning)] + " " + escapedLine(spec.name);
}

bool parseColumnText(const std::string& text, ColumnSpec& spec)
{
    std::istringstream line(text);
    std::string scalar, meaning, name;
    int size = 0;
    if (!(line >> scalar >> size >> meaning) || size < 1 || size > kLargestTuple) return false;
    if (line.get() != ' ' || !std::getline(line, name)) return false;
    const int s = indexOf(kScalars, scalar), m = indexOf(kMeanings, meaning);
    if (s < 0 || m < 0) return false;
    spec = {unescapedLine(name), {Scalar(s), size}, Meaning(m), {}};
    return true;
}

std::string escapedLine(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else if (c == '\\')
            out += "\\\\";
        else
            out += c;
    }
    return out;
}

std::string unescapedLine(const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        out += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    }
    return out;
}

} // namespace firn
