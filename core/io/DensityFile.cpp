#include "io/DensityFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "io/DensityGrid.h"
#include "io/VdbStream.h"
#include "parallel/Reduce.h"

namespace firn {

double densityVoxelFor(const Particles& particles)
{
    const auto pscale = particles.get<float>("pscale");
    if (pscale.empty()) return 1;
    const double sum = sumOf(pscale.size(), 0.0, [&](std::size_t i) { return double(pscale[i]); });
    return 4 * sum / double(pscale.size()); // spacing is the diameter, 2 pscale
}

void writeDensity(const std::string& path, const Particles& particles, double voxelSize, const FrameInfo& info)
{
    prepareVdb();
    if (voxelSize == 0) voxelSize = densityVoxelFor(particles);
    if (!(voxelSize >= 1e-6 && voxelSize <= 1e6))
        throw InputError("density voxel size is " + toText(voxelSize) + " m; it must be from 1e-06 to 1e+06");
    const auto grid = densityGrid(particles.P(), particles.get<float>("mass"), voxelSize);
    openvdb::MetaMap metadata;
    for (const auto& [name, text] : infoTexts(info, particles.nextId()))
        metadata.insertMeta(name, openvdb::StringMetadata(text));
    OutputFile file(path);
    writeVdb(file, {grid}, metadata, "density", mix(mix(info.hash, uint64_t(info.frame)), hashText("density")));
    file.commit();
}

} // namespace firn
