#include "io/OpenFile.h"

#include "base/Error.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {

namespace {

struct stat statusOf(const OpenFile& file, const std::string& path)
{
    struct stat info {};
    if (::fstat(file.number(), &info) != 0) throw FileError(path, "cannot be examined", errno);
    return info;
}

} // namespace

OpenFile::~OpenFile()
{
    if (mFile >= 0) ::close(mFile);
}

int OpenFile::release()
{
    const int file = mFile;
    mFile = -1;
    return file;
}

OpenFile openRegular(const std::string& path, uint64_t& size)
{
    OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0) throw FileError(path, "cannot be opened", errno);
    const struct stat info = statusOf(file, path);
    if (!S_ISREG(info.st_mode)) throw FileError(path, "cannot be read: it is not a regular file");
    size = uint64_t(info.st_size);
    return file;
}

OpenFile openOwned(const std::string& path, int flags)
{
    OpenFile file(::open(path.c_str(), flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    if (file.number() < 0 && errno == ELOOP) throw FileError(path, "cannot be written: it is a symbolic link");
    if (file.number() < 0) throw FileError(path, "cannot be opened for writing", errno);
    const struct stat info = statusOf(file, path);
    if (!S_ISREG(info.st_mode)) throw FileError(path, "cannot be written: it is not a regular file");
    if (info.st_nlink > 1) throw FileError(path, "cannot be written: the file has a second name elsewhere");
    return file;
}

std::size_t readSome(const OpenFile& file, void* bytes, std::size_t count, const std::string& path)
{
    std::size_t done = 0;
    while (done < count) {
        const ssize_t got = ::read(file.number(), static_cast<char*>(bytes) + done, count - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw FileError(path, "cannot be read", errno);
        if (got == 0) break;
        done += std::size_t(got);
    }
    return done;
}

std::string readStart(const std::string& path, std::size_t most)
{
    uint64_t size = 0;
    const OpenFile file = openRegular(path, size);
    std::string text(std::size_t(std::min<uint64_t>(size, most)), '\0');
    text.resize(readSome(file, text.data(), text.size(), path));
    return text;
}

} // namespace firn
