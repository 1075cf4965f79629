// 64-bit hashing of bytes: the state hash, checksums, seeds. Fast and the same everywhere; not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace firn {

/// Folds the 128-bit product of two words: the one mixing step everything below is made of.
inline uint64_t foldedProduct(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return uint64_t(product) ^ uint64_t(product >> 64);
}

/// Mixes one word into a hash.
inline uint64_t mix(uint64_t hash, uint64_t word)
{
    return foldedProduct(hash ^ 0x9e3779b97f4a7c15ull, word ^ 0xd1b54a32d192ed03ull);
}

/// Hashes a run of bytes fed in pieces; the pieces' sizes do not matter.
class HashStream {
public:
    void add(const void* bytes, std::size_t count);

    /// The hash of all bytes so far.
    uint64_t value() const;

private:
    void consumeBlock(const unsigned char* block);

    static constexpr std::size_t kBlock = 64;
    uint64_t mLanes[4] = {0x243f6a8885a308d3ull, 0x13198a2e03707344ull, 0xa4093822299f31d0ull, 0x082efa98ec4e6c89ull};
    uint64_t mLength = 0;
    unsigned char mPending[kBlock] = {};
};

uint64_t hashBytes(const void* bytes, std::size_t count);
inline uint64_t hashText(std::string_view text) { return hashBytes(text.data(), text.size()); }

/// Sixteen lower-case hexadecimal digits.
std::string hashHex(uint64_t hash);

} // namespace firn
