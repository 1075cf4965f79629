// VDB primitives, and distance functions of other kinds, as level sets.
#include "DetailShape.h"

#include "base/Error.h"
#include "geometry/LevelSetGrid.h"
#include "parallel/Threads.h"

#include <GEO/GEO_PrimVDB.h>
#include <cmath>
#include <openvdb/tools/LevelSetRebuild.h>
#include <openvdb/tools/SignedFloodFill.h>

namespace firn::houdini {

namespace {

using openvdb::FloatGrid;
using openvdb::Vec3SGrid;

/// Distances of level sets that are made here are known this far from the surface.
constexpr float kBandVoxels = 4;

struct NamedGrid {
    std::string name;
    openvdb::GridBase::ConstPtr grid;
};

std::vector<NamedGrid> gridsOf(const GU_Detail& detail)
{
    std::vector<NamedGrid> grids;
    forEachPiece(detail, [&](const GU_Detail& piece) {
        const GEO_Primitive* prim;
        GA_FOR_ALL_PRIMITIVES(&piece, prim)
        {
            if (prim->getTypeId() != GEO_PRIMVDB) continue;
            const auto* vdb = static_cast<const GEO_PrimVDB*>(prim);
            if (vdb->hasGrid()) grids.push_back({vdb->getGridName(), vdb->getConstGridPtr()});
        }
    });
    return grids;
}

bool isLevelSet(const openvdb::GridBase& grid)
{
    return grid.isType<FloatGrid>() && grid.getGridClass() == openvdb::GRID_LEVEL_SET;
}

/// The surface where the density is half of its largest value.
FloatGrid::ConstPtr surfaceOfFog(const FloatGrid& fog, const std::string& what)
{
    float largest = 0;
    for (auto value = fog.cbeginValueOn(); value; ++value) largest = std::max(largest, *value);
    if (!(largest > 0) || !std::isfinite(largest)) throw InputError(what + " holds no density above 0");
    FloatGrid::Ptr surface;
    // One thread: the same bits on every machine.
    runWithThreads(1, [&] { surface = openvdb::tools::levelSetRebuild(fog, 0.5f * largest, kBandVoxels); });
    return surface;
}

} // namespace

std::optional<LevelSet> vdbLevelSet(const GU_Detail& detail, const std::string& who)
{
    const std::vector<NamedGrid> grids = gridsOf(detail);
    if (grids.empty()) return std::nullopt;
    const auto what = [&](const NamedGrid& grid) { return who + ": VDB '" + grid.name + "'"; };
    auto result = std::make_shared<LevelSetGrid>();
    for (const auto& grid : grids)
        if (!result->distance && isLevelSet(*grid.grid))
            result->distance = openvdb::gridConstPtrCast<FloatGrid>(grid.grid);
    for (const auto& grid : grids)
        if (!result->distance && grid.grid->isType<FloatGrid>())
            result->distance = surfaceOfFog(*openvdb::gridConstPtrCast<FloatGrid>(grid.grid), what(grid));
    if (!result->distance)
        throw InputError(what(grids.front()) + " holds " + grids.front().grid->valueType() +
                         " values; a signed distance field or a fog volume of floats is needed");
    if (!(result->distance->background() > 0))
        throw InputError(what(grids.front()) + " has the background " + std::to_string(result->distance->background()) +
                         "; a signed distance field's is its width, above 0");
    for (const auto& grid : grids)
        if (!result->velocity && grid.grid->isType<Vec3SGrid>() && (grid.name == "v" || grid.name == "vel"))
            result->velocity = openvdb::gridConstPtrCast<Vec3SGrid>(grid.grid);
    return LevelSet(std::move(result));
}

LevelSet sampledLevelSet(const Box3f& box, float voxelSize, const std::function<float(const Vec3f&)>& distance)
{
    constexpr double kMostVoxels = 5e8;
    if (box.empty() || !(voxelSize > 0) ||
        double(box.size().x()) * box.size().y() * box.size().z() / std::pow(double(voxelSize), 3) > kMostVoxels)
        throw InputError("a field of this size cannot be sampled with a voxel size of " + std::to_string(voxelSize));
    const float band = kBandVoxels * voxelSize;
    const auto grid = FloatGrid::create(band);
    grid->setTransform(openvdb::math::Transform::createLinearTransform(voxelSize));
    grid->setGridClass(openvdb::GRID_LEVEL_SET);
    auto writer = grid->getAccessor();
    const Vec3f lower = (box.lower.array() - band) / voxelSize, upper = (box.upper.array() + band) / voxelSize;
    openvdb::Coord at;
    for (at.x() = int(std::floor(lower.x())); at.x() <= upper.x(); ++at.x())
        for (at.y() = int(std::floor(lower.y())); at.y() <= upper.y(); ++at.y())
            for (at.z() = int(std::floor(lower.z())); at.z() <= upper.z(); ++at.z()) {
                const float d = distance(voxelSize * Vec3f(float(at.x()), float(at.y()), float(at.z())));
                if (std::abs(d) < band) writer.setValue(at, d);
            }
    openvdb::tools::signedFloodFill(grid->tree());
    auto result = std::make_shared<LevelSetGrid>();
    result->distance = grid;
    return LevelSet(std::move(result));
}

} // namespace firn::houdini
