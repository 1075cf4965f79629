#include "params/ParamSet.h"

#include "base/Error.h"
#include "base/Text.h"

#include <cmath>
#include <cstdlib>

namespace firn {

namespace {

const char* typeName(ParamType type)
{
    switch (type) {
    case ParamType::Bool: return "true or false";
    case ParamType::Int: return "a whole number";
    case ParamType::Float: return "a number";
    case ParamType::Vector: return "three numbers";
    case ParamType::Text: return "a text";
    case ParamType::Choice: return "a word";
    }
    return "";
}

/// The value as text, whatever parameter it was meant for.
std::string anyText(const ParamValue& value)
{
    struct {
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(int64_t i) const { return std::to_string(i); }
        std::string operator()(double d) const { return toText(d); }
        std::string operator()(const Vec3d& v) const
        {
            return "[" + toText(v.x()) + ", " + toText(v.y()) + ", " + toText(v.z()) + "]";
        }
        std::string operator()(const std::string& s) const { return "'" + s + "'"; }
    } visitor;
    return std::visit(visitor, value);
}

[[noreturn]] void refuse(const Param& param, const ParamValue& value, const std::string& where)
{
    throw InputError(where + ": " + std::string(param.token) + " is " + anyText(value) + "; it must be " +
                     paramAllowed(param));
}

bool inRange(const Param& param, double x) { return x >= param.range.lowest && x <= param.range.highest; }

ParamValue checkedNumber(const Param& param, const ParamValue& value, const std::string& where)
{
    const double x = std::holds_alternative<int64_t>(value)  ? double(std::get<int64_t>(value))
                     : std::holds_alternative<double>(value) ? std::get<double>(value)
                                                             : std::nan("");
    if (!std::isfinite(x) || !inRange(param, x)) refuse(param, value, where);
    if (param.type == ParamType::Float) return x;

    // A whole number may be written as 3 or 3.0; an int64 keeps all its digits.
    if (const auto* whole = std::get_if<int64_t>(&value)) return *whole;
    if (x != std::floor(x) || std::abs(x) > 9.0e15) refuse(param, value, where);
    return int64_t(x);
}

ParamValue checkedChoice(const Param& param, const ParamValue& value, const std::string& where)
{
    if (const auto* word = std::get_if<std::string>(&value)) {
        std::vector<std::string> known;
        for (std::size_t i = 0; i < param.choiceCount; ++i) {
            if (param.choices[i] == *word) return int64_t(i);
            known.emplace_back(param.choices[i]);
        }
        const std::string nearest = nearestName(*word, known);
        if (!nearest.empty())
            throw InputError(where + ": " + std::string(param.token) + " is '" + *word + "'; did you mean '" + nearest +
                             "'? It must be " + paramAllowed(param));
    }
    if (const auto* index = std::get_if<int64_t>(&value); index && inRange(param, double(*index))) return *index;
    refuse(param, value, where);
}

} // namespace

double detail::shortestDouble(float value) { return std::strtod(toText(value).c_str(), nullptr); }

const Param* ParamTable::find(std::string_view token) const
{
    for (const auto& param : params)
        if (param.token == token) return &param;
    for (const auto& param : params)
        if (!param.oldToken.empty() && param.oldToken == token) return &param;
    return nullptr;
}

std::vector<std::string> ParamTable::tokens() const
{
    std::vector<std::string> words;
    for (const auto& param : params) words.emplace_back(param.token);
    return words;
}

std::string paramText(const Param& param, const ParamValue& value)
{
    if (param.type == ParamType::Choice) return std::string(param.choices[std::get<int64_t>(value)]);
    if (param.type == ParamType::Text) return std::get<std::string>(value);
    return anyText(value);
}

std::string paramAllowed(const Param& param)
{
    if (param.type == ParamType::Choice) {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < param.choiceCount; ++i) words.emplace_back(param.choices[i]);
        return "one of: " + join(words, ", ");
    }
    // Limits that are those of the type, not of the physics, are not worth a word.
    std::string text = typeName(param.type);
    const double unbounded = param.type == ParamType::Int ? 2e9 : 1e30;
    const bool wide = param.type == ParamType::Int && param.range.highest > 2.2e9 && param.range.highest < 9.1e18;
    const bool low = param.range.lowest > -unbounded, high = param.range.highest < unbounded || wide;
    if (param.type == ParamType::Vector && (low || high)) text += ", each";
    if (low && high)
        text += " from " + toText(param.range.lowest) + " to " + toText(param.range.highest);
    else if (low)
        text += " of at least " + toText(param.range.lowest);
    else if (high)
        text += " of at most " + toText(param.range.highest);
    if (!param.unit.empty()) text += " (" + std::string(param.unit) + ")";
    return text;
}

ParamValue checkedValue(const Param& param, const ParamValue& value, const std::string& where)
{
    switch (param.type) {
    case ParamType::Bool:
        if (!std::holds_alternative<bool>(value)) refuse(param, value, where);
        return value;
    case ParamType::Text:
        if (!std::holds_alternative<std::string>(value)) refuse(param, value, where);
        return value;
    case ParamType::Int:
    case ParamType::Float: return checkedNumber(param, value, where);
    case ParamType::Choice: return checkedChoice(param, value, where);
    case ParamType::Vector: break;
    }
    const auto* v = std::get_if<Vec3d>(&value);
    if (!v || !v->allFinite()) refuse(param, value, where);
    for (int axis = 0; axis < 3; ++axis)
        if (!inRange(param, (*v)[axis])) refuse(param, value, where);
    return value;
}

namespace {

/// Reads a number that takes up the whole text.
bool readNumber(const std::string& text, double& number)
{
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size();
}

ParamValue parsedVector(const Param& param, const std::string& text, const std::string& where)
{
    std::string numbers = text;
    for (char& c : numbers)
        if (c == ',' || c == '[' || c == ']') c = ' ';
    Vec3d v;
    const char* next = numbers.c_str();
    for (int axis = 0; axis < 3; ++axis) {
        char* end = nullptr;
        v[axis] = std::strtod(next, &end);
        if (end == next) refuse(param, text, where);
        next = end;
    }
    while (*next == ' ') ++next;
    if (*next != '\0') refuse(param, text, where);
    return v;
}

} // namespace

ParamValue parsedValue(const Param& param, const std::string& text, const std::string& where)
{
    switch (param.type) {
    case ParamType::Bool:
        if (text == "true" || text == "on" || text == "1") return true;
        if (text == "false" || text == "off" || text == "0") return false;
        refuse(param, text, where);
    case ParamType::Text: return text;
    case ParamType::Choice: return checkedChoice(param, text, where);
    case ParamType::Vector: return checkedValue(param, parsedVector(param, text, where), where);
    case ParamType::Int:
    case ParamType::Float: break;
    }
    // Whole numbers first, so that a large id or seed keeps all its digits.
    char* end = nullptr;
    const int64_t whole = std::strtoll(text.c_str(), &end, 10);
    if (!text.empty() && *end == '\0') return checkedNumber(param, whole, where);
    double number = 0;
    if (!readNumber(text, number)) refuse(param, text, where);
    return checkedNumber(param, number, where);
}

const Param& ParamSet::row(std::string_view token, const std::string& where) const
{
    if (const Param* param = mTable.find(token)) return *param;
    throw InputError(where + ": " + unknownName("parameter", token, mTable.tokens()));
}

void ParamSet::set(std::string_view token, const ParamValue& value, const std::string& where)
{
    const Param& param = row(token, where);
    param.set(mObject.get(), checkedValue(param, value, where));
}

void ParamSet::setText(std::string_view token, const std::string& text, const std::string& where)
{
    const Param& param = row(token, where);
    param.set(mObject.get(), parsedValue(param, text, where));
}

ParamValue ParamSet::get(std::string_view token) const
{
    return row(token, std::string(mTable.name)).get(mObject.get());
}

bool ParamSet::isDefault(const Param& param) const
{
    return param.get(mObject.get()) == param.get(mTable.make().get());
}

} // namespace firn
