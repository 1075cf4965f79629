// firn convert: a particle cache in another format, or as a density grid.
#include "Commands.h"
#include "ExitCode.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "io/DensityFile.h"
#include "io/ParticleFile.h"

#include <cstdio>
#include <filesystem>

namespace firn::cli {

int convertCommand(const ConvertOptions& options)
{
    std::error_code error;
    if (!options.overwrite && std::filesystem::exists(options.to, error))
        throw InputError("'" + options.to + "' exists; --overwrite replaces it");
    const bool vdb = std::filesystem::path(options.to).extension() == ".vdb";
    if (options.density && !vdb) throw InputError("'" + options.to + "': a density grid is written as .vdb");
    const ParticleFormat format = particleFormatOf(options.to);

    ParticleFile file = readParticles(options.from);
    for (const auto& note : file.notes)
        std::fprintf(stderr, "firn: note: %s: %s\n", options.from.c_str(), note.c_str());
    const uint64_t hash = stateHash(file.particles);
    if (file.verified && hash != file.info.hash)
        throw FileError(options.from, "holds another state than its stored hash says");
    file.info.hash = hash;
    if (options.density)
        writeDensity(options.to, file.particles, options.voxel, file.info);
    else
        writeParticles(options.to, file.particles, file.info, format);
    std::printf("%s: %s particles, hash %s\n", options.to.c_str(), countText(file.particles.size()).c_str(),
                hashHex(hash).c_str());
    return kOk;
}

} // namespace firn::cli
