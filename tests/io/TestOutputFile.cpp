// The writer: a file is whole or not there, whichever system call fails.
#include "IoSupport.h"
#include "io/Checksum.h"
#include "io/InputFile.h"
#include "io/OutputFile.h"
#include "io/ParticleFile.h"

#include <cerrno>
#include <thread>

using namespace firn;

namespace {

/// Makes the n-th call fail (from 0); unlink never fails, for it only tidies up.
class FailingOps : public FileOps {
public:
    FailingOps(int failAt, int reason) : mLeft(failAt), mReason(reason) {}
    bool failed() const { return mFailed; }

    int open(const char* path, int flags, mode_t mode) override
    {
        return fails() ? -1 : FileOps::open(path, flags, mode);
    }
    ssize_t write(int file, const void* bytes, std::size_t count) override
    {
        return fails() ? -1 : FileOps::write(file, bytes, count);
    }
    ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t at) override
    {
        return fails() ? -1 : FileOps::pwrite(file, bytes, count, at);
    }
    int fsync(int file) override { return fails() ? -1 : FileOps::fsync(file); }
    int close(int file) override
    {
        const bool fail = fails();
        const int result = FileOps::close(file); // the system closes even when it reports an error
        if (fail) errno = mReason;
        return fail ? -1 : result;
    }
    int rename(const char* from, const char* to) override { return fails() ? -1 : FileOps::rename(from, to); }

private:
    bool fails()
    {
        if (mLeft-- != 0) return false;
        mFailed = true;
        errno = mReason;
        return true;
    }
    int mLeft;
    int mReason;
    bool mFailed = false;
};

/// Writes a byte at a time at most three, and is interrupted in between.
class SlowOps : public FileOps {
public:
    ssize_t write(int file, const void* bytes, std::size_t count) override
    {
        if (++mCalls % 2 == 0) return errno = EINTR, -1;
        return FileOps::write(file, bytes, std::min<std::size_t>(count, 3));
    }

private:
    int mCalls = 0;
};

using OutputFileTest = IoTest;

} // namespace

TEST_F(OutputFileTest, EveryFailingCallNamesTheFileAndTheReasonAndLeavesNothingHalf)
{
    const Particles particles = everyColumn(500, true); // over a megabyte: several writes
    for (const auto format : {ParticleFormat::Bgeo, ParticleFormat::Vdb, ParticleFormat::Ply}) {
        const std::string file = path("frame");
        int n = 0;
        for (;; ++n) {
            FailingOps ops(n, ENOSPC);
            std::string message;
            try {
                OutputFile out(file, &ops);
                writeParticles(out, particles, someInfo(particles), format);
                out.commit();
            } catch (const FileError& error) {
                message = error.what();
                EXPECT_EQ(error.errnoValue(), ENOSPC) << n;
            }
            if (!ops.failed()) break;
            EXPECT_NE(message.find(file + ":"), std::string::npos) << n << ": " << message;
            EXPECT_NE(message.find("No space left"), std::string::npos) << n << ": " << message;
            // Only the folder's own sync comes after the rename: then the file must be whole.
            if (std::filesystem::exists(file)) {
                EXPECT_TRUE(InputFile(file).verified()) << n;
                std::filesystem::remove(file);
            }
            EXPECT_TRUE(filesInFolder().empty()) << n;
        }
        EXPECT_GT(n, 10);
        std::filesystem::remove(file);
    }
}

TEST_F(OutputFileTest, FailingWriteLeavesTheOldFile)
{
    writeFile(path("a"), "old");
    FailingOps ops(2, EIO);
    EXPECT_THROW(
        {
            OutputFile out(path("a"), &ops);
            out.write("new");
            out.commit();
        },
        FileError);
    EXPECT_EQ(readFile(path("a")), "old");
}

TEST_F(OutputFileTest, WithoutCommitNothingRemains)
{
    {
        OutputFile out(path("a"));
        out.write(std::string(1 << 20, 'x'));
    }
    EXPECT_TRUE(filesInFolder().empty());
}

TEST_F(OutputFileTest, ShortAndInterruptedWritesAreContinued)
{
    SlowOps ops;
    const std::string text = checksumPlaceholder() + " firn-cache:test 0123456789";
    OutputFile out(path("a"), &ops);
    out.write(text);
    out.commit();
    EXPECT_EQ(readFile(path("a")).substr(30), text.substr(30));
    EXPECT_TRUE(InputFile(path("a")).verified());
}

TEST_F(OutputFileTest, ReplacesAnOldFileWholeWhileOthersRead)
{
    const auto content = [](char c) { return checksumPlaceholder() + " firn-cache:test " + std::string(300000, c); };
    const auto put = [&](char c) {
        OutputFile out(path("a"));
        out.write(content(c));
        out.commit();
    };
    put('a');
    std::thread writer([&] {
        for (int i = 0; i < 20; ++i) put(char('b' + i));
    });
    int unverified = 0;
    for (int i = 0; i < 100; ++i) unverified += !InputFile(path("a")).verified(); // throws when torn
    writer.join();
    EXPECT_EQ(unverified, 0);
    EXPECT_EQ(filesInFolder().size(), 1u);
}

TEST_F(OutputFileTest, RefusesToReplaceADevice)
{
    EXPECT_NE(refusal([] { OutputFile out("/dev/null"); }).find("not a regular file"), std::string::npos);
}

TEST_F(OutputFileTest, MissingFolderIsNamed)
{
    const std::string message = refusal([&] { OutputFile out(path("none/a")); });
    EXPECT_NE(message.find("none/a"), std::string::npos);
    EXPECT_NE(message.find("No such file"), std::string::npos);
}

TEST_F(OutputFileTest, InputRefusesFoldersAndMissingFiles)
{
    EXPECT_NE(refusal([&] { InputFile in(path("none")); }).find("No such file"), std::string::npos);
    EXPECT_NE(refusal([&] { InputFile in(path("")); }).find("not a regular file"), std::string::npos);
}
