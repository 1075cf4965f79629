// Claims about the check of the processor, on processors made up for the purpose.
#include "base/Cpu.h"
#include "base/Version.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

/// A processor with everything, under a system that saves all registers.
CpuidWords everything()
{
    CpuidWords words;
    words.leaf1Ecx = words.leaf7Ebx = words.extended1Ecx = words.savedStates = ~0u;
    return words;
}

CpuFeatures allOf(std::initializer_list<const char*> names)
{
    CpuFeatures features = 0;
    for (const char* name : names) features |= cpuFeatureNamed(name);
    return features;
}

TEST(Cpu, ThisMachineHasWhatTheBuildNeeds)
{
    EXPECT_EQ(missingCpuFeature(kBuiltCpuFeatures, presentCpuFeatures()), nullptr);
}

TEST(Cpu, NothingIsMissingWhereEverythingIsPresent)
{
    EXPECT_EQ(missingCpuFeature(~0u, cpuFeatures(everything())), nullptr);
}

TEST(Cpu, TheMissingFeatureIsNamed)
{
    CpuidWords words = everything();
    words.leaf7Ebx &= ~(1u << 5);
    EXPECT_STREQ(missingCpuFeature(allOf({"avx", "avx2", "fma"}), cpuFeatures(words)), "avx2");
}

TEST(Cpu, AFeatureThatIsNotNeededMayBeMissing)
{
    CpuidWords words = everything();
    words.leaf7Ebx &= ~(1u << 16);
    EXPECT_EQ(missingCpuFeature(allOf({"avx", "avx2", "fma"}), cpuFeatures(words)), nullptr);
}

TEST(Cpu, AvxIsMissingWhenTheSystemDoesNotSaveItsRegisters)
{
    CpuidWords words = everything();
    words.savedStates = 0x3;
    EXPECT_STREQ(missingCpuFeature(allOf({"sse4.2", "avx"}), cpuFeatures(words)), "avx");
}

TEST(Cpu, SavedStatesCountOnlyWhenTheSystemAnnouncesThem)
{
    CpuidWords words = everything();
    words.leaf1Ecx &= ~(1u << 27);
    EXPECT_STREQ(missingCpuFeature(allOf({"avx2"}), cpuFeatures(words)), "avx2");
}

TEST(Cpu, UnknownNamesAreNoFeature) { EXPECT_EQ(cpuFeatureNamed("avx3"), 0u); }

TEST(Cpu, NamesAreWholeWords) { EXPECT_NE(cpuFeatureNamed("avx"), cpuFeatureNamed("avx2")); }

TEST(Version, SaysWhatTheBuildIs)
{
    EXPECT_STREQ(version(), FIRN_TEST_VERSION);
    EXPECT_NE(std::string(buildSettings()).find(FIRN_TEST_ARCH), std::string::npos);
}

} // namespace
} // namespace firn
