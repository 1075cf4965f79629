// Claims about neighbour lists: nobody missing, nobody twice, one order, whatever the threads.
#include "base/Error.h"
#include "math/Random.h"
#include "neighbours/NeighbourSearch.h"
#include "neighbours/PackLanes.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace firn {
namespace {

std::vector<Vec3f> cloud(std::size_t count, float size, uint64_t seed = 1, const Vec3f& corner = Vec3f::Zero())
{
    std::vector<Vec3f> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = corner + size * randomInCube(seed, i);
    return x;
}

/// Exact neighbours by trying every pair.
std::vector<uint32_t> near(const std::vector<Vec3f>& points, const Vec3f& x, float radius, uint32_t own)
{
    std::vector<uint32_t> list;
    for (uint32_t j = 0; j < points.size(); ++j)
        if (j != own && (points[j] - x).squaredNorm() < radius * radius) list.push_back(j);
    return list;
}

std::vector<uint32_t> sorted(Span<const uint32_t> list)
{
    std::vector<uint32_t> copy(list.begin(), list.end());
    std::sort(copy.begin(), copy.end());
    return copy;
}

constexpr uint32_t kNone = 0xffffffff;

TEST(NeighbourSearch, FindsWhatTryingEveryPairFinds)
{
    // Dense, sparse, far from the origin, astride it.
    const struct {
        float size, radius;
        Vec3f corner;
    } cases[] = {{1, 0.2f, {0, 0, 0}},
                 {1, 0.01f, {-0.5f, -0.5f, -0.5f}},
                 {1, 2.5f, {-0.5f, 3, 7}},
                 {2, 0.3f, {-1000, 500, 250}}};
    for (const auto& c : cases) {
        const auto points = cloud(700, c.size, 1, c.corner);
        NeighbourSearch search;
        ASSERT_EQ(search.build(points, c.radius), points.size());
        NeighbourLists lists;
        search.findNeighbours(lists);
        ASSERT_EQ(lists.size(), points.size());
        for (uint32_t i = 0; i < points.size(); ++i)
            ASSERT_EQ(sorted(lists.of(i)), near(points, points[i], c.radius, i)) << "radius " << c.radius << ", " << i;
    }
}

TEST(NeighbourSearch, AnswersForPlacesThatAreNotItsPoints)
{
    const auto points = cloud(500, 1);
    const auto places = cloud(400, 2, 2, Vec3f::Constant(-0.5f)); // also outside the box of the points
    NeighbourSearch search;
    search.build(points, 0.15f);
    NeighbourLists lists;
    search.findNeighbours(places, lists);
    for (uint32_t i = 0; i < places.size(); ++i) {
        const auto expected = near(points, places[i], 0.15f, kNone);
        ASSERT_EQ(sorted(lists.of(i)), expected);
        std::vector<uint32_t> visited;
        search.visitNear(places[i], [&](uint32_t j, float) { visited.push_back(j); });
        std::sort(visited.begin(), visited.end());
        ASSERT_EQ(visited, expected);
    }
}

TEST(NeighbourSearch, PointsAtOnePlaceAreNeighboursAndNobodyIsHisOwn)
{
    const std::vector<Vec3f> points(20, Vec3f(0.1f, 0.2f, 0.3f));
    NeighbourSearch search;
    search.build(points, 1);
    NeighbourLists lists;
    search.findNeighbours(lists);
    for (uint32_t i = 0; i < 20; ++i) {
        EXPECT_EQ(lists.count(i), 19u);
        EXPECT_EQ(std::count(lists.of(i).begin(), lists.of(i).end(), i), 0);
    }
}

TEST(NeighbourSearch, ListsAreSymmetric)
{
    const auto points = cloud(3000, 1);
    NeighbourSearch search;
    search.build(points, 0.12f);
    NeighbourLists lists;
    search.findNeighbours(lists);
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < points.size(); ++i)
        for (const uint32_t j : lists.of(i)) pairs.insert({i, j});
    EXPECT_EQ(pairs.size(), lists.pairCount()) << "nobody twice";
    for (const auto& [i, j] : pairs) ASSERT_EQ(pairs.count({j, i}), 1u);
}

TEST(NeighbourSearch, AreTheSameForAnyNumberOfThreadsAndASecondSearch)
{
    const auto points = cloud(20000, 1);
    std::vector<uint32_t> expected;
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] {
            NeighbourSearch search;
            NeighbourLists lists;
            for (int round = 0; round < 2; ++round) {
                search.build(points, 0.06f);
                search.findNeighbours(lists);
                const std::vector<uint32_t> index(lists.index.begin(), lists.index.end());
                if (expected.empty()) expected = index;
                EXPECT_EQ(index, expected) << threads << " threads, round " << round;
            }
        });
}

TEST(NeighbourSearch, SortedPointsNeedNoSortingAndHaveTheSameNeighbours)
{
    const auto points = cloud(5000, 1);
    NeighbourSearch search;
    search.build(points, 0.1f);
    const std::vector<uint32_t> order(search.order().begin(), search.order().end());
    std::vector<Vec3f> arranged;
    for (const uint32_t i : order) arranged.push_back(points[i]);
    NeighbourLists mixed, straight;
    search.findNeighbours(mixed);
    EXPECT_FALSE(search.alreadySorted());
    search.build(arranged, 0.1f);
    search.findNeighbours(straight);
    EXPECT_TRUE(search.alreadySorted());
    EXPECT_EQ(search.runCount(), search.cellCount());
    for (std::size_t k = 0; k < order.size(); ++k) {
        std::vector<uint32_t> names;
        for (const uint32_t j : straight.of(k)) names.push_back(order[j]);
        ASSERT_EQ(names, std::vector<uint32_t>(mixed.of(order[k]).begin(), mixed.of(order[k]).end()));
    }
}

TEST(NeighbourSearch, NamesThePointThatCannotBePlaced)
{
    auto points = cloud(100, 1);
    points[17].y() = std::numeric_limits<float>::quiet_NaN();
    NeighbourSearch search;
    EXPECT_EQ(search.build(points, 0.1f), 17u);
    EXPECT_EQ(search.pointCount(), 0u);
    points[17].y() = 1e9f;
    EXPECT_EQ(search.build(points, 0.1f), 17u);
    points[17].y() = 0;
    EXPECT_EQ(search.build(points, 0.1f), 100u);
    EXPECT_THROW(search.build(points, 0), InputError);
}

TEST(NeighbourSearch, NobodyIsNearNoWhere)
{
    NeighbourSearch search;
    NeighbourLists lists;
    EXPECT_EQ(search.build(Span<const Vec3f>(), 1), 0u);
    search.findNeighbours(lists);
    EXPECT_EQ(lists.size(), 0u);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Vec3f> places = {{0, 0, 0}, {nan, 0, 0}, {1e30f, 0, 0}};
    search.findNeighbours(places, lists);
    EXPECT_EQ(lists.pairCount(), 0u);
    search.build(cloud(10, 1), 10);
    search.findNeighbours(places, lists);
    EXPECT_EQ(lists.count(0), 10u);
    EXPECT_EQ(lists.count(1) + lists.count(2), 0u);
}

TEST(NeighbourSearch, HandlesAWideScene)
{
    // Two clouds at opposite ends of what keys can hold.
    auto points = cloud(50, 1, 1, Vec3f::Constant(-5e5f));
    const auto others = cloud(50, 1, 2, Vec3f::Constant(5e5f));
    points.insert(points.end(), others.begin(), others.end());
    NeighbourSearch search;
    ASSERT_EQ(search.build(points, 1), 100u);
    NeighbourLists lists;
    search.findNeighbours(lists);
    for (uint32_t i = 0; i < 100; ++i) ASSERT_EQ(sorted(lists.of(i)), near(points, points[i], 1, i));
}

TEST(PackLanes, KeepsTheChosenOnesInOrder)
{
    const uint32_t from[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    for (uint32_t bits = 0; bits < 256; ++bits) {
        uint32_t to[8] = {};
        std::vector<uint32_t> expected;
        for (uint32_t k = 0; k < 8; ++k)
            if (bits >> k & 1) expected.push_back(from[k]);
        const uint32_t n = packLanes(from, bits, to);
        ASSERT_EQ(std::vector<uint32_t>(to, to + n), expected);
    }
}

} // namespace
} // namespace firn
