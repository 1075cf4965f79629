#include "io/DensityFile.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "io/BlockOrder.h"
#include "io/VdbStream.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <array>
#include <map>

namespace firn {

namespace {

using Leaf = openvdb::FloatTree::LeafNodeType;

/// A block's voxels and one more on each side: all that its particles reach.
constexpr int kTileEdge = 10;
using Tile = std::array<float, kTileEdge * kTileEdge * kTileEdge>;

/// Quadratic B-spline weights of the voxels before, at and after the nearest one, at offset d in [-1/2, 1/2].
std::array<double, 3> splineWeights(double d)
{
    return {0.5 * (0.5 - d) * (0.5 - d), 0.75 - d * d, 0.5 * (0.5 + d) * (0.5 + d)};
}

/// Adds a block's particles to its own tile, in their order.
void scatterToTile(const BlockOrder& blocks, const BlockOrder::Block& block, Span<const Vec3f> P,
                   Span<const float> mass, Tile& tile)
{
    const double perVolume = 1 / (blocks.voxelSize * blocks.voxelSize * blocks.voxelSize);
    std::array<double, kTileEdge * kTileEdge * kTileEdge> sum{};
    for (std::size_t at = block.begin; at < block.end; ++at) {
        const uint32_t i = blocks.order[at];
        const Vec3i voxel = blocks.voxels[i] - block.origin;
        std::array<double, 3> w[3];
        for (int k = 0; k < 3; ++k)
            w[k] = splineWeights(double(P[i][k]) / blocks.voxelSize - double(blocks.voxels[i][k]));
        const double density = double(mass[i]) * perVolume;
        for (int x = 0; x < 3; ++x)
            for (int y = 0; y < 3; ++y)
                for (int z = 0; z < 3; ++z)
                    sum[std::size_t(((voxel.x() + x) * kTileEdge + voxel.y() + y) * kTileEdge + voxel.z() + z)] +=
                        density * w[0][std::size_t(x)] * w[1][std::size_t(y)] * w[2][std::size_t(z)];
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

openvdb::FloatGrid::Ptr densityGrid(const Particles& particles, double voxelSize)
{
    const auto P = particles.P();
    const auto mass = particles.get<float>("mass");
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

} // namespace

double densityVoxelFor(const Particles& particles)
{
    const auto pscale = particles.get<float>("pscale");
    if (pscale.empty()) return 1;
    const double sum = sumOf(pscale.size(), 0.0, [&](std::size_t i) { return double(pscale[i]); });
    return 4 * sum / double(pscale.size()); // spacing is the diameter, 2 pscale
}

void writeDensity(const std::string& path, const Particles& particles, double voxelSize, const FrameInfo& info)
{
    prepareVdb();
    if (voxelSize == 0) voxelSize = densityVoxelFor(particles);
    if (!(voxelSize >= 1e-6 && voxelSize <= 1e6))
        throw InputError("density voxel size is " + toText(voxelSize) + " m; it must be from 1e-06 to 1e+06");
    const auto grid = densityGrid(particles, voxelSize);
    openvdb::MetaMap metadata;
    for (const auto& [name, text] : infoTexts(info, particles.nextId()))
        metadata.insertMeta(name, openvdb::StringMetadata(text));
    OutputFile file(path);
    writeVdb(file, {grid}, metadata, "density", mix(mix(info.hash, uint64_t(info.frame)), hashText("density")));
    file.commit();
}

} // namespace firn
