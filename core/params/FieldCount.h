// Counts the members of a plain struct, so that a parameter table can be checked to describe each of them.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace firn {

namespace detail {

struct AnyField {
    template <class T> operator T() const;
};

// Trying too few initialisers is the point here; clang's -Wextra warns about it.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#endif
template <class S, std::size_t... I>
constexpr auto initialisableWith(std::index_sequence<I...>, int) -> decltype(S{(void(I), AnyField{})...}, true)
{
    return true;
}
template <class S, std::size_t... I> constexpr bool initialisableWith(std::index_sequence<I...>, long) { return false; }
#ifdef __clang__
#pragma clang diagnostic pop
#endif

template <class S, std::size_t N> constexpr std::size_t countFields()
{
    static_assert(N <= 128, "fieldCount() handles up to 128 members");
    if constexpr (!initialisableWith<S>(std::make_index_sequence<N + 1>{}, 0))
        return N;
    else
        return countFields<S, N + 1>();
}

} // namespace detail

/// How many members the aggregate S has. Members must not be C arrays or aggregates themselves.
template <class S> constexpr std::size_t fieldCount()
{
    static_assert(std::is_aggregate_v<S>, "a parameter struct is plain: no constructors, no private members");
    return detail::countFields<S, 0>();
}

} // namespace firn
