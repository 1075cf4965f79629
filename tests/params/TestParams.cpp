// Claims about parameters: one table serves every host, and nothing is clamped in silence.
#include "base/Error.h"
#include "params/ParamSet.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

enum class Weather { Calm, Gusty, Storm };
constexpr std::string_view kWeathers[] = {"calm", "gusty", "storm"};

struct Sample {
    float friction = 0.1f;
    double step = 5e-4;
    int count = 3;
    int64_t seed = 1;
    bool sticky = false;
    Vec3f gravity{0, -9.81f, 0};
    std::string name = "ball";
    Weather weather = Weather::Calm;
};

constexpr Param kSampleParams[] = {
    param<&Sample::friction>("friction", "Friction", "", {0, 1}, "How rough."),
    param<&Sample::step>("step", "Step", "s", {1e-9, 1}, "How long."),
    param<&Sample::count>("count", "Count", "", {1, 10}, "How many.").formerly("number"),
    param<&Sample::seed>("seed", "Seed", "", {0, 9e15}, "Which."),
    param<&Sample::sticky>("sticky", "Sticky", "Whether."),
    param<&Sample::gravity>("gravity", "Gravity", "m/s2", {-100, 100}, "Where to."),
    param<&Sample::name>("name", "Name", "Who."),
    choice<&Sample::weather>("weather", "Weather", kWeathers, "What kind."),
};

ParamSet sampleSet() { return ParamSet(paramTable<Sample>("sample", "Sample", kSampleParams)); }

std::string refusal(const std::string& token, const ParamValue& value)
{
    try {
        sampleSet().set(token, value, "scene");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string refusedText(const std::string& token, const std::string& text)
{
    try {
        sampleSet().setText(token, text, "--set");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FieldCount, CountsEveryMember)
{
    struct Three {
        int a;
        std::string b;
        Vec3f c;
    };
    struct None {};
    EXPECT_EQ(fieldCount<Three>(), 3u);
    EXPECT_EQ(fieldCount<None>(), 0u);
    EXPECT_EQ(fieldCount<Sample>(), 8u);
}

TEST(Params, DefaultsAreTheStructsOwn)
{
    const ParamSet set = sampleSet();
    EXPECT_EQ(set.as<Sample>().friction, 0.1f);
    for (const auto& param : set.table().params) EXPECT_TRUE(set.isDefault(param)) << param.token;
}

TEST(Params, ShowsFloatsAsTheyWereTyped)
{
    const ParamSet set = sampleSet();
    EXPECT_EQ(paramText(*set.table().find("friction"), set.get("friction")), "0.1");
    EXPECT_EQ(paramText(*set.table().find("gravity"), set.get("gravity")), "[0, -9.81, 0]");
    EXPECT_EQ(paramText(*set.table().find("weather"), set.get("weather")), "calm");
}

TEST(Params, EveryValueSurvivesTextAndBack)
{
    ParamSet set = sampleSet();
    set.setText("friction", "0.7", "test");
    set.setText("step", "1e-3", "test");
    set.setText("count", "+7", "test");
    set.setText("seed", "8999999999999999", "test");
    set.setText("sticky", "on", "test");
    set.setText("gravity", "[1, -2.5, 3]", "test");
    set.setText("name", "a name with spaces", "test");
    set.setText("weather", "storm", "test");
    ParamSet copy = sampleSet();
    for (const auto& param : set.table().params)
        copy.setText(param.token, paramText(param, set.get(param.token)), "test");
    for (const auto& param : set.table().params)
        EXPECT_TRUE(set.get(param.token) == copy.get(param.token)) << param.token;
    EXPECT_EQ(copy.as<Sample>().seed, 8999999999999999);
    EXPECT_EQ(copy.as<Sample>().weather, Weather::Storm);
}

TEST(Params, OutOfRangeIsRefusedNeverClamped)
{
    EXPECT_EQ(refusal("friction", 1.5), "scene: friction is 1.5; it must be a number from 0 to 1");
    EXPECT_EQ(refusal("count", int64_t(11)), "scene: count is 11; it must be a whole number from 1 to 10");
    EXPECT_EQ(refusal("gravity", Vec3d(0, -200, 0)),
              "scene: gravity is [0, -200, 0]; it must be three numbers, each from -100 to 100 (m/s2)");
}

TEST(Params, NotANumberAndInfinityAreRefused)
{
    EXPECT_NE(refusal("friction", std::nan("")), "accepted");
    EXPECT_NE(refusal("step", std::numeric_limits<double>::infinity()), "accepted");
    EXPECT_NE(refusal("gravity", Vec3d(0, std::nan(""), 0)), "accepted");
    EXPECT_NE(refusedText("friction", "nan"), "accepted");
}

TEST(Params, WrongTypesAreRefused)
{
    EXPECT_NE(refusal("friction", std::string("rough")), "accepted");
    EXPECT_NE(refusal("count", 2.5), "accepted");
    EXPECT_NE(refusal("sticky", int64_t(1)), "accepted");
    EXPECT_NE(refusal("name", 3.0), "accepted");
    EXPECT_NE(refusedText("friction", "0.5 metres"), "accepted");
    EXPECT_NE(refusedText("gravity", "1 2"), "accepted");
    EXPECT_NE(refusedText("gravity", "1 2 3 4"), "accepted");
    EXPECT_NE(refusedText("sticky", "perhaps"), "accepted");
}

TEST(Params, AWholeNumberMayBeWrittenWithAPoint)
{
    ParamSet set = sampleSet();
    set.set("count", 4.0, "scene");
    EXPECT_EQ(set.as<Sample>().count, 4);
}

TEST(Params, MisspeltNamesGetTheNearest)
{
    EXPECT_NE(refusal("frction", 0.5).find("did you mean 'friction'?"), std::string::npos);
    EXPECT_NE(refusal("weather", std::string("strom")).find("did you mean 'storm'?"), std::string::npos);
}

TEST(Params, AFormerNameStillWorks)
{
    ParamSet set = sampleSet();
    set.set("number", int64_t(9), "an old scene");
    EXPECT_EQ(set.as<Sample>().count, 9);
}

TEST(Params, CopiesDoNotShare)
{
    const ParamSet original = sampleSet();
    ParamSet copy = original;
    copy.set("count", int64_t(10), "test");
    EXPECT_EQ(original.as<Sample>().count, 3);
}

} // namespace
} // namespace firn
