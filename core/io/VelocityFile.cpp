#include "io/VelocityFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "geometry/VelocityVdb.h"
#include "io/InputFile.h"
#include "io/VdbGrids.h"
#include "io/VdbStream.h"

namespace firn {

namespace {

/// The grid asked for, or the first that has a velocity's name, or else the first vector grid.
openvdb::Vec3SGrid::Ptr choose(const std::vector<VdbGrid>& grids, const std::string& wanted, const std::string& file)
{
    std::vector<std::string> known;
    openvdb::Vec3SGrid::Ptr first, velocity;
    for (const auto& [name, type, grid, why] : grids) {
        known.push_back(name);
        const auto vectors = grid ? openvdb::gridPtrCast<openvdb::Vec3SGrid>(grid) : nullptr;
        if (!wanted.empty() && name == wanted) {
            if (!grid) throw FileError(file, "grid '" + wanted + "' " + why + "; wind has float vectors");
            if (!vectors)
                throw FileError(file, "grid '" + wanted + "' holds " + grid->valueType() + " values; wind has vectors");
            return vectors;
        }
        if (!vectors) continue;
        if (!first) first = vectors;
        if (!velocity && (name == "vel" || name == "v")) velocity = vectors;
    }
    if (!wanted.empty()) throw FileError(file, unknownName("grid", wanted, known));
    if (!first)
        throw FileError(file,
                        "has no velocities: a grid of float vectors is needed (in Houdini: merge vel.x, vel.y and "
                        "vel.z with VDB Vector Merge)");
    return velocity ? velocity : first;
}

bool allFinite(const openvdb::Vec3SGrid& grid)
{
    for (auto value = grid.tree().cbeginValueAll(); value; ++value)
        if (!value.getValue().isFinite()) return false;
    return grid.background().isFinite();
}

} // namespace

VelocityGrid parseVelocityGrid(Span<const std::byte> bytes, const std::string& name, const std::string& gridName)
try {
    const auto grid = choose(readVdbGrids(bytes, name), gridName, name);
    if (!allFinite(*grid)) throw FileError(name, "grid '" + grid->getName() + "' has a velocity that is not finite");
    auto data = std::make_shared<VelocityGridData>();
    data->grid = grid;
    try {
        return {std::move(data), "grid '" + grid->getName() + "'"};
    } catch (const InputError& error) {
        throw FileError(name, error.what());
    }
} catch (const openvdb::Exception& error) {
    throw FileError(name, std::string("is damaged: ") + error.what());
}

VelocityGrid readVelocityGrid(const std::string& path, const std::string& gridName)
{
    const InputFile file(path);
    return parseVelocityGrid(file.bytes(), path, gridName);
}

void writeVelocityGrid(const std::string& path, const VelocityGrid& grid)
{
    prepareVdb();
    // A copy shares the voxels but has its own name, which may be changed.
    const auto copy = std::const_pointer_cast<openvdb::Vec3SGrid>(grid.data().grid->copy());
    if (copy->getName().empty()) copy->setName("vel");
    OutputFile file(path);
    writeVdb(file, {copy}, {}, "velocity", hashText(copy->getName()));
    file.commit();
}

} // namespace firn
