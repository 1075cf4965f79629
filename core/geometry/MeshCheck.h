// Looks a mesh over: what is wrong with it, what is dropped, where it is open.
#pragma once

#include "geometry/Mesh.h"
#include "geometry/Triangulate.h"

#include <string>

namespace firn {

/// What was found in a mesh and what was done about it.
struct MeshReport {
    std::size_t points = 0;           ///< in the mesh
    std::size_t faces = 0;            ///< in the mesh
    std::size_t triangles = 0;        ///< used
    std::size_t welded = 0;           ///< points that have the place of an earlier one
    std::size_t outOfRange = 0;       ///< faces dropped: a corner names a point that is not there
    std::size_t degenerate = 0;       ///< faces dropped: without area
    std::size_t duplicate = 0;        ///< faces dropped: the corners of an earlier one
    std::size_t openEdges = 0;        ///< edges with a face on one side only
    std::size_t nonManifoldEdges = 0; ///< edges with three faces or more
    std::size_t pieces = 0;           ///< connected parts
    std::size_t openPieces = 0;       ///< those with open edges
    std::size_t inverted = 0;         ///< closed parts wound inside out, taken as if wound outwards

    // Filled in by meshToLevelSet():
    std::size_t shells = 0;   ///< open parts that were given a thickness
    std::size_t sealed = 0;   ///< open parts whose holes are below a voxel, taken as closed
    float voxelSize = 0;      ///< in the mesh's units
    float thickness = 0;      ///< half, of the shells, in the mesh's units
    std::size_t voxels = 0;   ///< active in the distance field
    bool hasVelocity = false; ///< the points' velocities became a grid

    bool clean() const { return outOfRange + degenerate + duplicate + openEdges + nonManifoldEdges + inverted == 0; }

    /// All of it in plain words.
    std::string summary() const;
};

/// A mesh cut into triangles that are safe to use.
struct CheckedMesh {
    std::vector<Triangle> triangles;                ///< indices into the mesh's own points
    std::vector<uint32_t> piece;                    ///< of each triangle, 0 … pieces - 1
    std::vector<bool> pieceOpen;                    ///< the piece has open edges
    std::vector<std::array<uint32_t, 2>> openEdges; ///< indices into the mesh's own points, the welded ones' first
    std::vector<uint32_t> openEdgePiece;            ///< the piece that each open edge belongs to
    Box3f bounds;                                   ///< of the triangles
    double area = 0;                                ///< m2, of the triangles
    MeshReport report;
};

/// Points at exactly the same place count as one when edges are matched. Throws InputError for a point or velocity
/// that is not finite, counts that do not fit together, or a mesh without any usable face.
CheckedMesh checkMesh(const Mesh& mesh);

} // namespace firn
