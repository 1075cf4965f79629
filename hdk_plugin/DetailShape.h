// What a collider's or a source's geometry is made of: polygons or a VDB, packed pieces unpacked.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"
#include "geometry/Mesh.h"
#include "geometry/ShapeParams.h"

#include <GU/GU_Detail.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firn::houdini {

/// The polygons of a geometry, those within packed primitives too, however deep. Point velocities are those of the
/// attribute v, zero where only some pieces have it.
Mesh meshOf(const GU_Detail& detail);

/// What of a geometry's VDBs makes its shape: the first one that is a signed distance field, with the vector grid v or
/// vel beside it as velocity; or else the first fog volume, as the surface where its density is half of the largest.
struct ShapeVdb {
    uint64_t identity = 0;                         ///< the same while the grids are, and `held` is
    std::vector<std::shared_ptr<const void>> held; ///< the grids' voxels: who holds them sees no change
    std::function<LevelSet()> make;
};
/// Nothing when there is no VDB; an InputError naming `who` and the grid when there are only VDBs of other kinds.
std::optional<ShapeVdb> shapeVdb(const GU_Detail& detail, const std::string& who);

/// A mesh as a distance field. A warning names `who` where the mesh is open, an InputError where it cannot be had.
LevelSet meshLevelSet(const Mesh& mesh, const ShapeParams& shape, const Hooks& hooks, const std::string& who);

/// The shape of a geometry, a VDB before polygons; an InputError naming `who` when it has neither.
LevelSet levelSetOf(const GU_Detail& detail, const ShapeParams& shape, const Hooks& hooks, const std::string& who);

/// A distance function (m, negative inside) sampled on a grid over a box, for what is neither polygon nor VDB; known at
/// least `wanted` metres from the surface, as far as that can be had (kWidestBand).
LevelSet sampledLevelSet(const Box3f& box, float voxelSize, float wanted,
                         const std::function<float(const Vec3f&)>& distance);

/// Calls work(piece) for the geometry itself and for what each packed primitive holds, in its place.
void forEachPiece(const GU_Detail& detail, const std::function<void(const GU_Detail& piece)>& work);

/// Says what primitives the geometry has that are of no use, for messages; empty when all are.
std::string unusedPrimitives(const GU_Detail& detail);

/// 64 bits of everything in the mesh.
uint64_t meshHash(const Mesh& mesh);

} // namespace firn::houdini
