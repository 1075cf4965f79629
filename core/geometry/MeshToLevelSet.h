// Turns a mesh into a signed distance field: closed parts as solids, open parts as shells.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"
#include "geometry/MeshCheck.h"

namespace firn {

struct MeshToLevelSetParams {
    float voxelSize = 0;  ///< in the mesh's units; 0: one hundredth of the longest side
    float thickness = 0;  ///< half the thickness of shells; 0: one voxel and a half
    float bandVoxels = 4; ///< distances are known this far from the surface, on both sides; at least 4
};

struct MeshLevelSet {
    LevelSet levelSet;
    MeshReport report;
};

/// The distance field of a mesh, through OpenVDB. Each connected piece is taken by itself: a closed one is solid (the
/// way it is wound does not matter; a closed hollow in it counts as solid), an open one becomes a shell, and one whose
/// holes are smaller than a voxel counts as closed. The result is their union. Point velocities become a velocity
/// grid: each voxel of the band has that of the nearest point of the surface.
///
/// Works on one thread: OpenVDB keeps, of several triangles at the same distance, the one that a thread met first, and
/// the same mesh must give the same bits on every machine.
///
/// Throws InputError for a mesh or a voxel size that cannot be used, Interrupted when the host asks to stop.
MeshLevelSet meshToLevelSet(const Mesh& mesh, const MeshToLevelSetParams& params = {}, const Hooks& hooks = {});

struct ShapeParams;

/// The same with a scene's voxel size and thickness. These are in the world's metres; the level set stays in the
/// mesh's own units (its scale and place are applied where it is used).
MeshLevelSet meshToLevelSet(const Mesh& mesh, const ShapeParams& shape, const Hooks& hooks = {});

} // namespace firn
