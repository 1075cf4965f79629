// Blosc chunks, format version 2: a header, the blocks' places, then each block as one or more LZ4 runs.
#include "io/VdbUnpack.h"

#include <algorithm>
#include <vector>

namespace firn {

namespace {

constexpr unsigned kShuffled = 1, kPlain = 2, kBitShuffled = 4, kReserved = 8, kWhole = 16;
constexpr unsigned kCodecShift = 5, kLz4 = 1;
constexpr std::size_t kHeaderBytes = 16;

// A block is cut into one run per byte of the type when the type is this small and the runs are this long.
constexpr std::size_t kMostRuns = 16, kShortestRun = 128;

struct Header {
    uint8_t version, codecVersion, flags, typeBytes;
    uint32_t bytes, blockBytes, packedBytes;
};
static_assert(sizeof(Header) == kHeaderBytes);

/// The length in a token, and its further bytes when it is 15.
std::size_t readLength(ByteReader& in, unsigned start)
{
    std::size_t length = start;
    if (start == 15) {
        uint8_t more;
        do {
            more = in.read<uint8_t>();
            length += more;
        } while (more == 255);
    }
    return length;
}

/// The LZ4 block format: literals, then a copy of bytes that were already written, again and again.
void unpackLz4(Span<const std::byte> from, Span<std::byte> to, const std::string& name)
{
    ByteReader in(from, name);
    std::size_t done = 0;
    const auto need = [&](std::size_t count) {
        if (count > to.size() - done) in.fail("is damaged: its packed voxels are too long");
    };
    for (;;) {
        const auto token = in.read<uint8_t>();
        const std::size_t literals = readLength(in, token >> 4);
        need(literals);
        const std::byte* start = in.take(literals);
        std::copy(start, start + literals, to.data() + done);
        done += literals;
        if (in.remaining() == 0) break; // the last sequence has no copy
        const auto back = in.read<uint16_t>();
        const std::size_t length = readLength(in, token & 15) + 4;
        need(length);
        if (back == 0 || back > done) in.fail("is damaged: its packed voxels refer to bytes before their start");
        // Byte by byte in order: the copy may overlap itself, which repeats a pattern.
        std::byte* out = to.data() + done;
        for (std::size_t i = 0; i < length; ++i) out[i] = out[std::ptrdiff_t(i) - back];
        done += length;
    }
    if (done != to.size()) in.fail("is damaged: its packed voxels are too short");
}

/// First all first bytes of the values, then all second bytes, …; what does not fill a value stays last.
void unshuffle(Span<const std::byte> from, std::size_t typeBytes, Span<std::byte> to)
{
    const std::size_t values = from.size() / typeBytes;
    for (std::size_t k = 0; k < typeBytes; ++k)
        for (std::size_t i = 0; i < values; ++i) to[i * typeBytes + k] = from[k * values + i];
    std::copy(from.begin() + values * typeBytes, from.end(), to.begin() + values * typeBytes);
}

} // namespace

void unpackBlosc(Span<const std::byte> chunk, Span<std::byte> out, const std::string& name)
{
    ByteReader in(chunk, name);
    const auto header = in.read<Header>();
    if (header.version != 2 || header.bytes != out.size() || header.packedBytes != chunk.size() ||
        header.typeBytes == 0 || (header.flags & kReserved))
        in.fail("is damaged: a Blosc header does not fit its node");
    if (out.empty()) return;
    if (header.flags & kPlain) {
        if (in.remaining() != out.size()) in.fail("is damaged: a Blosc chunk has the wrong size");
        std::copy(chunk.begin() + kHeaderBytes, chunk.end(), out.begin());
        return;
    }
    if (header.flags >> kCodecShift != kLz4 || (header.flags & kBitShuffled))
        in.fail("is packed with a Blosc codec other than OpenVDB's: save it without Blosc compression");
    const std::size_t block = header.blockBytes, type = header.typeBytes;
    if (block == 0 || block > out.size()) in.fail("is damaged: a Blosc chunk has blocks of the wrong size");

    const std::size_t blocks = (out.size() + block - 1) / block;
    const bool shuffled = (header.flags & kShuffled) && type > 1;
    const bool cut = !(header.flags & kWhole) && type <= kMostRuns && block / type >= kShortestRun;
    std::vector<std::byte> scratch(shuffled ? block : 0);
    ByteReader places(chunk.subspan(kHeaderBytes, chunk.size() - kHeaderBytes), name);
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t bytes = std::min(block, out.size() - b * block);
        const Span<std::byte> target = out.subspan(b * block, bytes);
        const Span<std::byte> unpacked = shuffled ? Span<std::byte>(scratch.data(), bytes) : target;
        const std::size_t runs = cut && bytes == block ? type : 1;
        if (bytes % runs != 0) in.fail("is damaged: a Blosc chunk has blocks of the wrong size");
        in.seek(places.read<uint32_t>());
        for (std::size_t run = 0; run < runs; ++run) {
            const Span<std::byte> part = unpacked.subspan(run * (bytes / runs), bytes / runs);
            const auto packed = in.read<uint32_t>();
            const Span<const std::byte> from(in.take(packed), packed);
            if (packed == part.size())
                std::copy(from.begin(), from.end(), part.begin());
            else
                unpackLz4(from, part, name);
        }
        if (shuffled) unshuffle(unpacked, type, target);
    }
}

} // namespace firn
