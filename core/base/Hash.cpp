#include "base/Hash.h"

#include <algorithm>
#include <cstring>

namespace firn {

namespace {

uint64_t loadWord(const unsigned char* bytes)
{
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

} // namespace

void HashStream::consumeBlock(const unsigned char* block)
{
    // Each lane takes 16 bytes; adding the lane after folding keeps a zero product from wiping it out.
    for (int lane = 0; lane < 4; ++lane) {
        const uint64_t a = loadWord(block + 16 * lane) ^ mLanes[lane];
        const uint64_t b = loadWord(block + 16 * lane + 8) ^ 0x9e3779b97f4a7c15ull;
        mLanes[lane] = foldedProduct(a, b) + ((mLanes[lane] << 23) | (mLanes[lane] >> 41));
    }
}

void HashStream::add(const void* bytes, std::size_t count)
{
    const auto* next = static_cast<const unsigned char*>(bytes);
    const std::size_t pending = mLength % kBlock;
    mLength += count;

    // Top up a partial block first.
    if (pending > 0) {
        const std::size_t taken = std::min(count, kBlock - pending);
        if (taken > 0) std::memcpy(mPending + pending, next, taken);
        if (pending + taken < kBlock) return;
        consumeBlock(mPending);
        next += taken;
        count -= taken;
    }
    for (; count >= kBlock; count -= kBlock, next += kBlock) consumeBlock(next);
    if (count > 0) std::memcpy(mPending, next, count);
}

uint64_t HashStream::value() const
{
    HashStream last = *this;
    const std::size_t pending = mLength % kBlock;
    std::memset(last.mPending + pending, 0, kBlock - pending);
    if (pending > 0) last.consumeBlock(last.mPending);
    uint64_t hash = mix(0, mLength);
    for (const uint64_t lane : last.mLanes) hash = mix(hash, lane) + lane;
    return mix(hash, 0x452821e638d01377ull);
}

uint64_t hashBytes(const void* bytes, std::size_t count)
{
    HashStream stream;
    stream.add(bytes, count);
    return stream.value();
}

std::string hashHex(uint64_t hash)
{
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, hash >>= 4) text[std::size_t(i)] = "0123456789abcdef"[hash & 15];
    return text;
}

} // namespace firn
