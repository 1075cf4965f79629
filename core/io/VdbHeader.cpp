#include "io/VdbHeader.h"

#include "io/ByteReader.h"

namespace firn {

namespace {

// The version of OpenVDB's file format in which the header took the shape below.
constexpr uint32_t kOldestVersion = 222;
constexpr std::size_t kTagLength = 36;

/// Metadata and names are short; longer ones do not come from any program that writes caches.
constexpr uint32_t kLongestName = 4096;

void passText(ByteReader& in, uint32_t longest)
{
    const auto length = in.read<uint32_t>();
    if (length > longest) in.fail("is damaged: its header has a text of " + std::to_string(length) + " bytes");
    in.take(length);
}

void passMetadata(ByteReader& in)
{
    // A name, a type and a size: twelve bytes at least.
    for (std::size_t left = in.readCount<uint32_t>(12); left > 0; --left) {
        passText(in, kLongestName);
        passText(in, kLongestName);
        in.take(in.read<uint32_t>());
    }
}

} // namespace

void checkVdbHeader(Span<const std::byte> bytes, const std::string& name)
{
    ByteReader in(bytes, name);
    in.take(8); // the magic number, checked by the caller
    const auto version = in.read<uint32_t>();
    if (version < kOldestVersion)
        in.fail("is a VDB file of version " + std::to_string(version) + ", older than " +
                std::to_string(kOldestVersion) + ": load it in Houdini and save it again");
    in.take(8); // the library's version
    const bool offsets = in.read<uint8_t>() != 0;
    in.take(kTagLength);
    passMetadata(in);
    const std::size_t grids = in.readCount<uint32_t>(36); // three texts and three offsets each
    for (std::size_t grid = 0; grid < grids; ++grid) {
        for (int text = 0; text < 3; ++text) passText(in, kLongestName); // name, type, whose voxels it shares
        const auto start = in.read<int64_t>();
        in.read<int64_t>();
        const auto end = in.read<int64_t>();
        if (offsets && (start < int64_t(in.position()) || end < start || end > int64_t(bytes.size())))
            in.fail("is damaged: a grid lies outside the file");
        if (offsets) in.seek(std::size_t(start));
        in.read<uint32_t>(); // how it is compressed
        passMetadata(in);
        passText(in, kLongestName); // the kind of transform
        if (!offsets) return;
        in.seek(std::size_t(end));
    }
}

} // namespace firn
