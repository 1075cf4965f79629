#include "io/FileOps.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace firn {

int FileOps::open(const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); }
ssize_t FileOps::write(int file, const void* bytes, std::size_t count) { return ::write(file, bytes, count); }
ssize_t FileOps::pwrite(int file, const void* bytes, std::size_t count, off_t at)
{
    return ::pwrite(file, bytes, count, at);
}
int FileOps::fsync(int file) { return ::fsync(file); }
int FileOps::close(int file) { return ::close(file); }
int FileOps::rename(const char* from, const char* to) { return std::rename(from, to); }
int FileOps::unlink(const char* path) { return ::unlink(path); }

} // namespace firn
