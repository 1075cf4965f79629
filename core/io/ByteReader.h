// Reads numbers from bytes in memory and never past their end.
#pragma once

#include "base/Error.h"
#include "base/Span.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace firn {

/// Little-endian, as this machine is. Running out of bytes throws a FileError that names the file.
class ByteReader {
public:
    ByteReader(Span<const std::byte> bytes, std::string name) : mBytes(bytes), mName(std::move(name)) {}

    const std::string& name() const { return mName; }
    std::size_t position() const { return mAt; }
    std::size_t remaining() const { return mBytes.size() - mAt; }
    void seek(std::size_t at) { mAt = at <= mBytes.size() ? at : (tooShort(), 0); }

    const std::byte* take(std::size_t count)
    {
        if (count > remaining()) tooShort();
        const std::byte* start = mBytes.data() + mAt;
        mAt += count;
        return start;
    }

    template <class T> T read()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, take(sizeof(T)), sizeof(T));
        return value;
    }

    /// A count of things that each need at least `bytesEach` of the bytes that are left.
    template <class T = uint64_t> std::size_t readCount(std::size_t bytesEach)
    {
        const T count = read<T>();
        if (uint64_t(count) > remaining() / bytesEach)
            fail("claims " + std::to_string(count) + " items, more than its bytes can hold");
        return std::size_t(count);
    }

    std::string text(std::size_t count) { return {reinterpret_cast<const char*>(take(count)), count}; }

    [[noreturn]] void fail(const std::string& what) const { throw FileError(mName, what); }
    [[noreturn]] void tooShort() const { fail("ends too early (cut short or damaged)"); }

private:
    Span<const std::byte> mBytes;
    std::string mName;
    std::size_t mAt = 0;
};

} // namespace firn
