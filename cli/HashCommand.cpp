// firn hash: recomputes state hashes and compares them with what is stored.
#include "Commands.h"
#include "ExitCode.h"
#include "Json.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "io/ParticleFile.h"
#include "io/RunFolder.h"
#include "io/RunFolderPaths.h"

#include <filesystem>

namespace firn::cli {

namespace {

void printHash(const HashOptions& options, const std::string& file, uint64_t hash, const std::string& verdict)
{
    if (options.json)
        std::printf("%s\n", Json{{"file", file}, {"hash", hashHex(hash)}, {"verdict", verdict}}.dump().c_str());
    else
        std::printf("%s  %s  %s\n", hashHex(hash).c_str(), file.c_str(), verdict.c_str());
}

int hashFile(const HashOptions& options)
{
    const ParticleFile file = readParticles(options.path);
    const uint64_t hash = stateHash(file.particles);
    if (!file.verified) {
        printHash(options, options.path, hash, "not written by Firn: nothing to compare with");
        return kOk;
    }
    const bool same = hash == file.info.hash;
    printHash(options, options.path, hash, same ? "verified" : "MISMATCH, stored is " + hashHex(file.info.hash));
    if (!same) throw FileError(options.path, "holds another state than its stored hash says");
    return kOk;
}

int hashFolder(const HashOptions& options)
{
    const RunManifest manifest = readManifest(options.path);
    std::string firstFault;
    int faults = 0;
    for (const FrameEntry& entry : manifest.frames) {
        std::string verdict = "verified";
        try {
            verifyFrame(options.path, entry);
        } catch (const FileError& error) {
            verdict = "FAILED";
            if (faults++ == 0) firstFault = error.what();
        }
        printHash(options, entry.file, entry.hash, verdict);
    }
    if (faults > 0)
        throw FileError(options.path, std::to_string(faults) + " of " + std::to_string(manifest.frames.size()) +
                                          " frames failed; the first: " + firstFault);
    if (!manifest.complete())
        std::fprintf(stderr, "firn: note: the run in '%s' is not complete: %zu of %lld frames; go on with --resume\n",
                     options.path.c_str(), manifest.frames.size(),
                     static_cast<long long>(manifest.endFrame - manifest.startFrame + 1));
    return kOk;
}

} // namespace

int hashCommand(const HashOptions& options)
{
    return std::filesystem::is_directory(options.path) ? hashFolder(options) : hashFile(options);
}

} // namespace firn::cli
