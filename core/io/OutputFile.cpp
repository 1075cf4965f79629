#include "io/OutputFile.h"

#include "base/Error.h"
#include "io/Checksum.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {

namespace {

constexpr std::size_t kBufferBytes = 1 << 18; // small enough to stay in cache between hashing and writing

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// A device or folder under the final name must not be replaced by a file.
void requireReplaceable(const std::string& path)
{
    struct stat info;
    if (path.empty() || path.back() == '/') throw FileError(path, "cannot be written: it names no file");
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
        throw FileError(path, "cannot be written: it exists and is not a regular file");
}

} // namespace

OutputFile::OutputFile(std::string path, FileOps* ops) : mPath(std::move(path)), mOps(ops ? ops : &mSystem)
{
    requireReplaceable(mPath);
    mBuffer.reserve(kBufferBytes);
    mHead.reserve(kMarkWindow);
    for (int n = 0; mFile < 0; ++n) {
        mTemporary = mPath + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(n);
        mFile = mOps->open(mTemporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (mFile < 0 && errno != EEXIST && errno != EINTR) fail("cannot be created");
    }
    mLinked = true;
}

OutputFile::~OutputFile() { abandon(); }

void OutputFile::abandon() noexcept
{
    if (mFile >= 0) mOps->close(mFile);
    mFile = -1;
    if (mLinked) mOps->unlink(mTemporary.c_str());
    mLinked = false;
}

void OutputFile::fail(const std::string& what)
{
    const int reason = errno;
    abandon();
    throw FileError(mPath, what, reason);
}

void OutputFile::write(const void* bytes, std::size_t count)
{
    if (mFile < 0) throw FileError(mPath, "cannot be written: an earlier write failed");
    const auto* next = static_cast<const char*>(bytes);
    if (mHead.size() < kMarkWindow) mHead.append(next, std::min(count, kMarkWindow - mHead.size()));
    mLength += count;
    if (mBuffer.size() + count <= kBufferBytes) {
        mBuffer.insert(mBuffer.end(), next, next + count);
        return;
    }
    flush();
    // Long runs skip the buffer, in pieces that stay in cache between hashing and writing.
    for (; count >= kBufferBytes; next += kBufferBytes, count -= kBufferBytes) writeAll(next, kBufferBytes);
    mBuffer.assign(next, next + count);
}

void OutputFile::flush()
{
    writeAll(mBuffer.data(), mBuffer.size());
    mBuffer.clear();
}

void OutputFile::writeAll(const char* bytes, std::size_t count)
{
    mHash.add(bytes, count);
    while (count > 0) {
        const ssize_t written = mOps->write(mFile, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC; // no progress and no reason given
        if (written <= 0) fail("cannot be written");
        bytes += written;
        count -= std::size_t(written);
    }
}

void OutputFile::patchChecksum()
{
    const std::size_t at = findChecksumDigits(mHead);
    if (at == kNoChecksum) return;
    const std::string digits = hashHex(mHash.value());
    for (std::size_t done = 0; done < digits.size();) {
        const ssize_t written = mOps->pwrite(mFile, digits.data() + done, digits.size() - done, off_t(at + done));
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) fail("cannot be written");
        done += std::size_t(written);
    }
}

void OutputFile::commit()
{
    if (mFile < 0) throw FileError(mPath, "cannot be finished: an earlier write failed");
    flush();
    patchChecksum();
    if (mOps->fsync(mFile) != 0) fail("cannot be synced to disk");
    const int file = mFile;
    mFile = -1; // closed even when close() reports an error
    if (mOps->close(file) != 0) fail("cannot be closed");

    // The folder is opened before the rename, so that the only step left after it is the folder's own sync.
    const std::string folder = folderOf(mPath);
    const int directory = mOps->open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (directory < 0) fail("cannot open its folder");
    if (mOps->rename(mTemporary.c_str(), mPath.c_str()) != 0) {
        const int reason = errno;
        mOps->close(directory);
        errno = reason;
        fail("cannot be renamed from its temporary name");
    }
    mLinked = false;
    const bool synced = mOps->fsync(directory) == 0 || errno == EINVAL; // some file systems do not sync folders
    const int reason = errno;
    const bool closed = mOps->close(directory) == 0;
    if (!synced) throw FileError(mPath, "is written, but its folder cannot be synced to disk", reason);
    if (!closed) throw FileError(mPath, "is written, but its folder cannot be closed", errno);
}

OutputStreambuf::int_type OutputStreambuf::overflow(int_type c)
{
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize OutputStreambuf::xsputn(const char* bytes, std::streamsize count)
{
    mFile.write(bytes, std::size_t(count));
    return count;
}

OutputStreambuf::pos_type OutputStreambuf::seekoff(off_type offset, std::ios_base::seekdir from,
                                                   std::ios_base::openmode)
{
    // Only the question "where am I?" can be answered.
    if (offset != 0 || from != std::ios_base::cur) return pos_type(off_type(-1));
    return pos_type(off_type(mFile.bytesWritten()));
}

} // namespace firn
