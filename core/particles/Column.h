// One named attribute of all particles, contiguous in memory.
#pragma once

#include "base/Span.h"
#include "particles/ColumnType.h"

#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace firn {

/// Allocates on cache lines, so that vector loads never straddle one at a column's start.
template <class T> struct CacheLineAllocator {
    using value_type = T;
    CacheLineAllocator() = default;
    template <class U> CacheLineAllocator(const CacheLineAllocator<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(64))); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t(64)); }
    bool operator==(const CacheLineAllocator&) const { return true; }
    bool operator!=(const CacheLineAllocator&) const { return false; }
};

using Bytes = std::vector<std::byte, CacheLineAllocator<std::byte>>;

/// A column that a solver, a source or a file asks for: its name, type and the value that new particles get.
struct ColumnSpec {
    std::string name;
    ColumnType type;
    Meaning meaning = Meaning::None;
    std::vector<std::byte> initial; ///< one tuple; empty means zeros
};

/// columnSpec<float>("Jp", 1.0f), columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix)
template <class T> ColumnSpec columnSpec(std::string name, const T& initial, Meaning meaning = Meaning::None)
{
    ColumnSpec spec{std::move(name), columnType<T>(), meaning, std::vector<std::byte>(sizeof(T))};
    std::memcpy(spec.initial.data(), &initial, sizeof(T));
    return spec;
}

class Column {
public:
    Column(ColumnSpec spec, std::size_t particles);

    const std::string& name() const { return mSpec.name; }
    const ColumnType& type() const { return mSpec.type; }
    Meaning meaning() const { return mSpec.meaning; }
    const ColumnSpec& spec() const { return mSpec; }
    std::size_t size() const { return mBytes.size() / mSpec.type.bytes(); }

    Bytes& bytes() { return mBytes; }
    const Bytes& bytes() const { return mBytes; }

    /// The words of a text column; a value is an index into them, or -1 for the empty word.
    std::vector<std::string>& words() { return mWords; }
    const std::vector<std::string>& words() const { return mWords; }

    /// The index of a word, which is added when new.
    int32_t wordIndex(const std::string& word);

    /// The values; throws InputError when T is not the column's type.
    template <class T> Span<const T> values() const
    {
        requireType(columnType<T>());
        return {reinterpret_cast<const T*>(mBytes.data()), size()};
    }
    template <class T> Span<T> values()
    {
        requireType(columnType<T>());
        return {reinterpret_cast<T*>(mBytes.data()), size()};
    }

    /// Grows with the initial value, or shrinks.
    void resize(std::size_t particles);

private:
    void requireType(const ColumnType& wanted) const;

    ColumnSpec mSpec;
    Bytes mBytes;
    std::vector<std::string> mWords;
};

} // namespace firn
