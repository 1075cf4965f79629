// Checks of what an earlier run left: its record, and its frames against the record.
#include "base/Hash.h"
#include "base/Version.h"
#include "io/InputFile.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"
#include "io/SceneBuildFiles.h"

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

InputEntry inputEntry(const std::string& path, const std::string& user)
{
    try {
        const InputFile file(path);
        return {path, file.bytes().size(), hashBytes(file.bytes().data(), file.bytes().size())};
    } catch (const FileError& error) {
        if (error.errnoValue() == 0) throw;
        throw FileError(path, "cannot be read, and " + user + " needs it", error.errnoValue());
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
    return parseManifest({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, file.path());
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
    for (const auto& [path, user] : sceneFiles(scene)) manifest.inputs.push_back(inputEntry(path, user));
    return manifest;
}

} // namespace firn
