#include "io/LevelSetFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "geometry/LevelSetGrid.h"
#include "io/InputFile.h"
#include "io/VdbStream.h"

#include <cmath>

namespace firn {

namespace {

/// The grid asked for, or the first of class level set, or else the first float grid.
openvdb::GridBase::Ptr choose(const openvdb::GridPtrVec& grids, const std::string& wanted, const std::string& name)
{
    std::vector<std::string> known;
    openvdb::GridBase::Ptr first, levelSet;
    for (const auto& grid : grids) {
        if (!grid) continue;
        known.push_back(grid->getName());
        if (!wanted.empty() && grid->getName() == wanted) return grid;
        if (!grid->isType<openvdb::FloatGrid>()) continue;
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

/// Values that a collider or source could not work with.
void checkValues(const openvdb::FloatGrid& grid, const std::string& name)
{
    for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf)
        for (auto value = leaf->cbeginValueOn(); value; ++value)
            require(std::isfinite(*value), name, grid.getName(), "has a distance that is not finite");
}

} // namespace

LevelSet parseLevelSet(Span<const std::byte> bytes, const std::string& name, const std::string& gridName,
                       std::vector<std::string>* notes)
try {
    const VdbContent content = readVdb(bytes, name);
    const auto base = choose(*content.grids, gridName, name);
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
    checkValues(*distance, name);
    if (base->getGridClass() != openvdb::GRID_LEVEL_SET) {
        if (notes) notes->push_back("grid '" + chosen + "' does not say what it is and was taken for a level set");
        distance->setGridClass(openvdb::GRID_LEVEL_SET);
    }

    auto result = std::make_shared<LevelSetGrid>();
    result->distance = distance;
    for (const auto& grid : *content.grids) {
        if (!grid || !isVelocityName(grid->getName()) || !grid->isType<openvdb::Vec3SGrid>() || result->velocity)
            continue;
        if (grid->transform().isLinear())
            result->velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(grid);
        else if (notes)
            notes->push_back("its velocity is ignored: its transform is not linear");
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
