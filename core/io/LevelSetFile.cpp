#include "io/LevelSetFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "geometry/LevelSetGrid.h"
#include "io/InputFile.h"
#include "io/VdbGrids.h"
#include "io/VdbStream.h"

#include <cmath>

namespace firn {

namespace {

/// The grid asked for, or the first of class level set, or else the first float grid.
openvdb::GridBase::Ptr choose(const std::vector<VdbGrid>& grids, const std::string& wanted, const std::string& name)
{
    std::vector<std::string> known;
    openvdb::GridBase::Ptr first, levelSet;
    for (const auto& [gridName, type, grid, why] : grids) {
        known.push_back(gridName);
        if (!wanted.empty() && gridName == wanted) {
            if (!grid) throw FileError(name, "grid '" + wanted + "' " + why + "; a level set has floats in cubes");
            return grid;
        }
        if (!grid || !grid->isType<openvdb::FloatGrid>()) continue;
        if (!first) first = grid;
        if (!levelSet && grid->getGridClass() == openvdb::GRID_LEVEL_SET) levelSet = grid;
    }
    if (!wanted.empty()) throw FileError(name, unknownName("grid", wanted, known));
    if (!first) throw FileError(name, "has no level set: a grid of floats is needed");
    return levelSet ? levelSet : first;
}

void require(bool holds, const std::string& name, const std::string& grid, const std::string& what)
{
    if (!holds) throw FileError(name, "grid '" + grid + "' " + what);
}

bool isVelocityName(const std::string& name) { return name == "v" || name == "vel"; }

bool isFinite(float value) { return std::isfinite(value); }
bool isFinite(const openvdb::Vec3f& value) { return value.isFinite(); }

/// Sampling takes inactive values in too: not one may be infinite or not a number.
template <class Grid> bool allFinite(const Grid& grid)
{
    using Tree = typename Grid::TreeType;
    for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf)
        for (openvdb::Index n = 0; n < Tree::LeafNodeType::SIZE; ++n)
            if (!isFinite(leaf->getValue(n))) return false;
    auto tile = grid.tree().cbeginValueAll();
    tile.setMaxDepth(Tree::ValueAllCIter::LEAF_DEPTH - 1);
    for (; tile; ++tile)
        if (!isFinite(tile.getValue())) return false;
    return isFinite(grid.background());
}

} // namespace

LevelSet parseLevelSet(Span<const std::byte> bytes, const std::string& name, const std::string& gridName,
                       std::vector<std::string>* notes)
try {
    const std::vector<VdbGrid> grids = readVdbGrids(bytes, name);
    const auto base = choose(grids, gridName, name);
    const std::string chosen = base->getName();
    require(base->isType<openvdb::FloatGrid>(), name, chosen,
            "holds " + base->valueType() + " values; a level set needs float");
    require(base->getGridClass() != openvdb::GRID_FOG_VOLUME, name, chosen,
            "is a fog volume, not a level set: convert it (in Houdini: Convert VDB, to SDF)");
    const auto& transform = base->transform();
    require(transform.isLinear() && transform.hasUniformScale(), name, chosen,
            "has voxels that are not cubes: resample it (in Houdini: Resample VDB)");
    const auto distance = openvdb::gridPtrCast<openvdb::FloatGrid>(base);
    const double voxel = transform.voxelSize().x(), background = distance->background();
    require(std::isfinite(voxel) && voxel > 0, name, chosen, "has no usable voxel size");
    require(std::isfinite(background) && background > 0, name, chosen,
            "has the background " + toText(background) + "; a level set's is its width, above 0");
    require(distance->activeVoxelCount() > 0, name, chosen, "is empty");
    require(allFinite(*distance), name, chosen, "has a distance that is not finite");
    if (base->getGridClass() != openvdb::GRID_LEVEL_SET) {
        if (notes) notes->push_back("grid '" + chosen + "' does not say what it is and was taken for a level set");
        distance->setGridClass(openvdb::GRID_LEVEL_SET);
    }

    auto result = std::make_shared<LevelSetGrid>();
    result->distance = distance;
    for (const auto& [velocityName, type, grid, why] : grids) {
        if (!isVelocityName(velocityName) || type != openvdb::Vec3SGrid::gridType() || result->velocity) continue;
        if (!grid) {
            if (notes) notes->push_back("its velocity is ignored: it " + why);
            continue;
        }
        result->velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(grid);
        require(allFinite(*result->velocity), name, velocityName, "has a velocity that is not finite");
    }
    return LevelSet(std::move(result));
} catch (const openvdb::Exception& error) {
    throw FileError(name, std::string("is damaged: ") + error.what());
}

LevelSet readLevelSet(const std::string& path, const std::string& gridName, std::vector<std::string>* notes)
{
    const InputFile file(path);
    return parseLevelSet(file.bytes(), path, gridName, notes);
}

void writeLevelSet(const std::string& path, const LevelSet& levelSet)
{
    prepareVdb();
    const LevelSetGrid& grid = levelSet.grid();
    // A copy shares the voxels but has its own name, which may be changed.
    const auto distance = std::const_pointer_cast<openvdb::FloatGrid>(grid.distance->copy());
    if (distance->getName().empty()) distance->setName("surface");
    openvdb::GridCPtrVec grids{distance};
    if (grid.velocity) {
        const auto velocity = std::const_pointer_cast<openvdb::Vec3SGrid>(grid.velocity->copy());
        if (!isVelocityName(velocity->getName())) velocity->setName("vel");
        grids.push_back(velocity);
    }
    OutputFile file(path);
    writeVdb(file, grids, {}, "levelset", hashText(distance->getName()));
    file.commit();
}

} // namespace firn
