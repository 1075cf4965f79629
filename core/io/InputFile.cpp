#include "io/InputFile.h"

#include "base/Error.h"
#include "base/Text.h"
#include "io/Checksum.h"
#include "io/OpenFile.h"

#include <algorithm>
#include <new>

namespace firn {

InputFile::InputFile(std::string path) : mPath(std::move(path))
{
    uint64_t size = 0;
    const OpenFile file = openRegular(mPath, size);

    // Read, not mapped: a mapped file that another program cuts short would end this process.
    mSize = std::size_t(size);
    mBytes.reset(new (std::nothrow) std::byte[std::max<std::size_t>(mSize, 1)]);
    if (!mBytes) throw FileError(mPath, "does not fit in memory (" + bytesText(double(mSize)) + ")");
    if (readSome(file, mBytes.get(), mSize, mPath) < mSize) throw FileError(mPath, "became shorter while it was read");
    mVerified = verifyChecksum(bytes(), mPath);
}

} // namespace firn
