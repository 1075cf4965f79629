// The lock of a run's folder: one run at a time. The system drops it when the process ends, however it ends.
#pragma once

#include "base/Error.h"

#include <string>

namespace firn {

/// Another run holds the folder. The message names its process and machine.
class FolderInUse : public Error {
public:
    using Error::Error;
};

/// Holds the folder from construction to destruction.
class RunFolderLock {
public:
    /// Throws FolderInUse when another process holds it, FileError when the folder cannot be written.
    explicit RunFolderLock(const std::string& folder);
    ~RunFolderLock();
    RunFolderLock(const RunFolderLock&) = delete;
    RunFolderLock& operator=(const RunFolderLock&) = delete;

    /// False where the file system knows no locks (some network mounts): nothing keeps a second run away.
    bool exclusive() const { return mExclusive; }

private:
    bool take(const std::string& folder);

    std::string mPath;
    int mFile = -1;
    bool mExclusive = true;
};

inline constexpr const char* kLockFile = "firn.lock";

} // namespace firn
