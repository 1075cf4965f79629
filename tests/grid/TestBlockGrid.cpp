// Claims about the sparse block grid and the runs of particles in its blocks.
#include "grid/BlockGrid.h"
#include "grid/BlockRuns.h"
#include "grid/BlockTile.h"
#include "math/Random.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace firn {
namespace {

std::vector<Vec3f> randomPlaces(std::size_t count, float size)
{
    std::vector<Vec3f> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = size * (randomInCube(3, i) - Vec3f::Constant(0.5f));
    return x;
}

/// Boxes that reach into every neighbour.
std::vector<NodeBox> fullBoxes(std::size_t count)
{
    NodeBox box;
    for (int axis = 0; axis < 3; ++axis) box.extend(axis, 0), box.extend(axis, 6);
    return std::vector<NodeBox>(count, box);
}

TEST(BlockKey, TellsBlocksApartOnBothSidesOfTheOrigin)
{
    std::set<uint64_t> keys;
    for (int x = -3; x <= 3; ++x)
        for (int y = -3; y <= 3; ++y)
            for (int z = -3; z <= 3; ++z) keys.insert(blockKey({x, y, z}));
    EXPECT_EQ(keys.size(), 343u);
    EXPECT_NE(blockKey({kFarthestBlock, 0, 0}), blockKey({-kFarthestBlock, 0, 0}));
    EXPECT_LT(blockKey(Vec3i::Constant(kFarthestBlock + 1)), 1ull << 57);
}

TEST(BlockOf, IsTheFloorOfAQuarter)
{
    EXPECT_EQ(blockOf({-1, -4, -5}), Vec3i(-1, -1, -2));
    EXPECT_EQ(blockOf({0, 3, 4}), Vec3i(0, 0, 1));
    EXPECT_EQ(placeInBlock({-1, -4, -5}), 3 * 16 + 0 * 4 + 3);
}

TEST(BlockGrid, FindsEveryUpperNeighbour)
{
    const std::vector<Vec3i> blocks = {{0, 0, 0}, {1, 0, 0}, {-5, 7, 2}, {-6, 7, 2}};
    BlockGrid grid;
    grid.build(blocks, fullBoxes(blocks.size()));
    ASSERT_EQ(grid.particleBlockCount(), 4u);
    for (std::size_t b = 0; b < 4; ++b)
        for (int o = 0; o < 8; ++o)
            EXPECT_EQ(grid.block(grid.neighbours(b)[std::size_t(o)]),
                      Vec3i(blocks[b] + Vec3i(o >> 2, (o >> 1) & 1, o & 1)));
    EXPECT_EQ(grid.blockCount(), 2u * 12u) << "two neighbours share a face of four blocks";
    EXPECT_EQ(grid.find({-6, 7, 2}), 3);
    EXPECT_EQ(grid.find({9, 9, 9}), -1);
}

TEST(BlockGrid, LeavesOutNeighboursThatNoStencilReaches)
{
    NodeBox box; // a cubic stencil whose lowest node is (0, 2, 0)
    box.extend(0, 0), box.extend(1, 2), box.extend(2, 0);
    const NodeBox touched = box.grown(4);
    EXPECT_EQ(touched.reach(), 2);
    BlockGrid grid;
    grid.build(std::vector<Vec3i>{{3, 3, 3}}, std::vector<NodeBox>{touched});
    EXPECT_EQ(grid.blockCount(), 2u);
    EXPECT_EQ(grid.find({3, 4, 3}), 1);
    EXPECT_EQ(grid.find({4, 3, 3}), -1);
}

TEST(BlockGrid, HoldsManyScatteredBlocks)
{
    std::vector<Vec3i> blocks;
    for (int i = 0; i < 3000; ++i) blocks.push_back({7 * i, -3 * i, (i * i) % 1000});
    BlockGrid grid;
    grid.build(blocks, fullBoxes(blocks.size()));
    for (std::size_t b = 0; b < blocks.size(); ++b) ASSERT_EQ(grid.find(blocks[b]), int64_t(b));
    EXPECT_EQ(grid.blockCount(), 8u * 3000u);
}

TEST(BlockTile, LoadsWhatItAdds)
{
    BlockGrid grid;
    grid.build(std::vector<Vec3i>{{-1, 2, 0}}, fullBoxes(1));
    NodeField field;
    grid.zero(8, field);
    BlockTile<7, 8> tile, back;
    for (int k = 0; k < 7 * 7 * 7 * 8; ++k) tile.values[k] = float(k);
    tile.addTo(grid.box(0), grid.neighbours(0), field);
    back.load(grid.box(0), grid.neighbours(0), field);
    for (int k = 0; k < 7 * 7 * 7 * 8; ++k) ASSERT_EQ(back.values[k], float(k));
    // Node (-4 + 5, 8 + 1, 0 + 6) lies in block (0, 2, 1) at place (1, 1, 2).
    const std::size_t place = std::size_t(grid.find({0, 2, 1})) * kBlockNodes + std::size_t(placeInBlock({1, 9, 6}));
    EXPECT_EQ(field[place * 8], float(((5 * 7 + 1) * 7 + 6) * 8));
}

TEST(BlockRuns, HoldEveryParticleOnceInItsOwnBlock)
{
    const auto x = randomPlaces(20000, 3.0f);
    const StencilPlace place{10.0f, 0.5f};
    BlockRuns runs;
    ASSERT_EQ(runs.build(x, place), x.size());
    std::vector<int> seen(x.size());
    for (std::size_t b = 0; b < runs.blocks().size(); ++b)
        for (const ParticleRun& run : runs.runs(b))
            for (uint32_t i = run.begin; i < run.end; ++i) {
                ++seen[i];
                for (int k = 0; k < 3; ++k)
                    ASSERT_EQ((int(std::floor((x[i][k] * 10.0f - kNodeOffset) + 0.5f)) - 1) >> 2, runs.blocks()[b][k]);
            }
    EXPECT_EQ(std::set<int>(seen.begin(), seen.end()), std::set<int>{1});
}

TEST(BlockRuns, NamesTheParticleThatCannotBePlaced)
{
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e6f, -3e6f}) {
        auto x = randomPlaces(30000, 1.0f);
        x[21234].y() = bad;
        BlockRuns runs;
        EXPECT_EQ(runs.build(x, {1.0f, 0.0f}), 21234u) << bad;
    }
}

TEST(BlockRuns, SortedOrderGathersBlocksAndCells)
{
    auto x = randomPlaces(5000, 2.0f);
    const StencilPlace place{8.0f, 0.0f};
    BlockRuns runs;
    ASSERT_EQ(runs.build(x, place), x.size());
    const auto order = runs.sortedOrder(x, place);
    EXPECT_EQ(std::set<uint32_t>(order.begin(), order.end()).size(), x.size());
    std::vector<Vec3f> sorted;
    for (const uint32_t i : order) sorted.push_back(x[i]);
    BlockRuns again;
    ASSERT_EQ(again.build(sorted, place), x.size());
    EXPECT_EQ(again.runCount(), again.blocks().size()) << "one run per block";
    uint64_t before = 0;
    for (const Vec3f& at : sorted) {
        Vec3i node;
        for (int k = 0; k < 3; ++k) node[k] = int(std::floor(at[k] * 8.0f - kNodeOffset)) - 1;
        const uint64_t key = blockKey(blockOf(node)) << 6 | uint64_t(placeInBlock(node));
        EXPECT_GE(key, before);
        before = key;
    }
}

} // namespace
} // namespace firn
