// Keeps the chosen ones of eight integers, side by side.
#pragma once

#include "math/Simd8.h"

#include <array>
#include <cstdint>

namespace firn {

namespace detail {

/// For each set of lanes, their numbers from the lowest on, a byte each.
constexpr std::array<uint64_t, 256> packOrders()
{
    std::array<uint64_t, 256> orders{};
    for (int mask = 0; mask < 256; ++mask) {
        int kept = 0;
        for (int lane = 0; lane < 8; ++lane)
            if (mask >> lane & 1) orders[std::size_t(mask)] |= uint64_t(lane) << (8 * kept++);
    }
    return orders;
}
inline constexpr std::array<uint64_t, 256> kPackOrders = packOrders();

} // namespace detail

/// Bit k of the result is lane k of the mask.
FIRN_LANES uint32_t bitsOf(Mask8 mask)
{
#if defined(__AVX__)
    return uint32_t(_mm256_movemask_ps((__m256)mask.raw));
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < 8; ++lane) bits |= uint32_t(mask.raw[lane] != 0) << lane;
    return bits;
#endif
}

/// Writes the values whose bit is set to to[0], to[1], …; returns how many. Eight values are read, and up to eight
/// written: what lies behind the kept ones is overwritten.
FIRN_LANES uint32_t packLanes(const uint32_t* from, uint32_t bits, uint32_t* to)
{
#if defined(__AVX2__)
    const __m128i bytes = _mm_cvtsi64_si128(int64_t(detail::kPackOrders[bits]));
    const __m256i values = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i packed = _mm256_permutevar8x32_epi32(values, _mm256_cvtepu8_epi32(bytes));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
#else
    uint32_t* next = to;
    for (int lane = 0; lane < 8; ++lane)
        if (bits >> lane & 1) *next++ = from[lane];
#endif
    return uint32_t(__builtin_popcount(bits));
}

} // namespace firn
