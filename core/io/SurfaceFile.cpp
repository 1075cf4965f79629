#include "io/SurfaceFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "geometry/LevelSetGrid.h"
#include "io/VdbStream.h"
#include "surface/DensityGrid.h"

namespace firn {

void writeSurfaceVdb(const std::string& path, const SnowSurface& snow, const Particles& particles,
                     const SurfaceParams& params, const SurfaceGrids& grids, const FrameInfo& info)
{
    prepareVdb();
    openvdb::GridCPtrVec written;
    uint64_t tag = mix(mix(info.hash, uint64_t(info.frame)), hashText("surface"));
    if (grids.surface) {
        FIRN_ASSERT(snow.levelSet.has_value());
        written.push_back(snow.levelSet->grid().distance);
    }
    if (grids.density) {
        const DensityGrid density = densityGrid(particles, double(params.densityVoxel));
        written.push_back(density.density);
        written.push_back(density.velocity);
        tag = mix(tag, 1);
    }
    openvdb::MetaMap metadata;
    for (const auto& [name, text] : infoTexts(info, particles.nextId()))
        metadata.insertMeta(name, openvdb::StringMetadata(text));
    OutputFile file(path);
    writeVdb(file, written, metadata, "surface", tag);
    file.commit();
}

} // namespace firn
