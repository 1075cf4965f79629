#include "io/RunFolder.h"

#include "io/RunFolderPaths.h"
#include "io/RunFolderReport.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <unistd.h>

namespace firn {

namespace fs = std::filesystem;

namespace {

const std::string& madeFolder(const std::string& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FileError(folder, "cannot make the run's folder", error.value());
    return folder;
}

bool exists(const std::string& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

void removeFile(const std::string& path)
{
    if (unlink(path.c_str()) != 0 && errno != ENOENT) throw FileError(path, "cannot be removed", errno);
}

/// "frames 1 to 12".
std::string spanText(int64_t first, int64_t last)
{
    return first == last ? "frame " + std::to_string(first)
                         : "frames " + std::to_string(first) + " to " + std::to_string(last);
}

} // namespace

RunFolder::RunFolder(std::string folder, const Scene& scene, RunManifest manifest, RunMode mode, const Hooks& hooks)
    : mFolder(std::move(folder)), mScene(scene), mLock(madeFolder(mFolder)), mManifest(std::move(manifest)),
      mMode(mode), mOldNames{mManifest.name}
{
    if (!mLock.exclusive())
        hooks.warn("the file system of '" + mFolder + "' has no locks; make sure that no other run uses this folder");

    const std::vector<std::string> files = filesIn(mFolder);
    for (const auto& file : files)
        if (isLeftover(file, mManifest.name)) removeFile(pathOf(file));

    std::vector<int64_t> frames;
    for (const auto& file : files)
        if (const auto frame = frameOfFileName(file, mManifest.name)) frames.push_back(*frame);
    std::sort(frames.begin(), frames.end());
    const bool recorded = exists(pathOf(kManifestFile));

    if (mode == RunMode::New && (!frames.empty() || exists(pathOf(kCheckpointFile))))
        throw InputError("the folder '" + mFolder + "' already holds " +
                         (frames.empty() ? "a checkpoint" : spanText(frames.front(), frames.back())) +
                         " of a run. --resume goes on with it, --overwrite replaces it, --output names another folder");
    if (mode == RunMode::Resume && !recorded && !frames.empty())
        throw InputError("the folder '" + mFolder + "' holds " + spanText(frames.front(), frames.back()) + " but no " +
                         kManifestFile + " that says which scene made them. --overwrite replaces them");
    if (mode == RunMode::Resume && recorded) openEarlierRun(hooks);
    if (mode == RunMode::Overwrite && recorded) {
        try {
            mOldNames.push_back(readManifest(mFolder).name);
        } catch (const FileError&) { // it is going to be replaced, whatever it is
        }
    }
}

/// Decides where the earlier run can be taken up.
void RunFolder::openEarlierRun(const Hooks& hooks)
{
    RunManifest before = readManifest(mFolder);
    const std::string difference = manifestDifference(before, mManifest);
    if (!difference.empty())
        throw InputError("cannot resume in '" + mFolder + "': " + difference +
                         "\n--overwrite simulates again from the start, --output names another folder");
    if (before.version != mManifest.version)
        hooks.warn("this run began with Firn " + before.version + " and goes on with " + mManifest.version +
                   ": later frames may differ from those of a run in one go");
    mRecorded = before.frames.size() - before.reported;
    mManifest.frames = std::move(before.frames);

    // Frames that are all there need no checkpoint; frames beyond the last one asked for are kept.
    if (!mManifest.frames.empty() && mManifest.frames.back().frame >= mManifest.endFrame) {
        mManifest.endFrame = mManifest.frames.back().frame;
        verifyFrames(hooks);
        mAlreadyComplete = true;
    } else if (exists(pathOf(kCheckpointFile))) {
        resumeAt(readCheckpoint(pathOf(kCheckpointFile)), hooks);
    } else {
        mManifest.frames.clear();
        hooks.info("no checkpoint in '" + mFolder + "' yet: starting at the first frame");
    }
}

void RunFolder::resumeAt(Checkpoint checkpoint, const Hooks& hooks)
{
    const std::string startOver = "; --overwrite simulates again from the start";
    if (checkpoint.info.sceneHash != resumableHash(mManifest.sceneText))
        throw FileError(pathOf(kCheckpointFile), "belongs to another scene than this run's" + startOver);
    mManifest.cutAfter(checkpoint.state.frame);
    const int64_t last = mManifest.frames.empty() ? mManifest.startFrame - 1 : mManifest.frames.back().frame;
    if (last != checkpoint.state.frame)
        throw FileError(pathOf(kManifestFile), "lists frames up to " + std::to_string(last) +
                                                   ", but the checkpoint is at frame " +
                                                   std::to_string(checkpoint.state.frame) + startOver);
    verifyFrames(hooks);
    mCheckpoint = std::move(checkpoint.state);
}

void RunFolder::verifyFrames(const Hooks& hooks) const
{
    for (std::size_t i = 0; i < mManifest.frames.size(); ++i) {
        if (hooks.stopRequested()) throw Interrupted();
        verifyFrame(mFolder, mManifest.frames[i]);
        if (hooks.progress) hooks.progress(double(i + 1) / double(mManifest.frames.size()), "verifying frames");
    }
}

void RunFolder::begin(std::optional<int64_t> kept)
{
    // The checkpoint goes first: from then on an earlier run's frames can no longer be taken for this one's.
    if (!kept) removeFile(pathOf(kCheckpointFile));
    // The report goes before the record, or a new record would be read together with an old report's frames.
    const std::string lines = kept ? keptReportLines(reportText(mFolder), *kept) : "";
    OutputFile report(pathOf(kReportFile));
    report.write(lines);
    report.commit();
    writeManifest();
    for (const auto& name : filesIn(mFolder))
        for (const auto& oldName : mOldNames) {
            const auto frame = frameOfFileName(name, oldName);
            if (frame && (!kept || *frame > *kept)) removeFile(pathOf(name));
        }
}

} // namespace firn
