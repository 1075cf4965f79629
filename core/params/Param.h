// A parameter, declared once: token, label, unit, range, help; its default is the struct's own initialiser.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace firn {

enum class ParamType { Bool, Int, Float, Vector, Text, Choice };

/// A value on its way to or from a parameter. A choice travels as its word.
using ParamValue = std::variant<bool, int64_t, double, Vec3d, std::string>;

struct ParamRange {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

struct Param {
    std::string_view token;
    std::string_view label;
    std::string_view unit; ///< SI; empty when dimensionless
    ParamRange range;      ///< for a vector: of each component
    std::string_view help; ///< one sentence
    ParamType type;
    const std::string_view* choices = nullptr; ///< the words of a choice, in the order of its enum
    std::size_t choiceCount = 0;
    ParamValue (*get)(const void* object) = nullptr;
    void (*set)(void* object,
                const ParamValue& value) = nullptr; ///< the value has the parameter's own type and is in range
    std::string_view oldToken = {};                 ///< a former name that scenes may still use

    constexpr Param formerly(std::string_view token_) const
    {
        Param p = *this;
        p.oldToken = token_;
        return p;
    }
};

namespace detail {

template <class M> struct MemberOf;
template <class S, class T> struct MemberOf<T S::*> {
    using Struct = S;
    using Type = T;
};

template <class T> constexpr ParamType paramType()
{
    if constexpr (std::is_same_v<T, bool>)
        return ParamType::Bool;
    else if constexpr (std::is_enum_v<T>)
        return ParamType::Choice;
    else if constexpr (std::is_integral_v<T>)
        return ParamType::Int;
    else if constexpr (std::is_floating_point_v<T>)
        return ParamType::Float;
    else if constexpr (std::is_same_v<T, std::string>)
        return ParamType::Text;
    else {
        static_assert(std::is_same_v<T, Vec3f> || std::is_same_v<T, Vec3d>, "a type parameters do not have");
        return ParamType::Vector;
    }
}

/// The double with the fewest digits that rounds to the float: 0.1f gives 0.1, so that people see what they typed.
double shortestDouble(float value);
inline double shortestDouble(double value) { return value; }

template <auto Member> ParamValue getMember(const void* object)
{
    using M = MemberOf<decltype(Member)>;
    const auto& value = static_cast<const typename M::Struct*>(object)->*Member;
    using T = typename M::Type;
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>)
        return value;
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
        return int64_t(value);
    else if constexpr (std::is_floating_point_v<T>)
        return shortestDouble(value);
    else
        return Vec3d(shortestDouble(value[0]), shortestDouble(value[1]), shortestDouble(value[2]));
}

template <auto Member> void setMember(void* object, const ParamValue& value)
{
    using M = MemberOf<decltype(Member)>;
    using T = typename M::Type;
    auto& member = static_cast<typename M::Struct*>(object)->*Member;
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>)
        member = std::get<T>(value);
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
        member = T(std::get<int64_t>(value));
    else if constexpr (std::is_floating_point_v<T>)
        member = T(std::get<double>(value));
    else
        member = std::get<Vec3d>(value).cast<typename T::Scalar>();
}

} // namespace detail

namespace detail {

/// The range, narrowed to what the member's type can hold.
template <class T> constexpr ParamRange heldBy(ParamRange range)
{
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
        const double lowest = double(std::numeric_limits<T>::lowest());
        const double highest = std::is_integral_v<T> && sizeof(T) == 8 ? 9.2e18 : double(std::numeric_limits<T>::max());
        if (range.lowest < lowest) range.lowest = lowest;
        if (range.highest > highest) range.highest = highest;
    } else if constexpr (std::is_same_v<T, Vec3f>) {
        return heldBy<float>(range);
    }
    return range;
}

} // namespace detail

/// A number, a vector, a switch or a text.
template <auto Member>
constexpr Param param(std::string_view token, std::string_view label, std::string_view unit, ParamRange range,
                      std::string_view help)
{
    using T = typename detail::MemberOf<decltype(Member)>::Type;
    static_assert(!std::is_enum_v<T>, "use choice<>() for an enum");
    return {token,
            label,
            unit,
            detail::heldBy<T>(range),
            help,
            detail::paramType<T>(),
            nullptr,
            0,
            &detail::getMember<Member>,
            &detail::setMember<Member>,
            {}};
}

/// A switch or a text, which have neither unit nor range.
template <auto Member> constexpr Param param(std::string_view token, std::string_view label, std::string_view help)
{
    return param<Member>(token, label, {}, {}, help);
}

/// One of several words; `words` lists them in the order of the enum.
template <auto Member, std::size_t N>
constexpr Param choice(std::string_view token, std::string_view label, const std::string_view (&words)[N],
                       std::string_view help)
{
    using T = typename detail::MemberOf<decltype(Member)>::Type;
    static_assert(std::is_enum_v<T>, "choice<>() needs an enum");
    return {token,
            label,
            {},
            {0.0, double(N - 1)},
            help,
            ParamType::Choice,
            words,
            N,
            &detail::getMember<Member>,
            &detail::setMember<Member>,
            {}};
}

} // namespace firn
