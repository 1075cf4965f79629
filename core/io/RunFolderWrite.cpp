// What a run writes into its folder, in the order that RunFolder.h explains.
#include "base/Version.h"
#include "io/DensityFile.h"
#include "io/OpenFile.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"
#include "io/RunFolderReport.h"
#include "io/RunHistory.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace firn {

namespace {

uint64_t sizeOf(const std::string& path)
{
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) throw FileError(path, "cannot be found", errno);
    return uint64_t(info.st_size);
}

std::string softwareText() { return std::string("Firn ") + version(); }

} // namespace

uint64_t RunFolder::writeFrame(const SimState& state, double time, const FrameReport& report)
{
    FrameEntry entry;
    entry.frame = state.frame;
    entry.file = frameFileName(mManifest.name, state.frame, mManifest.format);
    entry.hash = report.hash;
    entry.particles = state.particles.size();
    const FrameInfo info{state.frame, time, report.hash, softwareText(), mScene.title};
    writeParticles(pathOf(entry.file), state.particles, info, mScene.output.format);
    entry.bytes = sizeOf(pathOf(entry.file));
    if (mScene.output.density) {
        entry.densityFile = densityFileName(mManifest.name, state.frame);
        writeDensity(pathOf(entry.densityFile), state.particles, mScene.output.densityVoxel, info);
        entry.densityBytes = sizeOf(pathOf(entry.densityFile));
    }
    appendReport(frameReportLine(report, entry));
    mManifest.frames.push_back(entry);
    return entry.bytes + entry.densityBytes;
}

void RunFolder::writeCheckpoint(const SimState& state)
{
    firn::writeCheckpoint(pathOf(kCheckpointFile), state,
                          {resumableHash(mManifest.sceneText), mManifest.sceneText, softwareText()});
}

void RunFolder::writeManifest()
{
    OutputFile file(pathOf(kManifestFile));
    file.write(manifestText(mManifest));
    file.commit();
    mRecorded = mManifest.frames.size();
}

void RunFolder::record()
{
    if (mRecorded != mManifest.frames.size()) writeManifest();
}

void RunFolder::reportEnd(const std::string& ended, const std::string& text)
{
    const int64_t last = mManifest.frames.empty() ? mManifest.startFrame - 1 : mManifest.frames.back().frame;
    appendReport(endReportLine(ended, last, text));
}

/// Appends one whole line or none, and syncs it: from then on the frame belongs to the run.
void RunFolder::appendReport(const std::string& content)
{
    const std::string path = pathOf(kReportFile), line = content + "\n";
    const int file = openOwned(path, O_WRONLY | O_APPEND).release();
    const off_t before = lseek(file, 0, SEEK_END);
    const ssize_t written = write(file, line.data(), line.size());
    int reason = written < 0 ? errno : written < ssize_t(line.size()) ? ENOSPC : 0;
    if (reason == 0 && fsync(file) != 0) reason = errno;
    if (reason != 0 && ftruncate(file, before) != 0) reason = errno;
    if (close(file) != 0 && reason == 0) reason = errno;
    if (reason != 0) throw FileError(path, "cannot be written", reason);
}

void RunFolder::checkWhole() const
{
    if (!mManifest.complete()) throw FileError(pathOf(kManifestFile), "does not list every frame of the run");
    for (const auto& entry : mManifest.frames) {
        if (sizeOf(pathOf(entry.file)) != entry.bytes)
            throw FileError(pathOf(entry.file), "has changed its size since it was written");
        if (!entry.densityFile.empty() && sizeOf(pathOf(entry.densityFile)) != entry.densityBytes)
            throw FileError(pathOf(entry.densityFile), "has changed its size since it was written");
    }
}

} // namespace firn
