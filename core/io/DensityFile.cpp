#include "io/DensityFile.h"

#include "base/Hash.h"
#include "io/VdbStream.h"
#include "surface/DensityGrid.h"

namespace firn {

void writeDensity(const std::string& path, const Particles& particles, double voxelSize, const FrameInfo& info)
{
    prepareVdb();
    if (voxelSize == 0) voxelSize = densityVoxelFor(particles);
    const auto grid = densityGrid(particles.P(), particles.get<float>("mass"), voxelSize);
    openvdb::MetaMap metadata;
    for (const auto& [name, text] : infoTexts(info, particles.nextId()))
        metadata.insertMeta(name, openvdb::StringMetadata(text));
    OutputFile file(path);
    writeVdb(file, {grid}, metadata, "density", mix(mix(info.hash, uint64_t(info.frame)), hashText("density")));
    file.commit();
}

} // namespace firn
