#include "io/VdbUnpack.h"

#include <openvdb/io/Compression.h>
#include <sstream>

namespace firn {

void readVdbPacked(ByteReader& in, uint32_t compression, Span<std::byte> out)
{
    using namespace openvdb;
    if (!(compression & (io::COMPRESS_ZIP | io::COMPRESS_BLOSC))) {
        const std::byte* plain = in.take(out.size());
        if (!out.empty()) std::memcpy(out.data(), plain, out.size());
        return;
    }
    const auto size = in.read<int64_t>();
    if (size <= 0) { // packing did not pay: minus the number of plain bytes
        if (size != -int64_t(out.size())) in.fail("is damaged: a node's values have the wrong size");
        const std::byte* plain = in.take(out.size());
        if (!out.empty()) std::memcpy(out.data(), plain, out.size());
        return;
    }
    const std::byte* chunk = in.take(uint64_t(size));
    if (compression & io::COMPRESS_BLOSC) return unpackBlosc({chunk, std::size_t(size)}, out, in.name());

    // OpenVDB hands exactly these bytes to zlib, which writes at most out.size().
    std::string zipped(reinterpret_cast<const char*>(&size), sizeof size);
    zipped.append(reinterpret_cast<const char*>(chunk), std::size_t(size));
    std::istringstream stream(zipped);
    try {
        io::unzipFromStream(stream, reinterpret_cast<char*>(out.data()), out.size());
    } catch (const openvdb::Exception& error) {
        in.fail(std::string("is damaged: ") + error.what());
    }
}

} // namespace firn
