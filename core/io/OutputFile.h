// A file that appears under its name only when it is whole: temporary name, checksum, sync, rename.
#pragma once

#include "base/Hash.h"
#include "io/FileOps.h"

#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace firn {

/// Streams bytes to "name.tmp-<process>-<n>" beside the final path. Any failing system call throws a FileError that
/// names the final path and the system's reason, and leaves no temporary file behind.
class OutputFile {
public:
    /// `ops` outlives the file; null means the system's own calls.
    explicit OutputFile(std::string path, FileOps* ops = nullptr);

    /// Without commit(), removes the temporary file.
    ~OutputFile();

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }

    /// Replaces the checksum's zeros (Checksum.h), syncs, closes, renames, syncs the folder. When only that last sync
    /// fails, the file is whole under its name and the error says that it may not survive a power cut.
    void commit();

    const std::string& path() const { return mPath; }
    uint64_t bytesWritten() const { return mLength; }

private:
    void flush();
    void writeAll(const char* bytes, std::size_t count);
    void patchChecksum();
    [[noreturn]] void fail(const std::string& what);
    void abandon() noexcept;

    std::string mPath;
    std::string mTemporary;
    FileOps mSystem;
    FileOps* mOps;
    int mFile = -1;
    bool mLinked = false; ///< the temporary name exists
    uint64_t mLength = 0;
    HashStream mHash;
    std::string mHead; ///< the first bytes, to find the checksum's place
    std::vector<char> mBuffer;
};

/// Lets a library that writes to a std::ostream write to an OutputFile. A failed write throws through the stream when
/// its exceptions are on.
class OutputStreambuf : public std::streambuf {
public:
    explicit OutputStreambuf(OutputFile& file) : mFile(file) {}

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override;

    OutputFile& mFile;
};

} // namespace firn
