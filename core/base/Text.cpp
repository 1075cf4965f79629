#include "base/Text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace firn {

namespace {

template <class T> std::string shortest(T value)
{
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

} // namespace

std::string toText(double value) { return shortest(value); }
std::string toText(float value) { return shortest(value); }

int editDistance(std::string_view a, std::string_view b)
{
    std::vector<int> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = int(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replace = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string nearestName(std::string_view word, const std::vector<std::string>& known)
{
    // A third of the word may be wrong; a shared start ("grav" for "gravity") counts as close too.
    int best = std::max(2, int(word.size()) / 3) + 1;
    std::string nearest;
    for (const auto& name : known) {
        int distance = editDistance(word, name);
        if (word.size() >= 3 && name.compare(0, word.size(), word) == 0) distance = std::min(distance, 1);
        if (distance < best) {
            best = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string unknownName(std::string_view kind, std::string_view word, const std::vector<std::string>& known)
{
    std::string text = "unknown " + std::string(kind) + " '" + std::string(word) + "'";
    const std::string nearest = nearestName(word, known);
    text += nearest.empty() ? "." : "; did you mean '" + nearest + "'?";
    if (!known.empty()) text += " Known: " + join(known, ", ");
    return text;
}

std::string join(const std::vector<std::string>& words, std::string_view separator)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += separator;
        text += words[i];
    }
    return text;
}

std::string bytesText(double bytes)
{
    static constexpr const char* kUnits[] = {"B", "KB", "MB", "GB", "TB"};
    int unit = 0;
    while (bytes >= 1000 && unit < 4) {
        bytes /= 1000;
        ++unit;
    }
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
    return buffer;
}

} // namespace firn
