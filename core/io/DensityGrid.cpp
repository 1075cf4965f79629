#include "io/DensityGrid.h"

#include "io/BlockOrder.h"
#include "math/BSplineStencil.h"
#include "parallel/ForEach.h"

#include <array>
#include <map>

namespace firn {

namespace {

using Leaf = openvdb::FloatTree::LeafNodeType;

/// A block's voxels and one more on each side: all that its particles reach.
constexpr int kTileEdge = 10;
using Tile = std::array<float, kTileEdge * kTileEdge * kTileEdge>;

/// Adds a block's particles to its own tile, in their order.
void scatterToTile(const BlockOrder& blocks, const BlockOrder::Block& block, Span<const Vec3f> P,
                   Span<const float> mass, Tile& tile)
{
    const double perVolume = 1 / (blocks.voxelSize * blocks.voxelSize * blocks.voxelSize);
    std::array<double, kTileEdge * kTileEdge * kTileEdge> sum{};
    for (std::size_t at = block.begin; at < block.end; ++at) {
        const uint32_t i = blocks.order[at];
        const Vec3i voxel = blocks.voxels[i] - block.origin;
        const auto stencil = quadraticStencil<double>(P[i].cast<double>() / blocks.voxelSize);
        const double density = double(mass[i]) * perVolume;
        for (int x = 0; x < 3; ++x)
            for (int y = 0; y < 3; ++y)
                for (int z = 0; z < 3; ++z)
                    sum[std::size_t(((voxel.x() + x) * kTileEdge + voxel.y() + y) * kTileEdge + voxel.z() + z)] +=
                        density * stencil.weight(x, y, z);
    }
    for (std::size_t k = 0; k < sum.size(); ++k) tile[k] = float(sum[k]);
}

struct VoxelLess {
    bool operator()(const Vec3i& a, const Vec3i& b) const
    {
        return std::make_tuple(a.x(), a.y(), a.z()) < std::make_tuple(b.x(), b.y(), b.z());
    }
};
using BlockNumbers = std::map<Vec3i, std::size_t, VoxelLess>;

/// Adds up what the 27 tiles around a leaf give it, always in the same order.
Leaf* gatherLeaf(const Vec3i& origin, const BlockNumbers& numbers, const std::vector<Tile>& tiles)
{
    auto leaf = std::make_unique<Leaf>(openvdb::Coord(origin.x(), origin.y(), origin.z()), 0.0f);
    for (int n = 0; n < 27; ++n) {
        const Vec3i step(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1);
        const auto found = numbers.find(origin + 8 * step);
        if (found == numbers.end()) continue;
        const Tile& tile = tiles[found->second];
        for (int x = 0; x < 8; ++x)
            for (int y = 0; y < 8; ++y)
                for (int z = 0; z < 8; ++z) {
                    const Vec3i t = Vec3i(x, y, z) - 8 * step + Vec3i::Ones();
                    if (t.minCoeff() < 0 || t.maxCoeff() >= kTileEdge) continue;
                    const float value = tile[std::size_t((t.x() * kTileEdge + t.y()) * kTileEdge + t.z())];
                    const auto offset = openvdb::Index(x << 6 | y << 3 | z);
                    if (value != 0.0f) leaf->setValueOn(offset, leaf->getValue(offset) + value);
                }
    }
    return leaf.release();
}

} // namespace

openvdb::FloatGrid::Ptr densityGrid(Span<const Vec3f> P, Span<const float> mass, double voxelSize)
{
    const BlockOrder blocks = blockOrder(P, voxelSize);
    std::vector<Tile> tiles(blocks.blocks.size());
    forEach(
        tiles.size(), [&](std::size_t b) { scatterToTile(blocks, blocks.blocks[b], P, mass, tiles[b]); }, 1);

    BlockNumbers numbers;
    std::map<Vec3i, Leaf*, VoxelLess> leaves;
    for (std::size_t b = 0; b < blocks.blocks.size(); ++b) {
        numbers.emplace(blocks.blocks[b].origin, b);
        for (int n = 0; n < 27; ++n)
            leaves[blocks.blocks[b].origin + 8 * Vec3i(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1)] = nullptr;
    }
    std::vector<std::pair<Vec3i, Leaf*>> list(leaves.begin(), leaves.end());
    forEach(
        list.size(), [&](std::size_t l) { list[l].second = gatherLeaf(list[l].first, numbers, tiles); }, 1);

    auto grid = openvdb::FloatGrid::create(0.0f);
    for (const auto& [origin, leaf] : list) {
        if (leaf->isEmpty())
            delete leaf;
        else
            grid->tree().addLeaf(leaf);
    }
    grid->setName("density");
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->setTransform(openvdb::math::Transform::createLinearTransform(voxelSize));
    return grid;
}

} // namespace firn
