// Checks of what an earlier run left: its record, and its frames against the record.
#include "base/Hash.h"
#include "base/Version.h"
#include "io/InputFile.h"
#include "io/OpenFile.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"
#include "io/RunFolderReport.h"
#include "io/SceneBuildFiles.h"

#include <vector>

namespace firn {

namespace {

constexpr const char* kWhatToDo = ". Put it back, or simulate again from the start with --overwrite";

void verifyParticles(const std::string& path, const FrameEntry& entry)
{
    const ParticleFile file = readParticles(path);
    if (!file.verified) throw FileError(path, std::string("was not written by Firn") + kWhatToDo);
    if (file.info.frame != entry.frame)
        throw FileError(path, "holds frame " + std::to_string(file.info.frame) + " instead of " +
                                  std::to_string(entry.frame) + kWhatToDo);
    const uint64_t hash = stateHash(file.particles);
    if (hash != entry.hash || file.bytes != entry.bytes)
        throw FileError(path, "is not the file this run wrote: its state hash is " + hashHex(hash) + ", recorded is " +
                                  hashHex(entry.hash) + kWhatToDo);
}

/// All of the file: an edit that the hash missed would go on in silence with other geometry than the run began with.
InputEntry inputEntry(const SceneFileUse& use)
{
    try {
        uint64_t size = 0, total = 0;
        const OpenFile file = openRegular(use.path, size);
        HashStream hash;
        std::vector<char> piece(1 << 20);
        for (std::size_t count = piece.size(); count == piece.size(); total += count) {
            count = readSome(file, piece.data(), piece.size(), use.path);
            hash.add(piece.data(), count);
        }
        return {use.name, total, hash.value()};
    } catch (const FileError& error) {
        const std::string needs = ", and " + use.user + " needs it";
        if (error.errnoValue() == 0) throw FileError(use.path, "is not a regular file" + needs);
        throw FileError(use.path, "cannot be read" + needs, error.errnoValue());
    }
}

} // namespace

void verifyFrame(const std::string& folder, const FrameEntry& entry)
{
    verifyParticles(folder + "/" + entry.file, entry);
    if (entry.densityFile.empty()) return;
    const InputFile density(folder + "/" + entry.densityFile);
    if (!density.verified() || density.bytes().size() != entry.densityBytes)
        throw FileError(density.path(), std::string("is not the file this run wrote") + kWhatToDo);
}

RunManifest readManifest(const std::string& folder)
{
    const InputFile file(folder + "/" + kManifestFile);
    RunManifest manifest =
        parseManifest({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, file.path());
    addReported(manifest, reportText(folder));
    return manifest;
}

RunManifest manifestOf(const LoadedScene& loaded)
{
    const Scene& scene = loaded.scene;
    RunManifest manifest;
    manifest.version = version();
    manifest.sceneHash = loaded.hash;
    manifest.sceneText = loaded.text;
    manifest.name = scene.output.name;
    manifest.format = std::string(kParticleFormats[std::size_t(scene.output.format)]);
    manifest.startFrame = scene.simulation.startFrame;
    manifest.endFrame = scene.simulation.endFrame;
    for (const auto& use : sceneFiles(scene)) manifest.inputs.push_back(inputEntry(use));
    return manifest;
}

} // namespace firn
