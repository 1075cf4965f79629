#include "geometry/MeshToLevelSet.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/LevelSetGrid.h"
#include "geometry/MeshBand.h"
#include "geometry/ShapeParams.h"
#include "parallel/Threads.h"

#include <cmath>
#include <map>
#include <openvdb/tools/Composite.h>
#include <openvdb/tools/MeshToVolume.h>

namespace firn {
namespace {

using openvdb::FloatGrid;
using openvdb::Int32Grid;
using openvdb::Vec3SGrid;

/// More voxels than this are taken for a slip in the voxel size (2e9 need some 10 GB).
constexpr double kMaxVoxels = 2e9;

/// Voxel coordinates beyond this come too close to what 32 bits hold.
constexpr double kMaxCoordinate = 1e9;

/// The triangles of one conversion, as OpenVDB asks for them.
struct MeshAdapter {
    const Mesh& mesh;
    std::vector<Triangle> triangles;
    double voxel;

    std::size_t polygonCount() const { return triangles.size(); }
    std::size_t pointCount() const { return mesh.points.size(); }
    std::size_t vertexCount(std::size_t) const { return 3; }
    void getIndexSpacePoint(std::size_t n, std::size_t v, openvdb::Vec3d& p) const
    {
        const Vec3f& x = mesh.points[triangles[n][v]];
        p = openvdb::Vec3d(x.x(), x.y(), x.z()) / voxel;
    }
};

/// Passes the host's wish to stop on to OpenVDB.
struct Interrupter {
    const Hooks& hooks;
    void start(const char* = nullptr) {}
    void end() {}
    bool wasInterrupted(int = -1) const { return hooks.stopRequested(); }
};

/// A voxel size with which `voxels` become a tenth of what is allowed: they grow as its inverse square.
std::string suggestedSize(double voxelSize, double voxels)
{
    return toText(float(voxelSize * std::sqrt(voxels / (0.1 * kMaxVoxels))));
}

void requireFits(const CheckedMesh& checked, const MeshToLevelSetParams& p)
{
    const double h = p.voxelSize;
    const double farthest =
        std::max(checked.bounds.lower.cwiseAbs().maxCoeff(), checked.bounds.upper.cwiseAbs().maxCoeff());
    if (!(farthest / h < kMaxCoordinate))
        throw InputError("mesh: voxel_size " + toText(p.voxelSize) + " is too small for points " +
                         toText(float(farthest)) + " from the origin; use at least " +
                         toText(float(10 * farthest / kMaxCoordinate)));
    const double reach = p.bandVoxels + (checked.report.openPieces ? p.thickness / h : 0.0);
    const double voxels = checked.area / (h * h) * (2 * reach + 1);
    if (!(voxels <= kMaxVoxels))
        throw InputError("mesh: voxel_size " + toText(p.voxelSize) + " would need about " + toText(float(voxels)) +
                         " voxels; at most " + toText(float(kMaxVoxels)) + " are allowed, try " +
                         suggestedSize(h, voxels));
}

/// Fills in the defaults and refuses what cannot work.
MeshToLevelSetParams settled(const CheckedMesh& checked, MeshToLevelSetParams p)
{
    if (!(p.voxelSize >= 0) || !std::isfinite(p.voxelSize))
        throw InputError("mesh: voxel_size is " + toText(p.voxelSize) + "; it must be above 0, or 0 for automatic");
    if (!(p.thickness >= 0) || !std::isfinite(p.thickness))
        throw InputError("mesh: thickness is " + toText(p.thickness) + "; it must be above 0, or 0 for automatic");
    if (!(p.bandVoxels >= 4 && p.bandVoxels <= 1000))
        throw InputError("mesh: the band is " + toText(p.bandVoxels) + " voxels wide; it must be 4 to 1000");
    if (p.voxelSize == 0) p.voxelSize = checked.bounds.size().maxCoeff() / 100;
    if (p.thickness == 0) p.thickness = 1.5f * p.voxelSize;
    requireFits(checked, p);
    return p;
}

/// Whether the holes of each open piece are smaller than a voxel, so that no voxel could pass through them.
std::vector<bool> sealedPieces(const Mesh& mesh, const CheckedMesh& checked, float voxelSize)
{
    // The rim of each hole: open edges that hang together.
    std::map<uint32_t, uint32_t> parent;
    const auto root = [&](uint32_t p) {
        while (parent.emplace(p, p).first->second != p) p = parent[p];
        return p;
    };
    for (const auto& edge : checked.openEdges) {
        const uint32_t a = root(edge[0]), b = root(edge[1]);
        parent[std::max(a, b)] = std::min(a, b);
    }
    std::map<uint32_t, Box3f> rims;
    for (const auto& edge : checked.openEdges)
        for (const uint32_t p : edge) rims[root(p)].extend(mesh.points[p]);

    std::vector<Box3f> boxes(checked.report.pieces);
    for (std::size_t t = 0; t < checked.triangles.size(); ++t)
        for (const uint32_t p : checked.triangles[t]) boxes[checked.piece[t]].extend(mesh.points[p]);

    std::vector<bool> sealed = checked.pieceOpen;
    for (std::size_t e = 0; e < checked.openEdges.size(); ++e) {
        const uint32_t piece = checked.openEdgePiece[e];
        const float hole = rims[root(checked.openEdges[e][0])].size().norm();
        const bool isHole = hole < 0.5f * boxes[piece].size().norm(); // not the rim of a tiny sheet
        if (hole > voxelSize || !isHole) sealed[piece] = false;
    }
    return sealed;
}

FloatGrid::Ptr convert(const MeshAdapter& adapter, const MeshToLevelSetParams& p, bool solid, Int32Grid& nearest,
                       const Hooks& hooks)
{
    const auto transform = openvdb::math::Transform::createLinearTransform(p.voxelSize);
    Interrupter interrupter{hooks};
    const int flags = openvdb::tools::DISABLE_RENORMALIZATION | (solid ? 0 : openvdb::tools::UNSIGNED_DISTANCE_FIELD);
    const float outside = p.bandVoxels + (solid ? 0.0f : p.thickness / p.voxelSize);
    FloatGrid::Ptr grid;
    runWithThreads(1, [&] {
        grid = openvdb::tools::meshToVolume<FloatGrid>(interrupter, adapter, *transform, outside, p.bandVoxels, flags,
                                                       &nearest);
    });
    if (hooks.stopRequested()) throw Interrupted();
    measureDistances(adapter.mesh, adapter.triangles, *grid, nearest);
    if (solid) return grid;

    // A shell: everything nearer than the thickness is inside.
    for (auto value = grid->beginValueAll(); value; ++value) value.setValue(value.getValue() - p.thickness);
    grid->tree().root().setBackground(p.bandVoxels * p.voxelSize, false);
    grid->setGridClass(openvdb::GRID_LEVEL_SET);
    return grid;
}

/// The distance and velocity fields of some of the pieces.
LevelSetGrid gridsOf(const Mesh& mesh, const CheckedMesh& checked, const std::vector<bool>& chosen, bool solid,
                     const MeshToLevelSetParams& p, const Hooks& hooks)
{
    MeshAdapter adapter{mesh, {}, p.voxelSize};
    for (std::size_t t = 0; t < checked.triangles.size(); ++t)
        if (chosen[checked.piece[t]]) adapter.triangles.push_back(checked.triangles[t]);
    if (adapter.triangles.empty()) return {};
    Int32Grid nearest(-1);
    LevelSetGrid grids;
    const FloatGrid::Ptr distance = convert(adapter, p, solid, nearest, hooks);
    if (!mesh.velocities.empty()) grids.velocity = spreadVelocity(mesh, adapter.triangles, *distance, nearest);
    grids.distance = distance;
    return grids;
}

/// The union of two level sets; where both have a velocity, the nearer surface's.
LevelSetGrid unionOf(const LevelSetGrid& a, const LevelSetGrid& b)
{
    LevelSetGrid both;
    if (a.velocity && b.velocity) {
        const Vec3SGrid::Ptr velocity = a.velocity->deepCopy();
        auto out = velocity->getAccessor();
        auto distanceA = a.distance->getConstAccessor();
        auto distanceB = b.distance->getConstAccessor();
        for (auto voxel = b.velocity->cbeginValueOn(); voxel; ++voxel) {
            const openvdb::Coord at = voxel.getCoord();
            if (distanceB.getValue(at) < distanceA.getValue(at)) out.setValue(at, voxel.getValue());
        }
        both.velocity = velocity;
    }
    both.distance = openvdb::tools::csgUnionCopy(*a.distance, *b.distance);
    return both;
}

} // namespace

MeshLevelSet meshToLevelSet(const Mesh& mesh, const MeshToLevelSetParams& params, const Hooks& hooks)
{
    CheckedMesh checked = checkMesh(mesh);
    const MeshToLevelSetParams p = settled(checked, params);
    MeshReport& report = checked.report;

    // Which pieces are solid: the closed ones, and those whose holes no voxel sees.
    const std::vector<bool> sealed = sealedPieces(mesh, checked, p.voxelSize);
    std::vector<bool> solid(report.pieces), open(report.pieces);
    for (std::size_t piece = 0; piece < report.pieces; ++piece) {
        solid[piece] = !checked.pieceOpen[piece] || sealed[piece];
        open[piece] = !solid[piece];
        report.sealed += sealed[piece];
        report.shells += open[piece];
    }
    if (report.shells && p.thickness < p.voxelSize)
        throw InputError("mesh: thickness " + toText(p.thickness) + " is less than a voxel (" + toText(p.voxelSize) +
                         "), so an open mesh would have holes; use a thickness of at least " + toText(p.voxelSize) +
                         " or a voxel_size of at most " + toText(p.thickness));

    LevelSetGrid solids = gridsOf(mesh, checked, solid, true, p, hooks);
    LevelSetGrid shells = gridsOf(mesh, checked, open, false, p, hooks);
    LevelSetGrid grids = solids.distance && shells.distance ? unionOf(solids, shells)
                         : solids.distance                  ? std::move(solids)
                                                            : std::move(shells);
    if (insideVoxels(*grids.distance).empty())
        throw InputError("mesh: it is thinner than a voxel (" + toText(p.voxelSize) +
                         "), so nothing is inside; use a smaller voxel_size. " + report.summary());
    report.voxelSize = p.voxelSize;
    report.thickness = report.shells ? p.thickness : 0;
    report.voxels = std::size_t(grids.distance->activeVoxelCount());
    report.hasVelocity = bool(grids.velocity);
    return {LevelSet(std::make_shared<const LevelSetGrid>(std::move(grids))), report};
}

MeshLevelSet meshToLevelSet(const Mesh& mesh, const ShapeParams& shape, const Hooks& hooks)
{
    if (!(shape.scale > 0)) throw InputError("mesh: scale is " + toText(shape.scale) + "; it must be above 0");
    MeshToLevelSetParams params;
    params.voxelSize = shape.voxelSize / shape.scale;
    params.thickness = shape.thickness / shape.scale;
    return meshToLevelSet(mesh, params, hooks);
}

} // namespace firn
