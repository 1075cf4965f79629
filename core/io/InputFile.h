// A whole file in memory, its checksum verified before anything is parsed.
#pragma once

#include "base/Span.h"

#include <cstddef>
#include <memory>
#include <string>

namespace firn {

/// Throws FileError when the file cannot be read, or is Firn's and damaged.
class InputFile {
public:
    explicit InputFile(std::string path);

    const std::string& path() const { return mPath; }
    Span<const std::byte> bytes() const { return {mBytes.get(), mSize}; }

    /// True for a whole file of Firn's, false for another program's.
    bool verified() const { return mVerified; }

private:
    std::string mPath;
    std::unique_ptr<std::byte[]> mBytes;
    std::size_t mSize = 0;
    bool mVerified = false;
};

} // namespace firn
