#include "io/VdbHeader.h"

#include "io/ByteReader.h"

namespace firn {

namespace {

// The version of OpenVDB's file format in which the header took the shape below.
constexpr uint32_t kOldestVersion = 222;
constexpr std::size_t kTagLength = 36;

/// Metadata and names are short; longer ones do not come from any program that writes caches.
constexpr uint32_t kLongestName = 4096;

std::string passText(ByteReader& in)
{
    const auto length = in.read<uint32_t>();
    if (length > kLongestName) in.fail("is damaged: its header has a text of " + std::to_string(length) + " bytes");
    return in.text(length);
}

/// OpenVDB reads metadata of these types by the type's size, whatever size the file gives; 0 for any other type.
uint32_t fixedBytes(const std::string& type)
{
    struct Known {
        const char* type;
        uint32_t bytes;
    };
    static constexpr Known kKnown[] = {{"bool", 1},   {"int32", 4},  {"int64", 8},  {"float", 4},
                                       {"double", 8}, {"vec2i", 8},  {"vec2s", 8},  {"vec2d", 16},
                                       {"vec3i", 12}, {"vec3s", 12}, {"vec3d", 24}, {"vec4i", 16},
                                       {"vec4s", 16}, {"vec4d", 32}, {"mat4s", 64}, {"mat4d", 128}};
    for (const auto& known : kKnown)
        if (type == known.type) return known.bytes;
    return 0;
}

void passMetadata(ByteReader& in, std::size_t fileBytes)
{
    // A name, a type and a size: twelve bytes at least.
    for (std::size_t left = in.readCount<uint32_t>(12); left > 0; --left) {
        passText(in);
        const std::string type = passText(in);
        const auto bytes = in.read<uint32_t>();
        if (fixedBytes(type) != 0 && bytes != fixedBytes(type))
            in.fail("is damaged: its header has a " + type + " of " + std::to_string(bytes) + " bytes");
        const std::size_t start = in.position();
        // The table for delayed loading begins with the number of leaves, and a leaf takes 64 bytes or more.
        if (type == "__delayedload" && in.read<uint32_t>() > fileBytes / 64)
            in.fail("is damaged: it claims more leaves than its bytes can hold");
        in.seek(start);
        in.take(bytes);
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
    passMetadata(in, bytes.size());
    const std::size_t grids = in.readCount<uint32_t>(36); // three texts and three offsets each
    for (std::size_t grid = 0; grid < grids; ++grid) {
        for (int text = 0; text < 3; ++text) passText(in); // name, type, whose voxels it shares
        const auto start = in.read<int64_t>();
        in.read<int64_t>();
        const auto end = in.read<int64_t>();
        if (offsets && (start < int64_t(in.position()) || end < start || end > int64_t(bytes.size())))
            in.fail("is damaged: a grid lies outside the file");
        if (offsets) in.seek(std::size_t(start));
        in.read<uint32_t>(); // how it is compressed
        passMetadata(in, bytes.size());
        passText(in); // the kind of transform
        if (!offsets) return;
        in.seek(std::size_t(end));
    }
}

} // namespace firn
