#include "surface/DensityGrid.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "particles/BlockOrder.h"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

namespace firn {

namespace {

using Leaf = openvdb::FloatTree::LeafNodeType;
using VectorLeaf = openvdb::Vec3STree::LeafNodeType;

/// A block's voxels and one more on each side: all that its particles reach.
constexpr int kTileEdge = 10;
constexpr std::size_t kTileVoxels = std::size_t(kTileEdge) * kTileEdge * kTileEdge;

/// Channels of a voxel: density, and momentum per volume where it is wanted.
template <int Channels> using Tile = std::array<std::array<double, Channels>, kTileVoxels>;

/// What is spread; v is empty when only the mass is.
struct Snow {
    Span<const Vec3f> P;
    Span<const float> mass;
    Span<const Vec3f> v;
};

/// Quadratic B-spline weights of the voxels before, at and after the nearest one, at offset d in [-1/2, 1/2].
std::array<double, 3> splineWeights(double d)
{
    return {0.5 * (0.5 - d) * (0.5 - d), 0.75 - d * d, 0.5 * (0.5 + d) * (0.5 + d)};
}

/// Adds a block's particles to its own tile, in their order.
template <int Channels>
void scatterToTile(const BlockOrder& blocks, const BlockOrder::Block& block, const Snow& snow, Tile<Channels>& tile)
{
    const double perVolume = 1 / (blocks.voxelSize * blocks.voxelSize * blocks.voxelSize);
    for (auto& voxel : tile) voxel.fill(0);
    for (std::size_t at = block.begin; at < block.end; ++at) {
        const uint32_t i = blocks.order[at];
        const Vec3i voxel = blocks.voxels[i] - block.origin;
        std::array<double, 3> w[3];
        for (int k = 0; k < 3; ++k)
            w[k] = splineWeights(double(snow.P[i][k]) / blocks.voxelSize - double(blocks.voxels[i][k]));
        const double density = double(snow.mass[i]) * perVolume;
        for (int n = 0; n < 27; ++n) {
            const int x = n / 9, y = n / 3 % 3, z = n % 3;
            const double share = density * w[0][std::size_t(x)] * w[1][std::size_t(y)] * w[2][std::size_t(z)];
            auto& sum = tile[std::size_t(((voxel.x() + x) * kTileEdge + voxel.y() + y) * kTileEdge + voxel.z() + z)];
            sum[0] += share;
            for (std::size_t k = 1; k < Channels; ++k) sum[k] += share * double(snow.v[i][int(k) - 1]);
        }
    }
}

struct VoxelLess {
    bool operator()(const Vec3i& a, const Vec3i& b) const
    {
        return std::make_tuple(a.x(), a.y(), a.z()) < std::make_tuple(b.x(), b.y(), b.z());
    }
};

/// The leaves at one place.
struct Leaves {
    Vec3i origin;
    std::unique_ptr<Leaf> density;
    std::unique_ptr<VectorLeaf> velocity;
};

/// Adds up what the 27 tiles around a leaf give it, always in the same order.
template <int Channels>
void gatherLeaf(const BlockNumbers& numbers, const std::vector<Tile<Channels>>& tiles, Leaves& leaves)
{
    const Vec3i& origin = leaves.origin;
    const openvdb::Coord first(origin.x(), origin.y(), origin.z());
    std::vector<std::array<double, Channels>> sums(512);
    for (auto& sum : sums) sum.fill(0);
    for (int n = 0; n < 27; ++n) {
        const Vec3i step(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1);
        const auto found = numbers.find(origin + 8 * step);
        if (found == numbers.end()) continue;
        const Tile<Channels>& tile = tiles[found->second];
        for (int at = 0; at < 512; ++at) {
            const Vec3i t = Vec3i(at >> 6, at >> 3 & 7, at & 7) - 8 * step + Vec3i::Ones();
            if (t.minCoeff() < 0 || t.maxCoeff() >= kTileEdge) continue;
            const auto& value = tile[std::size_t((t.x() * kTileEdge + t.y()) * kTileEdge + t.z())];
            for (std::size_t k = 0; k < Channels; ++k) sums[std::size_t(at)][k] += value[k];
        }
    }
    leaves.density = std::make_unique<Leaf>(first, 0.0f);
    if (Channels > 1) leaves.velocity = std::make_unique<VectorLeaf>(first, openvdb::Vec3f(0.0f));
    for (openvdb::Index at = 0; at < 512; ++at) {
        const auto& sum = sums[at];
        if (float(sum[0]) == 0.0f) continue;
        leaves.density->setValueOn(at, float(sum[0]));
        if constexpr (Channels > 1)
            leaves.velocity->setValueOn(
                at, openvdb::Vec3f(float(sum[1] / sum[0]), float(sum[2] / sum[0]), float(sum[3] / sum[0])));
    }
}

template <int Channels> std::vector<Leaves> spread(const Snow& snow, double voxelSize)
{
    const BlockOrder blocks = blockOrder(snow.P, voxelSize);
    std::vector<Tile<Channels>> tiles(blocks.blocks.size());
    forEach(
        tiles.size(), [&](std::size_t b) { scatterToTile<Channels>(blocks, blocks.blocks[b], snow, tiles[b]); }, 1);

    BlockNumbers numbers;
    std::map<Vec3i, bool, VoxelLess> places; // sorted, so that the file does not hang on a hash table's order
    for (std::size_t b = 0; b < blocks.blocks.size(); ++b) {
        numbers.emplace(blocks.blocks[b].origin, b);
        for (int n = 0; n < 27; ++n)
            places[blocks.blocks[b].origin + 8 * Vec3i(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1)] = true;
    }
    std::vector<Leaves> leaves;
    for (const auto& place : places) leaves.push_back({place.first, nullptr, nullptr});
    forEach(
        leaves.size(), [&](std::size_t l) { gatherLeaf<Channels>(numbers, tiles, leaves[l]); }, 1);
    return leaves;
}

void requireUsable(const Snow& snow)
{
    const auto isMass = [&](std::size_t i) { return snow.mass[i] >= 0 && std::isfinite(snow.mass[i]); };
    const std::size_t wrong = firstWhere(
        snow.mass.size(), [&](std::size_t i) { return !isMass(i) || !(snow.v.empty() || snow.v[i].allFinite()); });
    if (wrong == snow.mass.size()) return;
    throw InputError("particle " + std::to_string(wrong) + " has " +
                     (isMass(wrong) ? "a velocity that is not finite"
                                    : "the mass " + toText(snow.mass[wrong]) + "; a density needs 0 or more"));
}

DensityGrid gridsOf(const Snow& snow, double voxelSize)
{
    if (!(voxelSize >= 1e-6 && voxelSize <= 1e6))
        throw InputError("density voxel size is " + toText(voxelSize) + " m; it must be from 1e-06 to 1e+06");
    requireUsable(snow);
    const bool velocity = !snow.v.empty();
    std::vector<Leaves> leaves = velocity ? spread<4>(snow, voxelSize) : spread<1>(snow, voxelSize);

    DensityGrid grids;
    const auto transform = openvdb::math::Transform::createLinearTransform(voxelSize);
    grids.density = openvdb::FloatGrid::create(0.0f);
    grids.density->setName("density");
    grids.density->setGridClass(openvdb::GRID_FOG_VOLUME);
    grids.density->setTransform(transform);
    if (velocity) {
        grids.velocity = openvdb::Vec3SGrid::create(openvdb::Vec3f(0.0f));
        grids.velocity->setName("vel");
        grids.velocity->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
        grids.velocity->setTransform(transform->copy());
    }
    for (Leaves& place : leaves) {
        if (place.density->isEmpty()) continue;
        grids.density->tree().addLeaf(place.density.release());
        if (velocity) grids.velocity->tree().addLeaf(place.velocity.release());
    }
    return grids;
}

} // namespace

double densityVoxelFor(const Particles& particles)
{
    const auto pscale = particles.get<float>("pscale");
    if (pscale.empty()) return 1;
    const double sum = sumOf(pscale.size(), 0.0, [&](std::size_t i) { return double(pscale[i]); });
    return 4 * sum / double(pscale.size()); // spacing is the diameter, 2 pscale
}

DensityGrid densityGrid(const Particles& particles, double voxelSize)
{
    if (!particles.find("mass"))
        throw InputError("the particles have no attribute 'mass', which a density grid is made of");
    if (voxelSize == 0) voxelSize = densityVoxelFor(particles);
    return gridsOf({particles.P(), particles.get<float>("mass"), particles.v()}, voxelSize);
}

openvdb::FloatGrid::Ptr densityGrid(Span<const Vec3f> P, Span<const float> mass, double voxelSize)
{
    return gridsOf({P, mass, {}}, voxelSize).density;
}

} // namespace firn
