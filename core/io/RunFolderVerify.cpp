// Checks of what an earlier run left: its record, and its frames against the record.
#include "base/Hash.h"
#include "base/Version.h"
#include "io/InputFile.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"
#include "io/SceneBuildFiles.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

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

/// Reading all of a long sequence before each run would cost more than it saves: three pieces of a long file will do.
InputEntry inputEntry(const SceneFileUse& use)
{
    constexpr uint64_t kPiece = 1 << 20;
    std::error_code error;
    const uint64_t size = std::filesystem::file_size(use.path, error);
    std::ifstream file(use.path, std::ios::binary);
    if (error || !file)
        throw FileError(use.path, "cannot be read, and " + use.user + " needs it", error ? error.value() : errno);
    std::vector<uint64_t> starts = {0};
    if (size > 3 * kPiece) starts = {0, (size - kPiece) / 2, size - kPiece};
    HashStream hash;
    std::vector<char> piece(std::min(size, size > 3 * kPiece ? kPiece : 3 * kPiece));
    for (const uint64_t start : starts) {
        file.seekg(std::streamoff(start));
        file.read(piece.data(), std::streamsize(piece.size()));
        if (!file) throw FileError(use.path, "cannot be read, and " + use.user + " needs it", errno);
        hash.add(piece.data(), piece.size());
    }
    return {use.name, size, hash.value()};
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
    for (const auto& use : sceneFiles(scene)) manifest.inputs.push_back(inputEntry(use));
    return manifest;
}

} // namespace firn
