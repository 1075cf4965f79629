// run.json: what a run's folder holds, so that a later run can check it and go on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace firn {

/// One frame as it was written.
struct FrameEntry {
    int64_t frame = 0;
    std::string file;   ///< in the run's folder
    uint64_t bytes = 0; ///< the file's size
    uint64_t hash = 0;  ///< the state hash
    uint64_t particles = 0;
    std::string densityFile; ///< empty when none was asked for
    uint64_t densityBytes = 0;
};

/// A file the scene reads, as it was when the run began.
struct InputEntry {
    std::string path; ///< as in the scene
    uint64_t bytes = 0;
    uint64_t hash = 0; ///< of its content
};

struct RunManifest {
    std::string version; ///< of Firn
    uint64_t sceneHash = 0;
    std::string sceneText; ///< the whole scene, canonical
    std::string name;      ///< files start with it
    std::string format;    ///< "bgeo"
    int64_t startFrame = 0, endFrame = 0;
    std::vector<InputEntry> inputs;
    std::vector<FrameEntry> frames; ///< by ascending frame, without gaps
    std::size_t reported = 0;       ///< how many of them, at the end, run.json does not list yet

    /// Forgets the frames after this one.
    void cutAfter(int64_t frame);

    /// True when every frame from start to end is listed.
    bool complete() const;
};

std::string manifestText(const RunManifest& manifest);

/// Throws FileError naming `path` when the text is not a whole manifest.
RunManifest parseManifest(const std::string& text, const std::string& path);

/// Adds the frames that follow the manifest's last one and have a whole line in report.jsonl, and counts them.
void addReported(RunManifest& manifest, const std::string& reportText);

/// What keeps a run of `now` from going on with what `before` wrote, in plain words; empty when nothing does.
/// How far to simulate, where to, how often to save, and limits that only stop a run may differ: they do not change the
/// snow.
std::string manifestDifference(const RunManifest& before, const RunManifest& now);

/// The hash of the scene without those: a checkpoint with another one belongs to another run.
uint64_t resumableHash(const std::string& sceneText);

} // namespace firn
