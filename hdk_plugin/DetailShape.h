// What a collider's or a source's geometry is made of: polygons or a VDB, packed pieces unpacked.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"
#include "geometry/Mesh.h"
#include "geometry/ShapeParams.h"

#include <GU/GU_Detail.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace firn::houdini {

/// The polygons of a geometry, those within packed primitives too, however deep. Point velocities are those of the
/// attribute v, zero where only some pieces have it.
Mesh meshOf(const GU_Detail& detail);

/// The first VDB of a geometry that is a signed distance field, with the vector grid v or vel beside it as velocity; or
/// else the first fog volume, turned into the surface where its density is half of the largest. Nothing when there is
/// no VDB; an InputError naming `who` and the grid when there are only VDBs of other kinds.
std::optional<LevelSet> vdbLevelSet(const GU_Detail& detail, const std::string& who);

/// A distance function (m, negative inside) sampled on a grid over a box, for what is neither polygon nor VDB.
LevelSet sampledLevelSet(const Box3f& box, float voxelSize, const std::function<float(const Vec3f&)>& distance);

/// Calls work(piece) for the geometry itself and for what each packed primitive holds, in its place.
void forEachPiece(const GU_Detail& detail, const std::function<void(const GU_Detail& piece)>& work);

/// Says what primitives the geometry has that are of no use, for messages; empty when all are.
std::string unusedPrimitives(const GU_Detail& detail);

/// 64 bits of everything in the mesh.
uint64_t meshHash(const Mesh& mesh);

/// Distance fields of meshes by content: a mesh is turned into one once, and again when it changes. Shared by the
/// copies of a simulation's state; callable from several threads.
class LevelSetCache {
public:
    LevelSet levelSet(const Mesh& mesh, const ShapeParams& shape, const Hooks& hooks, const std::string& who);

    std::size_t made() const { return mMade; } ///< how many were not found

private:
    static constexpr std::size_t kKept = 64;
    std::mutex mMutex;
    std::map<uint64_t, LevelSet> mKnown;
    std::vector<uint64_t> mOldest; // first in, first out
    std::size_t mMade = 0;
};

} // namespace firn::houdini
