#include "io/VdbStream.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "io/Checksum.h"
#include "io/VdbHeader.h"

#include <cstring>
#include <istream>
#include <openvdb/io/Stream.h>
#include <openvdb/points/PointDataGrid.h>
#include <ostream>

namespace firn {

namespace {

/// A file starts with a 64-bit number, three 32-bit versions, a flag, then 36 letters of a random tag.
constexpr uint64_t kTagStart = 8 + 3 * 4 + 1;
constexpr uint64_t kTagLength = 36;

/// Bytes in memory as a stream that can seek.
class MemoryStreambuf : public std::streambuf {
public:
    explicit MemoryStreambuf(Span<const std::byte> bytes)
    {
        char* start = const_cast<char*>(reinterpret_cast<const char*>(bytes.data())); // only ever read
        setg(start, start, start + bytes.size());
    }

protected:
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override
    {
        const off_type base = from == std::ios_base::beg ? 0 : from == std::ios_base::end ? egptr() - eback() : at();
        return moveTo(offset > INT64_MAX / 2 || offset < -INT64_MAX / 2 ? -1 : base + offset);
    }
    pos_type seekpos(pos_type position, std::ios_base::openmode) override { return moveTo(off_type(position)); }

private:
    off_type at() const { return gptr() - eback(); }
    pos_type moveTo(off_type position)
    {
        if (position < 0 || position > egptr() - eback()) return pos_type(off_type(-1));
        setg(eback(), eback() + position, egptr());
        return pos_type(position);
    }
};

/// Replaces the random tag while it passes.
class TaggedStreambuf : public OutputStreambuf {
public:
    TaggedStreambuf(OutputFile& file, uint64_t tag) : OutputStreambuf(file), mStart(file.bytesWritten())
    {
        const std::string hex = hashHex(mix(tag, 1)) + hashHex(mix(tag, 2));
        mTag = hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-4" + hex.substr(13, 3) + "-8" + hex.substr(17, 3) + "-" +
               hex.substr(20, 12);
    }

protected:
    std::streamsize xsputn(const char* bytes, std::streamsize count) override
    {
        const uint64_t at = mFile.bytesWritten() - mStart;
        if (at + uint64_t(count) <= kTagStart || at >= kTagStart + kTagLength)
            return OutputStreambuf::xsputn(bytes, count);
        std::string changed(bytes, std::size_t(count));
        for (uint64_t i = 0; i < changed.size(); ++i)
            if (at + i >= kTagStart && at + i < kTagStart + kTagLength) changed[i] = mTag[at + i - kTagStart];
        return OutputStreambuf::xsputn(changed.data(), count);
    }

private:
    uint64_t mStart;
    std::string mTag;
};

} // namespace

void prepareVdb() { openvdb::initialize(); }

VdbContent readVdb(Span<const std::byte> bytes, const std::string& name)
{
    if (!looksLikeVdb(bytes)) throw FileError(name, "is not a VDB file");
    if (!verifyChecksum(bytes, name))
        throw FileError(name,
                        "was not written by Firn, so its points cannot be read (OpenVDB's reader of points is not "
                        "safe with damaged files): save the points as .bgeo or .geo");
    prepareVdb();
    try {
        MemoryStreambuf buffer(bytes);
        std::istream stream(&buffer);
        stream.exceptions(std::ios::failbit | std::ios::badbit | std::ios::eofbit);
        openvdb::io::Stream archive(stream, /*delayLoad=*/false);
        return {archive.getGrids(), archive.getMetadata()};
    } catch (const std::ios_base::failure&) {
        throw FileError(name, "ends too early (cut short or damaged)");
    } catch (const std::bad_alloc&) {
        throw FileError(name, "claims more data than fits in memory");
    } catch (const std::exception& error) {
        throw FileError(name, std::string("is damaged or of a kind OpenVDB cannot read: ") + error.what());
    }
}

void writeVdb(OutputFile& file, const openvdb::GridCPtrVec& grids, openvdb::MetaMap metadata, const std::string& kind,
              uint64_t tag)
{
    // Metadata is stored by name: these two come before every other of ours.
    metadata.insertMeta("firn-cache", openvdb::StringMetadata(std::string(kCacheMark) + kind));
    metadata.insertMeta("firn-checksum", openvdb::StringMetadata(checksumPlaceholder()));
    try {
        TaggedStreambuf buffer(file, tag);
        std::ostream stream(&buffer);
        stream.exceptions(std::ios::failbit | std::ios::badbit);
        openvdb::io::Stream archive(stream);
        archive.setCompression(openvdb::io::COMPRESS_ACTIVE_MASK);
        archive.write(grids, metadata);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw FileError(file.path(), std::string("cannot be written: ") + error.what());
    }
}

} // namespace firn
