// The system calls that write a file, in one place, so that tests can make any one of them fail.
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace firn {

/// Each call is the system's own of that name: -1 and errno on failure.
class FileOps {
public:
    virtual ~FileOps() = default;
    virtual int open(const char* path, int flags, mode_t mode);
    virtual ssize_t write(int file, const void* bytes, std::size_t count);
    virtual ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t at);
    virtual int fsync(int file);
    virtual int close(int file);
    virtual int rename(const char* from, const char* to);
    virtual int unlink(const char* path);
};

} // namespace firn
