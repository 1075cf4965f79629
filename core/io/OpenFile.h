// Opening files that somebody else may have prepared: nothing hangs, and nothing is written through a link.
#pragma once

#include <cstdint>
#include <string>

namespace firn {

/// An open file that closes on every way out.
class OpenFile {
public:
    explicit OpenFile(int file) : mFile(file) {}
    ~OpenFile();
    OpenFile(OpenFile&& other) noexcept : mFile(other.release()) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    int number() const { return mFile; }

    /// Hands the descriptor to the caller, who closes it.
    int release();

private:
    int mFile;
};

/// Opens a regular file for reading; a pipe, a device or a folder is refused at once instead of waited for.
/// Throws FileError.
OpenFile openRegular(const std::string& path, uint64_t& size);

/// Opens a file of a run's folder for writing with these further flags. A link of either kind is refused: what it
/// leads to may be any file of the user's. Throws FileError.
OpenFile openOwned(const std::string& path, int flags);

/// Reads the next bytes, up to `count`; fewer only at the end of the file. Throws FileError.
std::size_t readSome(const OpenFile& file, void* bytes, std::size_t count, const std::string& path);

/// The file's beginning, at most `most` bytes of it. Throws FileError.
std::string readStart(const std::string& path, std::size_t most);

} // namespace firn
