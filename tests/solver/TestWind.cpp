// The wind: steady, from a grid, from frames of a sequence.
#include "base/Error.h"
#include "math/Random.h"
#include "solver/Wind.h"
#include "solver/World.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr double kFps = 24;

/// Two by two by two voxels of edge 1 from the origin on: the velocity is x e_y + offset.
VelocityGrid sheared(float offset)
{
    std::vector<Vec3f> values;
    for (int n = 0; n < 8; ++n) values.emplace_back(0, float(n & 1) + offset, 0);
    return velocityGrid(Vec3d::Zero(), 1, Vec3i(2, 2, 2), values);
}

TEST(Wind, OfOneVelocityIsExactlyThatEverywhere)
{
    const Vec3f steady(1.1f, -0.3f, 7.7f);
    const Wind wind(steady);
    EXPECT_TRUE(wind.uniform());
    for (uint64_t i = 0; i < 20; ++i) ASSERT_EQ(wind.at(double(i), 1e3f * randomInCube(1, i)), steady);
}

TEST(Wind, AddsAGridToTheSteadyVelocity)
{
    Wind wind(Vec3f(5, 0, 0));
    wind.setField(sheared(0), 2);
    EXPECT_FALSE(wind.uniform());
    EXPECT_EQ(wind.detail(), 1);
    EXPECT_LT((wind.at(0, Vec3f(0.25f, 0.5f, 0.5f)) - Vec3f(5, 0.5f, 0)).norm(), 1e-6f) << "trilinear: 2 x 0.25";
}

TEST(Wind, IsTheSteadyVelocityBeyondTheGrid)
{
    Wind wind(Vec3f(5, 0, 0));
    wind.setField(sheared(0));
    EXPECT_EQ(wind.at(0, Vec3f(9, 9, 9)), Vec3f(5, 0, 0));
    EXPECT_EQ(wind.at(0, Vec3f(1e20f, 0, 0)), Vec3f(5, 0, 0));
}

TEST(Wind, GivesManyPointsTheSameAsOne)
{
    Wind wind(Vec3f(5, 0, 0));
    wind.setField(sheared(0.3f), 1.5f);
    std::vector<Vec3f> x(100), v(100);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 2 * randomInCube(3, i);
    wind.sample(0.1, x, v);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(v[i], wind.at(0.1, x[i]));
}

WindSequence::Frames framesOf(std::function<VelocityGrid(int)> load, int first, int last)
{
    return {std::move(load), kFps, 1, first, last};
}

TEST(Wind, ChangesLinearlyBetweenFramesAndHoldsAtTheEnds)
{
    Wind wind;
    wind.setField(std::make_shared<const WindSequence>(framesOf([](int f) { return sheared(float(f)); }, 3, 5)));
    const Vec3f x(0, 0.5f, 0.5f);
    const auto at = [&](double frame) { return wind.at((frame - 1) / kFps, x).y(); };
    EXPECT_NEAR(at(1), 3, 1e-6);
    EXPECT_NEAR(at(3), 3, 1e-6);
    EXPECT_NEAR(at(3.25), 3.25, 1e-5) << "a float of a time";
    EXPECT_NEAR(at(4.5), 4.5, 1e-5);
    EXPECT_NEAR(at(5), 5, 1e-6);
    EXPECT_NEAR(at(99), 5, 1e-6);
}

TEST(Wind, LoadsFramesWhenTheyAreNeeded)
{
    std::vector<int> loaded;
    const auto sequence = std::make_shared<const WindSequence>(framesOf(
        [&](int frame) {
            loaded.push_back(frame);
            return sheared(0);
        },
        1, 100));
    EXPECT_EQ(loaded, (std::vector<int>{1})) << "the first says how fine the wind is";
    Wind wind;
    wind.setField(sequence);
    wind.at(40.5 / kFps, Vec3f::Zero());
    EXPECT_EQ(loaded, (std::vector<int>{1, 41, 42}));
}

TEST(Wind, PassesOnThatAFrameIsMissing)
{
    const auto load = [](int frame) {
        if (frame == 2) throw FileError("wind.0002.vdb", "is not there");
        return sheared(0);
    };
    Wind wind;
    wind.setField(std::make_shared<const WindSequence>(framesOf(load, 1, 3)));
    EXPECT_THROW(wind.at(0.5 / kFps, Vec3f::Zero()), FileError);
}

TEST(Wind, RefusesFramesThatMakeNoSense)
{
    const auto load = [](int) { return sheared(0); };
    EXPECT_THROW(WindSequence(framesOf(load, 5, 4)), InputError);
    EXPECT_THROW(WindSequence({load, 0, 1, 1, 2}), InputError);
}

TEST(World, SharesTheWindWithItsCopies)
{
    World world;
    world.wind.setField(sheared(1));
    const World copy = world;
    EXPECT_EQ(copy.wind.at(0, Vec3f(0, 0, 0)), Vec3f(0, 1, 0));
}

} // namespace
} // namespace firn
