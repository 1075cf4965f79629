// A run's output folder: frames, record, report and checkpoint. A run killed at any instant can go on from it.
//
// Order of writing, so that each step relies only on what is already whole on disk: frame file, density file, a line of
// report.jsonl, and now and then checkpoint.firn. run.json is written when a run begins and when it ends: the frames
// that it does not list yet have their lines in report.jsonl, so that a frame costs the same however many came before.
// Resuming trusts the frames up to the checkpoint after checking every one of them, and throws away what came later.
#pragma once

#include "base/Hooks.h"
#include "io/Checkpoint.h"
#include "io/RunFolderLock.h"
#include "io/RunFolderManifest.h"
#include "io/SceneFile.h"
#include "sim/Simulation.h"

#include <optional>

namespace firn {

enum class RunMode {
    New,       ///< refuses a folder that holds frames
    Resume,    ///< goes on from the checkpoint; begins when there is none
    Overwrite, ///< replaces what is there
};

/// The record of a run that is about to begin. Reads and hashes the files the scene refers to.
RunManifest manifestOf(const LoadedScene& loaded);

class RunFolder {
public:
    /// Makes the folder, locks it and decides what to do; changes no file of an earlier run yet.
    /// Throws FolderInUse; InputError when the mode does not fit what is there; FileError when a frame is missing or
    /// damaged.
    RunFolder(std::string folder, const Scene& scene, RunManifest manifest, RunMode mode, const Hooks& hooks);

    const std::string& path() const { return mFolder; }

    /// Every frame asked for was there and verified: nothing is left to do.
    bool alreadyComplete() const { return mAlreadyComplete; }

    /// The state to go on from, once; empty when the run starts at its first frame.
    std::optional<SimState> takeCheckpoint() { return std::move(mCheckpoint); }

    /// Clears away what the run will write again: all, or what comes after the frame `kept`. Call it when the
    /// simulation is ready to go.
    void begin(std::optional<int64_t> kept);

    /// Writes the frame that the state has just completed; returns its size in bytes.
    uint64_t writeFrame(const SimState& state, double time, const FrameReport& report);

    void writeCheckpoint(const SimState& state);

    /// Adds to the report that the run ended before its last frame, and why: "stopped", "interrupted". A resumed run
    /// takes it away again.
    void reportEnd(const std::string& ended, const std::string& text);

    /// Lists in run.json every frame that was written. Call it when the run ends, whole or stopped.
    void record();

    /// Throws FileError unless every frame of the run is there with the size it was written with.
    void checkWhole() const;

    const RunManifest& manifest() const { return mManifest; }

private:
    void openEarlierRun(const Hooks& hooks);
    void resumeAt(Checkpoint checkpoint, const Hooks& hooks);
    void verifyFrames(const Hooks& hooks) const;
    std::string pathOf(const std::string& file) const { return mFolder + "/" + file; }
    void writeManifest();
    void appendReport(const std::string& line);

    std::string mFolder;
    const Scene& mScene;
    RunFolderLock mLock;
    RunManifest mManifest;
    RunMode mMode;
    bool mAlreadyComplete = false;
    std::size_t mRecorded = 0; ///< frames that run.json lists
    std::optional<SimState> mCheckpoint;
    std::vector<std::string> mOldNames; ///< what earlier runs' files in this folder start with
};

/// Reads a frame's files again: size, checksum, frame number and state hash must be those of the record.
/// Throws FileError.
void verifyFrame(const std::string& folder, const FrameEntry& entry);

/// The record of the run in a folder, with the frames that only report.jsonl knows yet; throws FileError.
RunManifest readManifest(const std::string& folder);

} // namespace firn
