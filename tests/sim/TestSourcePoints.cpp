// A source with points: a cache's particles with all their columns, completed from the material.
#include "particles/Attributes.h"
#include "sim/SourceMaking.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

/// Three points with a colour, a mass and a deformation gradient of their own.
std::shared_ptr<Particles> cache()
{
    auto points = std::make_shared<Particles>();
    points->ensure(columnSpec<Vec3f>("Cd", Vec3f::Ones(), Meaning::Colour));
    points->ensure(columnSpec<float>("mass", 0.0f));
    points->ensure({"F", columnType<Mat3f>(), Meaning::Matrix, {}});
    points->append(3);
    for (std::size_t i = 0; i < 3; ++i) {
        points->edit<Vec3f>("P")[i] = Vec3f(float(i), 1, 0);
        points->edit<Vec3f>("v")[i] = Vec3f(0, float(i), 0);
        points->edit<Vec3f>("Cd")[i] = Vec3f(0.1f * float(i), 0, 0);
        points->edit<float>("mass")[i] = 0.5f + float(i);
        points->edit<Mat3f>("F")[i] = Mat3f::Identity() * float(i + 1);
    }
    return points;
}

Source pointSource(const SourceSpec& spec, std::shared_ptr<const Particles> points)
{
    return Source(spec, {}, SolidField{}, std::move(points), 1);
}

TEST(SourcePoints, KeepAllTheirColumns)
{
    const auto snow = emitted(pointSource(specNamed("cached"), cache()));
    ASSERT_EQ(snow.size(), 3u);
    EXPECT_EQ(snow.P()[2], Vec3f(2, 1, 0));
    EXPECT_EQ(snow.v()[2], Vec3f(0, 2, 0)) << "no velocity was asked for";
    EXPECT_EQ(snow.get<Vec3f>("Cd")[2], Vec3f(0.2f, 0, 0));
    EXPECT_EQ(snow.get<float>("mass")[2], 2.5f);
    EXPECT_EQ(snow.get<Mat3f>("F")[2], Mat3f(Mat3f::Identity() * 3.0f));
}

TEST(SourcePoints, KeepTheirIdsUnlessOneWasUsed)
{
    auto points = cache();
    for (std::size_t i = 0; i < 3; ++i) points->edit<int64_t>("id")[i] = int64_t(4 + 5 * i);
    const Source source = pointSource(specNamed("cached"), points);
    Particles snow = emitted(source);
    EXPECT_EQ(snow.id()[2], 14);
    EXPECT_EQ(snow.nextId(), 15);
    source.emit(-1, 0, snow, 100); // the same again: all three are taken
    ASSERT_EQ(snow.size(), 6u);
    EXPECT_EQ(snow.id()[3], 15);
    EXPECT_EQ(snow.id()[5], 17);
}

TEST(SourcePoints, GetWhatTheyLackFromTheMaterial)
{
    auto points = cache();
    points->erase("mass");
    const auto snow = emitted(pointSource(specNamed("cached"), points));
    EXPECT_EQ(snow.get<float>("density")[1], 400.0f);
    EXPECT_EQ(snow.get<float>("E")[1], 1.4e5f);
    EXPECT_EQ(snow.get<float>("pscale")[1], 0.025f);
    EXPECT_FLOAT_EQ(snow.get<float>("mass")[1], 400.0f * 0.05f * 0.05f * 0.05f);
    EXPECT_EQ(snow.find("sourcename")->words().at(std::size_t(snow.get<int32_t>("sourcename")[1])), "cached");
}

TEST(SourcePoints, AddVelocityAndSpinToTheirOwn)
{
    auto spec = specNamed("cached");
    spec.params.velocity = {5, 0, 0};
    spec.params.spin = {0, 0, 2};
    const auto snow = emitted(pointSource(spec, cache()));
    EXPECT_EQ(snow.v()[2], Vec3f(5, 2 + 2, 0)) << "one metre from the points' centre";
}

TEST(SourcePoints, VariationMultipliesTheirOwnValues)
{
    auto points = cache();
    points->ensure(attributeSpec("density"));
    for (float& density : points->edit<float>("density")) density = 100.0f;
    auto spec = specNamed("cached");
    VariationParams variation;
    variation.parameter = "density";
    variation.scale = 0.37f;
    spec.variations = {variation};
    const auto snow = emitted(pointSource(spec, points));
    for (std::size_t i = 0; i < 3; ++i) {
        const float factor = snow.get<float>("density")[i] / 100.0f;
        EXPECT_NE(factor, 1.0f);
        EXPECT_FLOAT_EQ(snow.get<float>("mass")[i], points->get<float>("mass")[i] * factor);
    }
}

TEST(SourcePoints, OtherSourcesParticlesStayUndeformed)
{
    Particles snow;
    pointSource(specNamed("cached"), cache()).emit(kBeforeAll, 0, snow, kNoLimit);
    makeSource(specNamed("ball"), sphereSolid({0, 0, 0}, 0.3f)).emit(kBeforeAll, 0, snow, kNoLimit);
    ASSERT_GT(snow.size(), 10u);
    EXPECT_EQ(snow.get<Mat3f>("F")[10], Mat3f(Mat3f::Identity())) << "the cache's F had no initial value of its own";
    EXPECT_EQ(snow.find("sourcename")->words(), (std::vector<std::string>{"cached", "ball"}));
}

TEST(SourcePoints, RefuseWrongTypesBadNumbersAndOtherWaysToEmit)
{
    auto wrong = cache();
    wrong->ensure(columnSpec<double>("E", 1.0));
    EXPECT_TRUE(mentions(refusal([&] { pointSource(specNamed("bad"), wrong); }), "'E' is float64"));

    EXPECT_TRUE(mentions(refusal([] { pointSource(specNamed("bad"), std::make_shared<Particles>()); }), "no points"));

    auto broken = cache();
    broken->edit<Vec3f>("P")[1].x() = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(mentions(refusal([&] { pointSource(specNamed("bad"), broken); }), "point 1"));

    auto spec = specNamed("bad");
    spec.params.emit = EmitKind::Continuous;
    EXPECT_TRUE(mentions(refusal([&] { pointSource(spec, cache()); }), "'once'"));

    Particles snow;
    const auto message = refusal([&] { pointSource(specNamed("full"), cache()).emit(kBeforeAll, 0, snow, 2); });
    EXPECT_TRUE(mentions(message, "source 'full'") && mentions(message, "3 particles") && mentions(message, "most 2"))
        << message;
}

} // namespace
} // namespace firn
