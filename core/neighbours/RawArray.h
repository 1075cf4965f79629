// An array that is written before it is read: growing neither clears nor copies.
#pragma once

#include "particles/Column.h"

#include <cstddef>
#include <memory>
#include <type_traits>

namespace firn {

/// Memory for a step's scratch data; it only ever grows. On cache lines, with 64 bytes to spare behind the last value,
/// so that vector loads may run over the end.
template <class T> class RawArray {
    static_assert(std::is_trivially_destructible_v<T>, "values are neither constructed nor destroyed");

public:
    RawArray() = default;
    RawArray(RawArray&& other) noexcept { swap(other); }
    RawArray& operator=(RawArray&& other) noexcept
    {
        swap(other);
        return *this;
    }
    RawArray(const RawArray&) = delete;
    RawArray& operator=(const RawArray&) = delete;
    ~RawArray() { release(); }

    /// Makes room for so many values; what they are is not defined, unless the array was at least that long.
    void resize(std::size_t size)
    {
        if (size > mCapacity) {
            const std::size_t wanted = size + size / 8;
            release();
            mData = Allocator().allocate(wanted + kSpare);
            mCapacity = wanted;
        }
        mSize = size;
    }

    T* data() { return mData; }
    const T* data() const { return mData; }
    std::size_t size() const { return mSize; }
    bool empty() const { return mSize == 0; }
    T& operator[](std::size_t i) { return mData[i]; }
    const T& operator[](std::size_t i) const { return mData[i]; }
    T* begin() { return mData; }
    T* end() { return mData + mSize; }
    const T* begin() const { return mData; }
    const T* end() const { return mData + mSize; }
    operator Span<T>() { return {mData, mSize}; }
    operator Span<const T>() const { return {mData, mSize}; }

private:
    using Allocator = CacheLineAllocator<T>;
    static constexpr std::size_t kSpare = (64 + sizeof(T) - 1) / sizeof(T);

    void release()
    {
        if (mData) Allocator().deallocate(mData, mCapacity + kSpare);
        mData = nullptr;
        mSize = mCapacity = 0;
    }
    void swap(RawArray& other)
    {
        std::swap(mData, other.mData);
        std::swap(mSize, other.mSize);
        std::swap(mCapacity, other.mCapacity);
    }

    T* mData = nullptr;
    std::size_t mSize = 0, mCapacity = 0;
};

} // namespace firn
