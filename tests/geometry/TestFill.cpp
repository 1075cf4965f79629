// A filled solid has the right number of places, all inside, the same for any thread count.
#include "base/Error.h"
#include "geometry/Fill.h"
#include "parallel/Threads.h"
#include "support/Solids.h"

#include <gtest/gtest.h>
#include <set>

namespace firn {
namespace {

constexpr int64_t kNoLimit = int64_t(1) << 40;
constexpr FillLayout kLayouts[] = {FillLayout::Regular, FillLayout::Jittered, FillLayout::Random};

FillSettings settingsOf(FillLayout layout, float separation = 0.05f)
{
    FillSettings settings;
    settings.layout = layout;
    settings.separation = separation;
    return settings;
}

FilledPlaces fill(const SolidField& shape, const FillSettings& settings, int64_t limit = kNoLimit)
{
    return fillSolid(shape, settings, limit, "test");
}

double filledVolume(const FilledPlaces& places, float separation)
{
    return double(places.size()) * std::pow(double(separation), 3);
}

// Places within one separation of the surface may fall either way. Of a ball 20 separations across that layer is a
// third of the volume, but its errors average out over some 4000 surface cells: a few parts in a thousand remain.
constexpr double kVolumeTolerance = 0.015;

TEST(Fill, CountTimesCellVolumeIsTheSolidsVolume)
{
    const SolidField ball = sphereSolid({0.31f, -0.12f, 5.03f}, 0.5f);
    const SolidField box = boxSolid({-0.41f, 0.13f, 2.0f}, {0.62f, 1.04f, 2.87f});
    const double ballVolume = 4.0 / 3.0 * 3.14159265358979 * 0.125, boxVolume = 1.03 * 0.91 * 0.87;
    for (const FillLayout layout : kLayouts) {
        const auto settings = settingsOf(layout, 0.025f);
        EXPECT_NEAR(filledVolume(fill(ball, settings), 0.025f) / ballVolume, 1.0, kVolumeTolerance);
        EXPECT_NEAR(filledVolume(fill(box, settings), 0.025f) / boxVolume, 1.0, 2 * kVolumeTolerance)
            << "a box cuts whole layers of cells, so its error does not average out";
    }
}

TEST(Fill, BoxOfWholeCellsIsExact)
{
    const SolidField box = boxSolid(Vec3f::Zero(), {1.0f, 0.5f, 2.0f});
    for (const FillLayout layout : {FillLayout::Regular, FillLayout::Jittered})
        EXPECT_EQ(fill(box, settingsOf(layout, 0.0625f)).size(), 16u * 8u * 32u);
    EXPECT_EQ(fill(box, settingsOf(FillLayout::Random, 0.0625f)).size(), 16u * 8u * 32u)
        << "8 in cells of twice the edge";
}

TEST(Fill, EveryPlaceIsInside)
{
    const SolidField ball = sphereSolid({1, 2, 3}, 0.4f);
    for (const FillLayout layout : kLayouts) {
        const auto filled = fill(ball, settingsOf(layout));
        ASSERT_GT(filled.size(), 1000u);
        for (std::size_t i = 0; i < filled.size(); ++i) {
            ASSERT_LT((filled.place[i] - Vec3d(1, 2, 3)).norm(), 0.4000001); // the radius, rounded to float
            ASSERT_LT(filled.distance[i], 0.0f);
        }
    }
}

TEST(Fill, JitterStaysInItsCell)
{
    const LatticeCell cells[] = {{0, 0, 0}, {-7, 3, 12345}, {-1, -1, -1}};
    for (const float jitter : {0.0f, 0.3f, 1.0f}) {
        auto settings = settingsOf(FillLayout::Jittered);
        settings.jitter = jitter;
        const double edge = double(settings.separation), reach = 0.5 * double(jitter) * edge + 1e-12;
        double furthest = 0;
        for (settings.seed = 1; settings.seed < 200; ++settings.seed) {
            for (const LatticeCell& cell : cells) {
                const Vec3d middle = (cell.cast<double>().array() + 0.5) * edge;
                const double off = (FillLattice(settings).place(cell, 0) - middle).cwiseAbs().maxCoeff();
                ASSERT_LE(off, reach);
                furthest = std::max(furthest, off);
            }
        }
        EXPECT_GE(furthest, 0.95 * 0.5 * double(jitter) * edge) << "and uses the whole of its share";
    }
}

TEST(Fill, RandomLayoutDiffersFromCellToCellAndPlaceToPlace)
{
    const auto filled = fill(boxSolid(Vec3f::Zero(), Vec3f::Ones()), settingsOf(FillLayout::Random, 0.0625f));
    std::set<std::array<double, 3>> offsets;
    for (const auto& place : filled.place) {
        const Eigen::Array3d cells = place.array() / 0.125;
        const Eigen::Array3d offset = cells - cells.floor();
        offsets.insert({offset.x(), offset.y(), offset.z()});
    }
    EXPECT_EQ(offsets.size(), filled.size());
}

TEST(Fill, TwoHalvesAreTheWhole)
{
    const Vec3f lower(-0.53f, 0.11f, -0.2f), upper(0.71f, 0.9f, 0.47f);
    for (const FillLayout layout : kLayouts) {
        const auto settings = settingsOf(layout);
        const auto whole = fill(boxSolid(lower, upper), settings);
        const auto left = fill(boxSolid(lower, {0.1234f, upper.y(), upper.z()}), settings);
        const auto right = fill(boxSolid({0.1234f, lower.y(), lower.z()}, upper), settings);
        std::set<uint64_t> ofWhole(whole.key.begin(), whole.key.end()), ofHalves(left.key.begin(), left.key.end());
        ofHalves.insert(right.key.begin(), right.key.end());
        EXPECT_EQ(left.size() + right.size(), whole.size());
        EXPECT_EQ(ofHalves, ofWhole);
    }
}

TEST(Fill, LooserBoundsChangeNothing)
{
    const SolidField ball = sphereSolid({0, 1, 0}, 0.3f);
    SolidField loose = ball;
    loose.bounds.lower -= Vec3f::Constant(0.777f);
    loose.bounds.upper += Vec3f::Constant(1e-6f);
    const auto a = fill(ball, settingsOf(FillLayout::Jittered)), b = fill(loose, settingsOf(FillLayout::Jittered));
    EXPECT_EQ(a.key, b.key);
}

TEST(Fill, AnotherSeedGivesOtherPlaces)
{
    auto settings = settingsOf(FillLayout::Jittered);
    const SolidField box = boxSolid(Vec3f::Zero(), Vec3f::Ones());
    const auto first = fill(box, settings);
    settings.seed = 2;
    const auto second = fill(box, settings);
    ASSERT_EQ(first.size(), second.size());
    EXPECT_NE(first.place[0], second.place[0]);
}

TEST(Fill, SameBitsForAnyThreadCount)
{
    const SolidField ball = sphereSolid({0, 0, 0}, 1.0f);
    for (const FillLayout layout : kLayouts) {
        FilledPlaces first;
        for (const int threads : {1, 2, 3, 8}) {
            FilledPlaces filled;
            runWithThreads(threads, [&] { filled = fill(ball, settingsOf(layout, 0.03f)); });
            if (threads == 1) first = filled;
            EXPECT_TRUE(filled.place == first.place && filled.distance == first.distance && filled.key == first.key)
                << threads << " threads";
        }
    }
}

TEST(Fill, EstimateIsNearTheCount)
{
    constexpr double kFewPercent = 0.05;
    const auto settings = settingsOf(FillLayout::Jittered);
    const SolidField ball = sphereSolid({4, 0, 0}, 0.5f);
    EXPECT_NEAR(estimateFillCount(ball, settings) / double(fill(ball, settings).size()), 1.0, kFewPercent);
    const SolidField sheet =
        solid({-1, -1, -1}, {1, 1, 1}, [](const Vec3f& x) { return std::abs(x.y() - x.x()) * 0.7071f - 0.005f; });
    EXPECT_NEAR(estimateVolume(sheet) / (4.0 * 0.01 * std::sqrt(2.0)), 1.0, 2 * kFewPercent) << "thin and slanted";
}

TEST(Fill, RefusesMoreThanTheLimitBeforeFilling)
{
    const SolidField ball = sphereSolid({0, 0, 0}, 10.0f);
    try {
        fill(ball, settingsOf(FillLayout::Regular, 0.001f), 1000000);
        FAIL() << "four million million places were not refused";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("room for 1000000"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("separation"), std::string::npos) << error.what();
    }
    const SolidField box = boxSolid(Vec3f::Zero(), Vec3f::Ones());
    EXPECT_NO_THROW(fill(box, settingsOf(FillLayout::Regular, 0.125f), 512));
    EXPECT_THROW(fill(box, settingsOf(FillLayout::Regular, 0.125f), 511), InputError);
}

TEST(Fill, RefusesWhatHasNoEndOrNoInside)
{
    SolidField plane = boxSolid(Vec3f::Constant(-3e38f), Vec3f::Constant(3e38f));
    EXPECT_THROW(fill(plane, {}), InputError);
    EXPECT_THROW(fill(SolidField{}, {}), InputError);
    const SolidField twoFarBalls = solid({-1e6f, -1, -1}, {1e6f, 1e6f, 1}, [](const Vec3f& x) {
        return std::min((x - Vec3f(-1e6f, 0, 0)).norm(), (x - Vec3f(1e6f, 1e6f, 0)).norm()) - 1.0f;
    });
    EXPECT_THROW(fill(twoFarBalls, settingsOf(FillLayout::Regular)), InputError) << "too many cells to look at";
}

} // namespace
} // namespace firn
