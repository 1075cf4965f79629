// Snowfall: so many flakes by a time whatever the frames, each with its own place, size and moment.
#include "sim/SourceMaking.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

SourceSpec snowfall()
{
    auto spec = specNamed("clouds");
    spec.params.emit = EmitKind::Snowfall;
    spec.params.velocity = {0.3f, -1.5f, 0};
    spec.params.velocitySpread = 0.2f;
    spec.params.flakeRate = 123.4f;
    return spec;
}

const SolidField kSky = boxSolid({-1, 3, -2}, {2, 4, 2}); // 12 m2

/// Moved back or forth to where it is at a time, if it has been at its P since `from`.
Vec3f positionAt(const Particles& flakes, std::size_t i, double time, double from)
{
    return flakes.P()[i] + float(time - from) * flakes.v()[i];
}

TEST(Snowfall, CountIsExactHoweverItIsCut)
{
    const Source source = makeSource(snowfall(), kSky);
    const auto atOnce = emitted(source, 0, 1);
    EXPECT_EQ(atOnce.size(), std::size_t(std::floor(double(123.4f) * 12.0)));
    EXPECT_EQ(source.expectedCount(0, 1), double(atOnce.size()));
    for (const int fps : {24, 25, 1000}) {
        std::size_t count = 0;
        for (int f = 0; f < fps; ++f) count += emitted(source, double(f) / fps, double(f + 1) / fps).size();
        EXPECT_EQ(count, atOnce.size()) << fps << " frames per second";
    }
}

TEST(Snowfall, FlakesAreTheSameHoweverTimeIsCut)
{
    const Source source = makeSource(snowfall(), kSky);
    const auto atOnce = emitted(source, 0, 1);
    std::size_t next = 0;
    constexpr float kRounding = 1e-5f;
    for (int f = 0; f < 24; ++f) {
        const double from = f / 24.0;
        const auto some = emitted(source, from, (f + 1) / 24.0);
        for (std::size_t i = 0; i < some.size(); ++i, ++next) {
            ASSERT_EQ(some.v()[i], atOnce.v()[next]);
            ASSERT_EQ(some.get<float>("pscale")[i], atOnce.get<float>("pscale")[next]);
            ASSERT_LT((positionAt(some, i, 1, from) - positionAt(atOnce, next, 1, 0)).norm(), kRounding);
        }
    }
}

TEST(Snowfall, EachCrossesTheFaceAtItsOwnMoment)
{
    auto spec = snowfall();
    spec.params.start = 0.25;
    const auto flakes = emitted(makeSource(spec, kSky), 0, 1);
    const double rate = double(spec.params.flakeRate) * 12.0;
    constexpr float kRounding = 1e-5f;
    for (std::size_t i = 0; i < flakes.size(); ++i) {
        const Vec3f x = positionAt(flakes, i, 0.25 + double(i + 1) / rate, 0);
        ASSERT_NEAR(x.y(), 4.0f, kRounding);
        ASSERT_TRUE(x.x() >= -1 - kRounding && x.x() <= 2 + kRounding && x.z() >= -2 - kRounding &&
                    x.z() <= 2 + kRounding);
    }
}

TEST(Snowfall, CoversTheFaceEvenly)
{
    auto spec = snowfall();
    spec.params.velocity.setZero();
    spec.params.velocitySpread = 0;
    spec.params.flakeRate = 1000;
    const auto flakes = emitted(makeSource(spec, kSky), 0, 1);
    std::vector<int> tile(12, 0);
    for (const Vec3f& x : flakes.P())
        ++tile[std::size_t(std::floor(x.x() + 1)) * 4 + std::size_t(std::floor(x.z() + 2))];
    constexpr double kFiveSigma = 5 * 31.6; // of a count of 1000
    for (const int count : tile) EXPECT_NEAR(count, 1000, kFiveSigma);
}

TEST(Snowfall, SizesFillTheirRangeAndGiveTheMass)
{
    const auto flakes = emitted(makeSource(snowfall(), kSky), 0, 2);
    float smallest = 1, largest = 0;
    for (std::size_t i = 0; i < flakes.size(); ++i) {
        const float r = flakes.get<float>("pscale")[i];
        smallest = std::min(smallest, 2 * r);
        largest = std::max(largest, 2 * r);
        ASSERT_NEAR(flakes.get<float>("mass")[i] / (400.0 * 4.0 / 3.0 * 3.14159265 * r * r * r), 1.0, 1e-5);
    }
    EXPECT_GE(smallest, 0.002f);
    EXPECT_LT(smallest, 0.0021f);
    EXPECT_LE(largest, 0.006f);
    EXPECT_GT(largest, 0.0059f);
}

TEST(Snowfall, StartsAndStops)
{
    auto spec = snowfall();
    spec.params.start = 1;
    spec.params.stop = 2;
    const Source source = makeSource(spec, kSky);
    EXPECT_EQ(emitted(source, kBeforeAll, 1).size(), 0u);
    EXPECT_EQ(emitted(source, 1, 50).size(), emitted(source, 1, 2).size());
    EXPECT_EQ(emitted(source, 2, 50).size(), 0u);
    EXPECT_GT(emitted(source, 1, 2).size(), 0u);
}

TEST(Snowfall, AnotherSeedIsAnotherSnowfall)
{
    auto spec = snowfall();
    const auto first = emitted(makeSource(spec, kSky), 0, 1);
    EXPECT_NE(stateHash(first), stateHash(emitted(makeSource(spec, kSky, 2), 0, 1)));
    spec.params.seed = 9;
    EXPECT_NE(stateHash(first), stateHash(emitted(makeSource(spec, kSky), 0, 1)));
}

TEST(Snowfall, RefusesTooManyAndSizesUpsideDown)
{
    Particles particles;
    const auto message = refusal([&] { makeSource(snowfall(), kSky).emit(0, 1e6, particles, 100000); });
    EXPECT_TRUE(mentions(message, "source 'clouds'") && mentions(message, "100000")) << message;
    auto spec = snowfall();
    spec.params.flakeSizeMin = 0.01f;
    EXPECT_TRUE(mentions(refusal([&] { makeSource(spec, kSky); }), "flake_size_min"));
}

} // namespace
} // namespace firn
