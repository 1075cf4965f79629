#include "geometry/WidenLevelSet.h"

#include "base/Text.h"
#include "geometry/LevelSetGrid.h"

#include <algorithm>
#include <cmath>
#include <openvdb/tools/ChangeBackground.h>
#include <openvdb/tools/FastSweeping.h>

namespace firn {

namespace {
constexpr int kSweeps = 2; // of eight directions each
}

LevelSet widened(const LevelSet& levelSet, float band)
{
    const LevelSetGrid& from = levelSet.grid();
    const float voxel = levelSet.voxelSize(), known = from.distance->background();
    const float wanted = std::min(band, kWidestBand * voxel);
    if (!(wanted > known) || !(voxel > 0)) return levelSet;
    const int layers = int(std::ceil((wanted - known) / voxel)) + 3; // more: trilinear cells at the edge are whole
    const auto distance = openvdb::tools::dilateSdf(*from.distance, layers, openvdb::tools::NN_FACE, kSweeps);
    openvdb::tools::changeLevelSetBackground(distance->tree(), wanted);
    // Sweeping solves anew for all but the voxels at the surface, to first order: what was known is better.
    auto out = distance->getAccessor();
    for (auto value = from.distance->cbeginValueOn(); value; ++value)
        if (value.isVoxelValue()) out.setValue(value.getCoord(), *value);
    auto grids = std::make_shared<LevelSetGrid>(from);
    grids->distance = distance;
    return LevelSet(std::move(grids));
}

LevelSet widenedFor(const LevelSet& levelSet, float scale, float band, const std::string& who, const Hooks& hooks)
{
    const float own = band / scale, voxel = levelSet.voxelSize();
    if (own > kWidestBand * voxel)
        hooks.warn(who + ": its voxels (" + toText(voxel * scale) + " m) are so fine that distances are known only " +
                   toText(kWidestBand * voxel * scale) + " m deep, and the snow reaches " + toText(band) +
                   " m; a larger voxel_size, of about " + toText(0.1f * band) + " m, serves it better");
    return widened(levelSet, own);
}

} // namespace firn
