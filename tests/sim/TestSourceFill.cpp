// A source that fills its shape once: mass, motion, variation, seeds, limits.
#include "parallel/Threads.h"
#include "sim/SourceMaking.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

VariationParams variationOf(const std::string& parameter, NoiseKind kind, float amount, float scale)
{
    VariationParams variation;
    variation.parameter = parameter;
    variation.kind = kind;
    variation.amount = amount;
    variation.scale = scale;
    return variation;
}

TEST(SourceFill, MassIsDensityTimesVolume)
{
    // Of some 20 000 particles the layer at the surface, whose places fall in or out, leaves less than a percent.
    constexpr double kSurfaceError = 0.01;
    auto spec = specNamed("ball");
    spec.params.separation = 0.03f;
    const double volume = 4.0 / 3.0 * 3.14159265358979 * 0.125;
    for (const FillLayout layout : {FillLayout::Regular, FillLayout::Jittered, FillLayout::Random}) {
        spec.params.layout = layout;
        const auto snow = emitted(makeSource(spec, sphereSolid({0, 1, 0}, 0.5f)));
        EXPECT_NEAR(totalOf(snow, "mass") / (400.0 * volume), 1.0, kSurfaceError);
    }
}

TEST(SourceFill, WritesTheMaterialIntoTheColumns)
{
    const SnowMaterial icy{550, 4e5f, 0.25f, 20, 0.03f, 0.008f};
    const auto snow = emitted(makeSource(specNamed("block"), boxSolid({0, 0, 0}, {1, 1, 1}), 1, icy));
    ASSERT_EQ(snow.size(), 8000u);
    EXPECT_EQ(snow.get<float>("density")[7], 550.0f);
    EXPECT_EQ(snow.get<float>("E")[7], 4e5f);
    EXPECT_EQ(snow.get<float>("nu")[7], 0.25f);
    EXPECT_EQ(snow.get<float>("hardening")[7], 20.0f);
    EXPECT_EQ(snow.get<float>("critical_compression")[7], 0.03f);
    EXPECT_EQ(snow.get<float>("critical_stretch")[7], 0.008f);
    EXPECT_EQ(snow.get<float>("pscale")[7], 0.025f);
    EXPECT_FLOAT_EQ(snow.get<float>("mass")[7], 550.0f * 0.05f * 0.05f * 0.05f);
    EXPECT_EQ(snow.find("sourcename")->words().at(std::size_t(snow.get<int32_t>("sourcename")[7])), "block");
}

TEST(SourceFill, EmitsInTheIntervalThatHoldsItsStart)
{
    auto spec = specNamed("late");
    spec.params.start = 1.0;
    const Source source = makeSource(spec, sphereSolid({0, 0, 0}, 0.2f));
    EXPECT_EQ(emitted(source, kBeforeAll, 0.0).size(), 0u);
    EXPECT_EQ(emitted(source, 0.5, 0.999).size(), 0u);
    EXPECT_GT(emitted(source, 0.5, 1.0).size(), 0u);
    EXPECT_EQ(emitted(source, 1.0, 1.5).size(), 0u);
    EXPECT_EQ(source.expectedCount(1.0, 1.5), 0.0);
    EXPECT_GT(source.expectedCount(0.5, 1.0), 0.0);
}

TEST(SourceFill, SpinIsARigidRotationAboutTheCentre)
{
    auto spec = specNamed("top");
    spec.params.velocity = {1, 2, 3};
    spec.params.spin = {0.5f, -4, 2};
    const Vec3f centre(3, 1, -2);
    const auto snow = emitted(makeSource(spec, sphereSolid(centre, 0.4f)));
    constexpr float kRounding = 1e-5f; // of floats of size 5
    for (std::size_t i = 0; i < snow.size(); ++i) {
        const Vec3f expected = spec.params.velocity + spec.params.spin.cross(snow.P()[i] - centre);
        ASSERT_LT((snow.v()[i] - expected).norm(), kRounding);
    }
}

TEST(SourceFill, SpreadIsWithinItsBoundsAndWithoutBias)
{
    auto spec = specNamed("spray");
    spec.params.velocitySpread = 0.5f;
    const auto snow = emitted(makeSource(spec, boxSolid({0, 0, 0}, {1, 1, 1})));
    Vec3d mean = Vec3d::Zero();
    float largest = 0;
    for (const Vec3f& v : snow.v()) {
        largest = std::max(largest, v.cwiseAbs().maxCoeff());
        mean += v.cast<double>() / double(snow.size());
    }
    constexpr double kFiveSigma = 5 * 0.5 / 1.732 / 89.4; // 8000 uniform numbers
    EXPECT_LE(largest, 0.5f);
    EXPECT_GT(largest, 0.49f);
    EXPECT_LT(mean.cwiseAbs().maxCoeff(), kFiveSigma);
}

TEST(SourceFill, ShellIsHarderAndHeavierOutside)
{
    auto spec = specNamed("snowball");
    spec.variations = {variationOf("youngs_modulus", NoiseKind::Shell, 2.0f, 0.1f),
                       variationOf("density", NoiseKind::Shell, 0.5f, 0.1f)};
    const auto snow = emitted(makeSource(spec, sphereSolid({0, 0, 0}, 0.5f)));
    constexpr float kRounding = 2e-5f; // of the distance, over the shell's depth
    for (std::size_t i = 0; i < snow.size(); ++i) {
        const float depth = 0.5f - snow.P()[i].norm();
        const float pattern = std::max(0.0f, 1.0f - depth / 0.1f);
        ASSERT_NEAR(snow.get<float>("E")[i] / (1.4e5f * (1 + 2 * pattern)), 1.0f, kRounding);
        ASSERT_NEAR(snow.get<float>("density")[i] / (400.0f * (1 + 0.5f * pattern)), 1.0f, kRounding);
        ASSERT_FLOAT_EQ(snow.get<float>("mass")[i], snow.get<float>("density")[i] * 0.05f * 0.05f * 0.05f);
    }
}

TEST(SourceFill, NoiseIsReproducibleAndHangsOnEverySeed)
{
    auto spec = specNamed("clumpy");
    spec.params.layout = FillLayout::Regular;
    spec.variations = {variationOf("youngs_modulus", NoiseKind::Noise, 0.5f, 0.2f)};
    const SolidField box = boxSolid({0, 0, 0}, {1, 1, 1});
    const auto first = emitted(makeSource(spec, box, 1));
    EXPECT_EQ(stateHash(first), stateHash(emitted(makeSource(spec, box, 1))));
    EXPECT_NE(stateHash(first), stateHash(emitted(makeSource(spec, box, 2)))) << "the scene's seed";
    spec.params.seed = 2;
    EXPECT_NE(stateHash(first), stateHash(emitted(makeSource(spec, box, 1)))) << "the source's seed";
    spec.params.seed = 1;
    spec.variations[0].seed = 2;
    EXPECT_NE(stateHash(first), stateHash(emitted(makeSource(spec, box, 1)))) << "the variation's seed";

    const auto E = first.get<float>("E");
    EXPECT_GT(*std::max_element(E.begin(), E.end()), 1.5e5f);
    EXPECT_LT(*std::min_element(E.begin(), E.end()), 1.3e5f);
}

TEST(SourceFill, SameBitsForAnyThreadCount)
{
    auto spec = specNamed("ball");
    spec.params.separation = 0.02f;
    spec.params.velocitySpread = 0.1f;
    spec.variations = {variationOf("hardening", NoiseKind::Noise, 0.3f, 0.1f)};
    const Source source = makeSource(spec, sphereSolid({0, 0, 0}, 0.5f));
    const uint64_t expected = stateHash(emitted(source));
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] { EXPECT_EQ(stateHash(emitted(source)), expected) << threads << " threads"; });
}

TEST(SourceFill, RefusesAVariationThatLeavesItsRange)
{
    auto spec = specNamed("bad");
    spec.variations = {variationOf("poissons_ratio", NoiseKind::Shell, 5.0f, 0.1f)};
    const Source source = makeSource(spec, sphereSolid({0, 0, 0}, 0.5f));
    const auto message = refusal([&] { emitted(source); });
    EXPECT_TRUE(mentions(message, "source 'bad'") && mentions(message, "poissons_ratio") && mentions(message, "0.49"))
        << message;
}

TEST(SourceFill, RefusesWhatDoesNotFitTogether)
{
    const SolidField ball = sphereSolid({0, 0, 0}, 0.5f);
    auto spec = specNamed("bad");
    spec.variations = {variationOf("youngs_moduls", NoiseKind::Noise, 0.5f, 0.1f)};
    EXPECT_TRUE(mentions(refusal([&] { makeSource(spec, ball); }), "did you mean 'youngs_modulus'"));

    spec = specNamed("bad");
    spec.params.emit = EmitKind::Snowfall;
    spec.variations = {variationOf("density", NoiseKind::Shell, 0.5f, 0.1f)};
    EXPECT_TRUE(mentions(refusal([&] { makeSource(spec, ball); }), "shell"));

    spec = specNamed("bad");
    spec.params.emit = EmitKind::Continuous;
    spec.params.start = 2;
    spec.params.stop = 1;
    EXPECT_TRUE(mentions(refusal([&] { makeSource(spec, ball); }), "stop"));

    spec = specNamed("bad");
    spec.params.separation = -1;
    EXPECT_TRUE(mentions(refusal([&] { makeSource(spec, ball); }), "separation"));

    spec = specNamed("bad");
    spec.params.separation = 5;
    const Source tooCoarse = makeSource(spec, boxSolid({1, 1, 1}, {2, 2, 2}));
    EXPECT_TRUE(mentions(refusal([&] { emitted(tooCoarse); }), "holds no particle"));
    EXPECT_TRUE(mentions(refusal([&] { makeSource(specNamed("bad"), SolidField{}); }), "no inside"));
}

TEST(SourceFill, RefusesToExceedTheLimitAndAddsNothing)
{
    const Source source = makeSource(specNamed("avalanche"), boxSolid({0, 0, 0}, {1, 1, 1}));
    Particles particles;
    particles.append(10);
    const auto message = refusal([&] { source.emit(kBeforeAll, 0, particles, 8009); });
    EXPECT_TRUE(mentions(message, "source 'avalanche'") && mentions(message, "8000") && mentions(message, "8009"))
        << message;
    EXPECT_EQ(particles.size(), 10u);
    EXPECT_EQ(refusal([&] { source.emit(kBeforeAll, 0, particles, 8010); }), "");
}

TEST(SourceFill, ExpectedCountIsNear)
{
    constexpr double kFewPercent = 0.05;
    const Source source = makeSource(specNamed("ball"), sphereSolid({0, 0, 0}, 0.5f));
    EXPECT_NEAR(source.expectedCount(kBeforeAll, 0) / double(emitted(source).size()), 1.0, kFewPercent);
}

} // namespace
} // namespace firn
