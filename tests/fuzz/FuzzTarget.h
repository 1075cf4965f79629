// What every fuzz target does: hand the bytes to one parser. A refusal is a firn::Error; anything else is a bug.
#pragma once

#include "base/Error.h"
#include "base/Span.h"

#include <cstddef>
#include <cstdint>

namespace firn {

template <class Parse> int fuzzOnce(const uint8_t* data, std::size_t size, Parse&& parse)
{
    try {
        parse(Span<const std::byte>(reinterpret_cast<const std::byte*>(data), size));
    } catch (const Error&) {
    }
    return 0;
}

} // namespace firn
