// VDB primitives, and distance functions of other kinds, as level sets.
#include "DetailShape.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "geometry/LevelSetGrid.h"
#include "geometry/WidenLevelSet.h"
#include "parallel/Threads.h"

#include <GEO/GEO_PrimVDB.h>
#include <algorithm>
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

/// Adds to a hash what tells this grid from others: where its voxels are in memory, and where in space.
void identify(const openvdb::GridBase& grid, ShapeVdb& shape, HashStream& hash)
{
    const std::shared_ptr<const void> voxels = grid.constBaseTreePtr();
    const void* address = voxels.get();
    shape.held.push_back(voxels);
    hash.add(&address, sizeof address);
    const openvdb::Mat4d place = grid.transform().baseMap()->getAffineMap()->getMat4();
    hash.add(place.asPointer(), 16 * sizeof(double));
}

} // namespace

std::optional<ShapeVdb> shapeVdb(const GU_Detail& detail, const std::string& who)
{
    const std::vector<NamedGrid> grids = gridsOf(detail);
    if (grids.empty()) return std::nullopt;
    const auto first = [&](const auto& wanted) -> const NamedGrid* {
        const auto found = std::find_if(grids.begin(), grids.end(), wanted);
        return found == grids.end() ? nullptr : &*found;
    };
    const NamedGrid* surface = first([](const NamedGrid& grid) { return isLevelSet(*grid.grid); });
    const bool fog = !surface;
    if (fog) surface = first([](const NamedGrid& grid) { return grid.grid->isType<FloatGrid>(); });
    const auto what = [&](const NamedGrid& grid) { return who + ": VDB '" + grid.name + "'"; };
    if (!surface)
        throw InputError(what(grids.front()) + " holds " + grids.front().grid->valueType() +
                         " values; a signed distance field or a fog volume of floats is needed");
    const NamedGrid* velocity = first([](const NamedGrid& grid) {
        return grid.grid->isType<Vec3SGrid>() && (grid.name == "v" || grid.name == "vel");
    });

    ShapeVdb shape;
    HashStream identity;
    identify(*surface->grid, shape, identity);
    if (velocity) identify(*velocity->grid, shape, identity);
    shape.identity = identity.value();
    shape.make = [=, name = what(*surface), distance = openvdb::gridConstPtrCast<FloatGrid>(surface->grid),
                  motion = velocity ? openvdb::gridConstPtrCast<Vec3SGrid>(velocity->grid) : nullptr] {
        auto result = std::make_shared<LevelSetGrid>();
        result->distance = fog ? surfaceOfFog(*distance, name) : distance;
        if (!(result->distance->background() > 0))
            throw InputError(name + " has the background " + std::to_string(result->distance->background()) +
                             "; a signed distance field's is its width, above 0");
        result->velocity = motion;
        return LevelSet(std::move(result));
    };
    return shape;
}

LevelSet sampledLevelSet(const Box3f& box, float voxelSize, float wanted,
                         const std::function<float(const Vec3f&)>& distance)
{
    constexpr double kMostVoxels = 5e8;
    if (box.empty() || !(voxelSize > 0) ||
        double(box.size().x()) * box.size().y() * box.size().z() / std::pow(double(voxelSize), 3) > kMostVoxels)
        throw InputError("a field of this size cannot be sampled with a voxel size of " + std::to_string(voxelSize));
    const float band = voxelSize * std::clamp(wanted / voxelSize, kBandVoxels, float(kWidestBand));
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
