#include "io/RunFolderLock.h"

#include "io/OpenFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {

namespace {

std::string ownText()
{
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) != 0) std::strcpy(host, "?");
    return "process " + std::to_string(getpid()) + " on " + host + "\n";
}

/// What the holder wrote about itself; it may not have got to it yet.
std::string holderText(int file)
{
    char text[300] = {};
    const ssize_t count = pread(file, text, sizeof text - 1, 0);
    std::string holder(text, count > 0 ? std::size_t(count) : 0);
    holder = holder.substr(0, holder.find('\n'));
    return holder.empty() ? "a process that has just started" : holder;
}

/// Whether the open file is still the one under this path: its last holder may have removed it in between.
bool stillThere(int file, const std::string& path)
{
    struct stat opened {
    }, named{};
    if (fstat(file, &opened) != 0 || lstat(path.c_str(), &named) != 0) return false;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

} // namespace

RunFolderLock::RunFolderLock(const std::string& folder) : mPath(folder + "/" + kLockFile)
{
    while (!take(folder)) {
    }
    const std::string text = ownText();
    if (ftruncate(mFile, 0) != 0 || pwrite(mFile, text.data(), text.size(), 0) != ssize_t(text.size())) {
        const int reason = errno;
        close(mFile);
        throw FileError(mPath, "cannot write the folder's lock", reason);
    }
}

/// One try; false when the file went away under it and the caller must try again.
bool RunFolderLock::take(const std::string& folder)
{
    mFile = openOwned(mPath, O_RDWR).release();
    if (flock(mFile, LOCK_EX | LOCK_NB) != 0) {
        const int reason = errno;
        if (reason == EWOULDBLOCK) {
            const std::string holder = holderText(mFile);
            close(mFile);
            throw FolderInUse("the folder '" + folder + "' is in use by another run: " + holder +
                              ". Wait for it, stop it, or give this run another folder with --output");
        }
        mExclusive = false; // ENOLCK, ENOTSUP: go on, and let the host say so
    }
    if (stillThere(mFile, mPath)) return true;
    close(mFile);
    mFile = -1;
    return false;
}

RunFolderLock::~RunFolderLock()
{
    if (mFile < 0) return;
    unlink(mPath.c_str()); // while the lock is held: whoever opened it meanwhile sees that it is gone
    close(mFile);
}

} // namespace firn
