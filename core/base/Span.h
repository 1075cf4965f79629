// A view of contiguous values (std::span is C++20).
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace firn {

template <class T> class Span {
public:
    Span() = default;
    Span(T* data, std::size_t size) : mData(data), mSize(size) {}

    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    Span(const Span<U>& other) : mData(other.data()), mSize(other.size())
    {
    }
    template <class U, class A, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    Span(std::vector<U, A>& v) : mData(v.data()), mSize(v.size())
    {
    }
    template <class U, class A, class = std::enable_if_t<std::is_convertible_v<const U (*)[], T (*)[]>>>
    Span(const std::vector<U, A>& v) : mData(v.data()), mSize(v.size())
    {
    }
    template <std::size_t N> constexpr Span(T (&array)[N]) : mData(array), mSize(N) {}

    T* data() const { return mData; }
    std::size_t size() const { return mSize; }
    bool empty() const { return mSize == 0; }
    T& operator[](std::size_t i) const { return mData[i]; }
    T* begin() const { return mData; }
    T* end() const { return mData + mSize; }
    Span subspan(std::size_t first, std::size_t count) const { return {mData + first, count}; }

private:
    T* mData = nullptr;
    std::size_t mSize = 0;
};

} // namespace firn
