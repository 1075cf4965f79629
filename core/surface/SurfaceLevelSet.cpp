#include "surface/SurfaceLevelSet.h"

#include "geometry/ClosestPoint.h"
#include "geometry/LevelSetGrid.h"
#include "geometry/Triangulate.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <openvdb/tools/SignedFloodFill.h>

namespace firn {

namespace {

using Leaf = openvdb::FloatTree::LeafNodeType;

/// One triangle in voxel coordinates, with a ball around it.
struct Facet {
    Vec3d a, b, c, centre;
    double radius = 0;

    Facet(const Mesh& mesh, const Triangle& triangle, double voxelSize)
        : a(mesh.points[triangle[0]].cast<double>() / voxelSize),
          b(mesh.points[triangle[1]].cast<double>() / voxelSize),
          c(mesh.points[triangle[2]].cast<double>() / voxelSize), centre((a + b + c) / 3)
    {
        radius =
            std::sqrt(std::max({(a - centre).squaredNorm(), (b - centre).squaredNorm(), (c - centre).squaredNorm()}));
    }
    double squaredDistance(const Vec3d& x) const
    {
        const Vec3d w = closestPointWeights(x, a, b, c);
        return (x - (w[0] * a + w[1] * b + w[2] * c)).squaredNorm();
    }
};

/// The facets that come near each block, in the order of the mesh.
struct FacetBins {
    std::vector<Vec3i> origins;
    std::vector<std::vector<uint32_t>> facets;
};

FacetBins binFacets(const std::vector<Facet>& facets, double band)
{
    FacetBins bins;
    BlockNumbers numbers;
    for (std::size_t f = 0; f < facets.size(); ++f) {
        Vec3i first, last;
        for (int k = 0; k < 3; ++k) {
            first[k] = int(std::floor(facets[f].centre[k] - facets[f].radius - band)) & ~7;
            last[k] = int(std::ceil(facets[f].centre[k] + facets[f].radius + band)) & ~7;
        }
        for (int x = first.x(); x <= last.x(); x += kFieldSide)
            for (int y = first.y(); y <= last.y(); y += kFieldSide)
                for (int z = first.z(); z <= last.z(); z += kFieldSide) {
                    const auto [found, added] = numbers.emplace(Vec3i(x, y, z), bins.origins.size());
                    if (added) {
                        bins.origins.emplace_back(x, y, z);
                        bins.facets.emplace_back();
                    }
                    bins.facets[found->second].push_back(uint32_t(f));
                }
    }
    return bins;
}

/// The nearest of a block's facets for each of its voxels. A minimum does not hang on the order of its terms.
Leaf* measureLeaf(const SurfaceField& field, const Vec3i& origin, const std::vector<uint32_t>& near,
                  const std::vector<Facet>& facets, double band)
{
    std::array<double, std::tuple_size_v<FieldBlock>> nearest; // squared, in voxels
    nearest.fill(band * band);
    for (const uint32_t f : near) {
        const Facet& facet = facets[f];
        Vec3i first, last;
        for (int k = 0; k < 3; ++k) {
            first[k] = std::max(origin[k], int(std::ceil(facet.centre[k] - facet.radius - band)));
            last[k] = std::min(origin[k] + 7, int(std::floor(facet.centre[k] + facet.radius + band)));
        }
        for (int x = first.x(); x <= last.x(); ++x)
            for (int y = first.y(); y <= last.y(); ++y)
                for (int z = first.z(); z <= last.z(); ++z) {
                    double& best = nearest[SurfaceField::offsetOf({x, y, z})];
                    const Vec3d voxel(x, y, z);
                    const double reach = std::sqrt(best) + facet.radius;
                    if ((voxel - facet.centre).squaredNorm() >= reach * reach) continue;
                    best = std::min(best, facet.squaredDistance(voxel));
                }
    }
    auto leaf = std::make_unique<Leaf>(openvdb::Coord(origin.x(), origin.y(), origin.z()));
    for (std::size_t n = 0; n < nearest.size(); ++n) {
        const Vec3i voxel = origin + Vec3i(int(n >> 6), int(n >> 3 & 7), int(n & 7));
        const double distance = std::sqrt(nearest[n]) * field.voxelSize;
        const auto value = float(field.at(voxel) < 0 ? -distance : distance);
        if (nearest[n] < band * band)
            leaf->setValueOn(openvdb::Index(n), value);
        else
            leaf->setValueOff(openvdb::Index(n), value);
    }
    return leaf.release();
}

} // namespace

LevelSet surfaceLevelSet(const SurfaceField& field, const Mesh& mesh, float bandVoxels)
{
    const double band = bandVoxels;
    std::vector<Triangle> triangles;
    const Span<const uint32_t> corners = mesh.corners;
    std::size_t at = 0;
    for (const uint32_t count : mesh.faceCorners) {
        triangulate(mesh.points, corners.subspan(at, count), triangles);
        at += count;
    }
    std::vector<Facet> facets;
    facets.reserve(triangles.size());
    for (const Triangle& triangle : triangles) facets.emplace_back(mesh, triangle, field.voxelSize);

    const FacetBins bins = binFacets(facets, band);
    std::vector<Leaf*> leaves(bins.origins.size(), nullptr);
    forEach(
        leaves.size(),
        [&](std::size_t n) { leaves[n] = measureLeaf(field, bins.origins[n], bins.facets[n], facets, band); }, 1);

    auto distance = openvdb::FloatGrid::create(float(band * field.voxelSize));
    for (Leaf* leaf : leaves) {
        if (leaf->isEmpty()) // no voxel in the band: the flood below knows its sign
            delete leaf;
        else
            distance->tree().addLeaf(leaf);
    }
    openvdb::tools::signedFloodFill(distance->tree());
    distance->setName("surface");
    distance->setGridClass(openvdb::GRID_LEVEL_SET);
    distance->setTransform(openvdb::math::Transform::createLinearTransform(field.voxelSize));
    auto grid = std::make_shared<LevelSetGrid>();
    grid->distance = distance;
    return LevelSet(std::move(grid));
}

} // namespace firn
