// The snow presets follow the words of [Stomakhin2013] section 5, and the elastic constants their definitions.
#include "base/Error.h"
#include "materials/Lame.h"
#include "materials/Presets.h"
#include "particles/Attributes.h"

#include <gtest/gtest.h>
#include <set>

namespace firn {
namespace {

TEST(Presets, PackingIsTable2AndTheDefault)
{
    const SnowMaterial table2{400.0f, 1.4e5f, 0.2f, 10.0f, 2.5e-2f, 7.5e-3f};
    const SnowMaterial& packing = presetNamed("packing");
    for (const auto& row : kSnowMaterialParams) EXPECT_EQ(row.get(&packing), row.get(&table2)) << row.token;
    EXPECT_EQ(snowPresets()[0].name, "packing");
}

TEST(Presets, FollowTheWordsOfSection5)
{
    const auto &packing = presetNamed("packing"), &powder = presetNamed("powder"), &wet = presetNamed("wet");
    const auto &icy = presetNamed("icy"), &muddy = presetNamed("muddy"), &crust = presetNamed("crust");
    EXPECT_LT(powder.criticalCompression, packing.criticalCompression) << "dry and powdery: smaller";
    EXPECT_LT(powder.criticalStretch, packing.criticalStretch);
    EXPECT_GT(wet.criticalCompression, packing.criticalCompression) << "wet and chunky: larger";
    EXPECT_GT(wet.criticalStretch, packing.criticalStretch);
    EXPECT_GT(icy.hardening, packing.hardening) << "icy: higher";
    EXPECT_GT(icy.youngsModulus, packing.youngsModulus);
    EXPECT_LT(muddy.hardening, packing.hardening) << "muddy: the opposite";
    EXPECT_LT(muddy.youngsModulus, packing.youngsModulus);
    EXPECT_GT(crust.youngsModulus, packing.youngsModulus) << "a top layer stiffer";
    EXPECT_GT(crust.hardening, packing.hardening) << "and crunchier";
}

TEST(Presets, AreWithinTheirRangesAndDescribed)
{
    std::set<std::string_view> names;
    for (const auto& preset : snowPresets()) {
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name << " is there twice";
        EXPECT_FALSE(preset.label.empty() || preset.description.empty() || preset.reason.empty()) << preset.name;
        for (const auto& row : kSnowMaterialParams)
            EXPECT_NO_THROW(checkedValue(row, row.get(&preset.material), std::string(preset.name)));
    }
}

TEST(Presets, UnknownNameIsRefusedWithTheNearest)
{
    try {
        presetNamed("podwer");
        FAIL() << "an unknown name was accepted";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean 'powder'"), std::string::npos) << error.what();
    }
}

TEST(Lame, KnownValues)
{
    const auto quarter = lameFrom(1.0, 0.25); // mu = lambda = 2/5 E at nu = 1/4
    EXPECT_NEAR(quarter.mu, 0.4, 1e-15);
    EXPECT_NEAR(quarter.lambda, 0.4, 1e-15);
    EXPECT_EQ(lameFrom(3.0, 0.0).lambda, 0.0);
}

TEST(Lame, GiveYoungsModulusAndPoissonsRatioBack)
{
    for (const double nu : {0.0, 0.1, 0.2, 0.3, 0.45}) {
        const auto [mu, lambda] = lameFrom(1.4e5, nu);
        EXPECT_NEAR(mu * (3 * lambda + 2 * mu) / (lambda + mu), 1.4e5, 1e-9);
        EXPECT_NEAR(lambda / (2 * (lambda + mu)), nu, 1e-14);
    }
}

TEST(Attributes, MaterialAttributesStartWithTheMaterialsDefaults)
{
    const SnowMaterial defaults;
    EXPECT_EQ(float(findAttribute("E")->initial), defaults.youngsModulus);
    EXPECT_EQ(float(findAttribute("nu")->initial), defaults.poissonsRatio);
    EXPECT_EQ(float(findAttribute("hardening")->initial), defaults.hardening);
    EXPECT_EQ(float(findAttribute("critical_compression")->initial), defaults.criticalCompression);
    EXPECT_EQ(float(findAttribute("critical_stretch")->initial), defaults.criticalStretch);
}

} // namespace
} // namespace firn
