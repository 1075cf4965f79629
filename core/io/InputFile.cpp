#include "io/InputFile.h"

#include "base/Error.h"
#include "base/Text.h"
#include "io/Checksum.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {

namespace {

/// Closes on every way out.
struct Descriptor {
    int file;
    ~Descriptor()
    {
        if (file >= 0) ::close(file);
    }
};

} // namespace

InputFile::InputFile(std::string path) : mPath(std::move(path))
{
    const Descriptor descriptor{::open(mPath.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (descriptor.file < 0) throw FileError(mPath, "cannot be opened", errno);
    struct stat info;
    if (::fstat(descriptor.file, &info) != 0) throw FileError(mPath, "cannot be examined", errno);
    if (!S_ISREG(info.st_mode)) throw FileError(mPath, "cannot be read: it is not a regular file");

    // Read, not mapped: a mapped file that another program cuts short would end this process.
    mSize = std::size_t(info.st_size);
    mBytes.reset(new (std::nothrow) std::byte[std::max<std::size_t>(mSize, 1)]);
    if (!mBytes) throw FileError(mPath, "does not fit in memory (" + bytesText(double(mSize)) + ")");
    for (std::size_t done = 0; done < mSize;) {
        const ssize_t got = ::read(descriptor.file, mBytes.get() + done, mSize - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw FileError(mPath, "cannot be read", errno);
        if (got == 0) throw FileError(mPath, "became shorter while it was read");
        done += std::size_t(got);
    }
    mVerified = verifyChecksum(bytes(), mPath);
}

} // namespace firn
