#include "io/VdbHeader.h"

#include <string_view>

namespace firn {

namespace {

// In 222 nodes took the shape that is read here; 224 is the newest that is known.
constexpr uint32_t kOldestVersion = 222, kNewestVersion = 224;
constexpr int64_t kMagic = 0x56444220;
constexpr std::size_t kTagLength = 36;

/// Metadata and names are short; longer ones do not come from any program that writes caches.
constexpr uint32_t kLongestName = 4096;
constexpr std::size_t kMostMetadata = 4096;

/// Added to a type whose voxels are 16-bit floats in the file; metadata says the same.
constexpr std::string_view kHalfSuffix = "_HalfFloat";

/// Separates a grid's name from its number.
constexpr char kNumberMark = 0x1e;

bool endsWith(const std::string& text, std::string_view end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

bool looksLikeVdb(Span<const std::byte> bytes)
{
    return bytes.size() >= sizeof kMagic && std::memcmp(bytes.data(), &kMagic, sizeof kMagic) == 0;
}

std::string readVdbText(ByteReader& in)
{
    const auto length = in.read<uint32_t>();
    if (length > kLongestName) in.fail("is damaged: its header has a text of " + std::to_string(length) + " bytes");
    return in.text(length);
}

void readVdbMetadata(ByteReader& in, const VdbMetaVisitor& visit)
{
    // A name, a type and a size: twelve bytes at least.
    const std::size_t count = in.readCount<uint32_t>(12);
    if (count > kMostMetadata) in.fail("has a list of " + std::to_string(count) + " metadata: at most 4096 are read");
    for (std::size_t left = count; left > 0; --left) {
        const std::string name = readVdbText(in);
        const std::string type = readVdbText(in);
        const auto bytes = in.read<uint32_t>();
        const std::byte* value = in.take(bytes);
        if (visit) visit(name, type, {value, bytes});
    }
}

VdbFileStart readVdbFileStart(ByteReader& in)
{
    if (in.read<int64_t>() != kMagic) in.fail("is not a VDB file");
    const auto version = in.read<uint32_t>();
    if (version < kOldestVersion)
        in.fail("is a VDB file of version " + std::to_string(version) + ", older than " +
                std::to_string(kOldestVersion) + ": load it in Houdini and save it again");
    if (version > kNewestVersion)
        in.fail("is a VDB file of version " + std::to_string(version) + ", newer than " +
                std::to_string(kNewestVersion) + ", the newest that Firn reads");
    in.take(8); // the library's version
    VdbFileStart start;
    start.offsets = in.read<uint8_t>() != 0;
    in.take(kTagLength);
    readVdbMetadata(in);
    start.grids = in.readCount<uint32_t>(36); // three texts and three offsets each
    return start;
}

VdbGridStart readVdbGridStart(ByteReader& in, bool offsets)
{
    VdbGridStart grid;
    grid.uniqueName = readVdbText(in);
    grid.name = grid.uniqueName.substr(0, grid.uniqueName.find(kNumberMark));
    grid.type = readVdbText(in);
    if (endsWith(grid.type, kHalfSuffix)) grid.type.resize(grid.type.size() - kHalfSuffix.size());
    grid.parent = readVdbText(in);
    const auto start = in.read<int64_t>();
    in.read<int64_t>(); // where its voxels begin: found by reading
    const auto end = in.read<int64_t>();
    const auto here = int64_t(in.position()), last = here + int64_t(in.remaining());
    if (offsets && (start < here || end < start || end > last)) in.fail("is damaged: a grid lies outside the file");
    grid.start = offsets ? std::size_t(start) : in.position();
    grid.end = offsets ? std::size_t(end) : 0;
    return grid;
}

} // namespace firn
