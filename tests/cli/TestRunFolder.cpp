// The files of a run's folder: names, lock, record, report.
#include "io/OpenFile.h"
#include "io/RunFolderLock.h"
#include "io/RunFolderManifest.h"
#include "io/RunFolderPaths.h"
#include "io/RunFolderReport.h"
#include "io/SceneBuildFiles.h"
#include "support/TempFolder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {
namespace {

RunManifest someManifest()
{
    RunManifest manifest;
    manifest.version = "1.2.3";
    manifest.sceneHash = 0xfedcba9876543210ull;
    manifest.sceneText = R"({"simulation":{"end_frame":3,"seed":1},"output":{"folder":"out","name":"snow"}})";
    manifest.name = "snow";
    manifest.format = "bgeo";
    manifest.startFrame = -1;
    manifest.endFrame = 1;
    manifest.inputs = {{"tree.obj", 12, 34}};
    for (int64_t frame = -1; frame <= 1; ++frame)
        manifest.frames.push_back({frame, frameFileName("snow", frame, "bgeo"), 100, uint64_t(frame + 7), 5, {}, 0});
    return manifest;
}

TEST(FrameNames, HaveFourDigitsOrMoreAndASign)
{
    EXPECT_EQ(frameFileName("snow", 12, "bgeo"), "snow.0012.bgeo");
    EXPECT_EQ(frameFileName("snow", -3, "ply"), "snow.-0003.ply");
    EXPECT_EQ(frameFileName("snow", 123456, "vdb"), "snow.123456.vdb");
}

TEST(FrameNames, ReadBackAsTheirFrame)
{
    for (const int64_t frame : {-12345, -1, 0, 7, 9999, 10000}) {
        EXPECT_EQ(frameOfFileName(frameFileName("a.b", frame, "geo"), "a.b"), frame);
        EXPECT_EQ(frameOfFileName(densityFileName("a.b", frame), "a.b"), frame);
    }
}

TEST(FrameNames, OfOthersAreNotOurs)
{
    for (const char* name : {"snow.12.bgeo", "snow.0012.txt", "snow.0012", "snowy.0012.bgeo", "snow.0012.bgeo.sc",
                             "snow_density.0012.bgeo", "snow.00012.bgeo", "snow..bgeo"})
        EXPECT_FALSE(frameOfFileName(name, "snow")) << name;
}

TEST(FrameNames, LeftoversAreTemporaryNamesOfOurFilesOnly)
{
    EXPECT_TRUE(isLeftover("snow.0001.bgeo.tmp-12-0", "snow"));
    EXPECT_TRUE(isLeftover("checkpoint.firn.tmp-12-3", "snow"));
    EXPECT_FALSE(isLeftover("snow.0001.bgeo", "snow"));
    EXPECT_FALSE(isLeftover("snow.0001.bgeo.tmp-old", "snow"));
    EXPECT_FALSE(isLeftover("other.tmp-12-0", "snow"));
}

TEST(FolderLock, IsRefusedWhileItIsHeldAndFreeAfterwards)
{
    const TempFolder folder;
    {
        const RunFolderLock lock(folder.path());
        try {
            const RunFolderLock second(folder.path());
            FAIL() << "two locks on one folder";
        } catch (const FolderInUse& error) {
            EXPECT_NE(std::string(error.what()).find("process " + std::to_string(getpid())), std::string::npos);
        }
    }
    EXPECT_NO_THROW(RunFolderLock(folder.path()));
    EXPECT_TRUE(filesIn(folder.path()).empty());
}

TEST(FolderLock, NeedsAFolder) { EXPECT_THROW(RunFolderLock("/nowhere/at/all"), FileError); }

/// What a stranger's scene folder may hold instead of a lock: each must leave the victim's bytes alone.
void expectLockRefused(const TempFolder& folder, const std::string& victim)
{
    EXPECT_THROW(RunFolderLock(folder.path()), FileError);
    EXPECT_EQ(readStart(victim, 100), "precious");
}

TEST(FolderLock, IsNotWrittenThroughASymbolicLink)
{
    const TempFolder folder, elsewhere;
    const std::string victim = elsewhere.path() + "/victim";
    std::ofstream(victim) << "precious";
    std::filesystem::create_symlink(victim, folder.path() + "/" + kLockFile);
    expectLockRefused(folder, victim);
}

TEST(FolderLock, IsNotWrittenThroughAHardLink)
{
    const TempFolder folder, elsewhere;
    const std::string victim = elsewhere.path() + "/victim";
    std::ofstream(victim) << "precious";
    std::filesystem::create_hard_link(victim, folder.path() + "/" + kLockFile);
    expectLockRefused(folder, victim);
}

TEST(FolderLock, IsNotMadeBehindADanglingLink)
{
    const TempFolder folder, elsewhere;
    std::filesystem::create_symlink(elsewhere.path() + "/new", folder.path() + "/" + kLockFile);
    EXPECT_THROW(RunFolderLock(folder.path()), FileError);
    EXPECT_FALSE(std::filesystem::exists(elsewhere.path() + "/new"));
}

TEST(FolderLock, DoesNotWaitForAPipe)
{
    const TempFolder folder;
    ASSERT_EQ(mkfifo((folder.path() + "/" + kLockFile).c_str(), 0600), 0);
    EXPECT_THROW(RunFolderLock(folder.path()), FileError);
}

TEST(OpenFile, RefusesAPipeAtOnce)
{
    const TempFolder folder;
    const std::string pipe = folder.path() + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW(readStart(pipe, 10), FileError);
    EXPECT_THROW(readStart(folder.path(), 10), FileError);
}

TEST(Manifest, ReadsBackAsItWas)
{
    RunManifest manifest = someManifest();
    manifest.frames[1].densityFile = "snow_density.0000.vdb";
    manifest.frames[1].densityBytes = 99;
    const std::string text = manifestText(manifest);
    EXPECT_EQ(manifestText(parseManifest(text, "run.json")), text);
    EXPECT_TRUE(parseManifest(text, "run.json").complete());
}

TEST(Manifest, WithoutFramesReadsBackToo)
{
    RunManifest manifest = someManifest();
    manifest.cutAfter(-2);
    EXPECT_TRUE(parseManifest(manifestText(manifest), "run.json").frames.empty());
}

TEST(Manifest, CutAtAnyByteIsRefused)
{
    const std::string text = manifestText(someManifest());
    for (std::size_t length = 0; length + 2 < text.size(); ++length) // "}\n" ends it
        EXPECT_THROW(parseManifest(text.substr(0, length), "run.json"), FileError) << length;
}

TEST(Manifest, WithGapsIsRefused)
{
    RunManifest manifest = someManifest();
    manifest.frames.erase(manifest.frames.begin() + 1);
    EXPECT_THROW(parseManifest(manifestText(manifest), "run.json"), FileError);
}

TEST(Manifest, LengthFolderLimitsAndTitleMayChange)
{
    const RunManifest before = someManifest();
    RunManifest now = before;
    now.endFrame = 9;
    now.sceneText =
        R"({"title":"x","simulation":{"end_frame":9,"max_substeps":5,"seed":1},"output":{"folder":"other","name":"snow"}})";
    EXPECT_EQ(manifestDifference(before, now), "");
    EXPECT_EQ(resumableHash(before.sceneText), resumableHash(now.sceneText));
}

TEST(Manifest, AnythingElseMayNot)
{
    const RunManifest before = someManifest();
    RunManifest now = before;
    now.sceneText = R"({"simulation":{"end_frame":3,"seed":2},"output":{"folder":"out","name":"snow"}})";
    EXPECT_NE(manifestDifference(before, now).find("simulation.seed was 1, is now 2"), std::string::npos);
    EXPECT_NE(resumableHash(before.sceneText), resumableHash(now.sceneText));
    now = before;
    now.inputs[0].hash = 35;
    EXPECT_NE(manifestDifference(before, now).find("tree.obj"), std::string::npos);
}

TEST(Report, LinesParseWithFiguresThatJsonLacks)
{
    FrameReport report;
    report.frame = 4;
    report.smallestStep = std::numeric_limits<double>::infinity();
    const std::string line = frameReportLine(report);
    EXPECT_NE(line.find("\"smallest_step\":null"), std::string::npos);
    EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(Report, KeepsEachFrameOnceAndNothingTorn)
{
    const std::string text = "{\"frame\":1}\n{\"frame\":2,\"x\":1}\n{\"frame\":2,\"x\":2}\n[]\n{\"frame\":3}\n{\"fra";
    EXPECT_EQ(keptReportLines(text, 2), "{\"frame\":1}\n{\"frame\":2,\"x\":2}\n");
}

TEST(Report, TellsOfTheFramesThatTheRecordDoesNotListYet)
{
    const RunManifest whole = someManifest();
    RunManifest manifest = whole;
    manifest.cutAfter(-1);
    std::string text = "{\"frame\":0}\n"; // an older line, without a file
    for (const FrameEntry& entry : whole.frames) {
        FrameReport report;
        report.frame = entry.frame;
        report.hash = entry.hash;
        report.particles = entry.particles;
        text += frameReportLine(report, entry) + "\n";
    }
    RunManifest torn = manifest;
    addReported(manifest, text);
    EXPECT_EQ(manifestText(manifest), manifestText(whole));
    EXPECT_EQ(manifest.reported, 2u);
    addReported(torn, text.substr(0, text.size() - 1)); // without its line feed the last line does not count
    EXPECT_EQ(torn.frames.size(), 2u);
}

TEST(Report, AddsNoFrameBehindAGap)
{
    RunManifest manifest = someManifest();
    const FrameEntry last = manifest.frames.back();
    FrameReport report;
    report.frame = last.frame;
    manifest.cutAfter(-1);
    addReported(manifest, frameReportLine(report, last) + "\n");
    EXPECT_EQ(manifest.frames.size(), 1u);
}

TEST(SequencePath, PutsTheFrameWhereThePatternSays)
{
    EXPECT_EQ(sequencePath("a/tree.####.vdb", 12), "a/tree.0012.vdb");
    EXPECT_EQ(sequencePath("tree.$F4.vdb", 12345), "tree.12345.vdb");
    EXPECT_EQ(sequencePath("tree.$F.vdb", 7), "tree.7.vdb");
    EXPECT_EQ(sequencePath("tree.#.vdb", -7), "tree.-7.vdb");
    EXPECT_THROW(sequencePath("tree.vdb", 1), InputError);
}

} // namespace
} // namespace firn
