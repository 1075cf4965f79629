// Asks the processor what it can do. Compiled for any x86-64, and free of library code that other files share.
#include "base/Cpu.h"

#include "base/CpuTable.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace firn {

namespace {

enum class Word { Leaf1Ecx, Leaf7Ebx, Extended1Ecx };

/// Where a feature is announced (Intel's and AMD's manuals, CPUID), and which saved registers it needs.
struct Feature {
    CpuFeatureIndex index;
    const char* name;
    Word word;
    uint32_t bit;
    uint32_t states;
};

constexpr uint32_t kNoState = 0, kAvxState = 0x06, kAvx512State = 0xe6;
constexpr uint32_t kSystemSavesStates = 1u << 27; // OSXSAVE, leaf 1 ecx

constexpr Feature kFeatures[] = {
    {kSse3, "sse3", Word::Leaf1Ecx, 0, kNoState},
    {kSsse3, "ssse3", Word::Leaf1Ecx, 9, kNoState},
    {kSse41, "sse4.1", Word::Leaf1Ecx, 19, kNoState},
    {kSse42, "sse4.2", Word::Leaf1Ecx, 20, kNoState},
    {kPopcnt, "popcnt", Word::Leaf1Ecx, 23, kNoState},
    {kAvx, "avx", Word::Leaf1Ecx, 28, kAvxState},
    {kFma, "fma", Word::Leaf1Ecx, 12, kAvxState},
    {kF16c, "f16c", Word::Leaf1Ecx, 29, kAvxState},
    {kMovbe, "movbe", Word::Leaf1Ecx, 22, kNoState},
    {kAvx2, "avx2", Word::Leaf7Ebx, 5, kAvxState},
    {kBmi1, "bmi1", Word::Leaf7Ebx, 3, kNoState},
    {kBmi2, "bmi2", Word::Leaf7Ebx, 8, kNoState},
    {kLzcnt, "lzcnt", Word::Extended1Ecx, 5, kNoState},
    {kAvx512f, "avx512f", Word::Leaf7Ebx, 16, kAvx512State},
    {kAvx512dq, "avx512dq", Word::Leaf7Ebx, 17, kAvx512State},
    {kAvx512cd, "avx512cd", Word::Leaf7Ebx, 28, kAvx512State},
    {kAvx512bw, "avx512bw", Word::Leaf7Ebx, 30, kAvx512State},
    {kAvx512vl, "avx512vl", Word::Leaf7Ebx, 31, kAvx512State},
};

uint32_t wordOf(const CpuidWords& words, Word word)
{
    switch (word) {
    case Word::Leaf1Ecx: return words.leaf1Ecx;
    case Word::Leaf7Ebx: return words.leaf7Ebx;
    case Word::Extended1Ecx: return words.extended1Ecx;
    }
    return 0;
}

bool sameText(const char* a, const char* b)
{
    for (; *a != '\0' && *a == *b; ++a, ++b) {
    }
    return *a == *b;
}

} // namespace

CpuFeatures cpuFeatures(const CpuidWords& words)
{
    const uint32_t saved = (words.leaf1Ecx & kSystemSavesStates) != 0 ? words.savedStates : 0;
    CpuFeatures features = 0;
    for (const Feature& feature : kFeatures) {
        const bool announced = (wordOf(words, feature.word) >> feature.bit & 1u) != 0;
        if (announced && (saved & feature.states) == feature.states) features |= 1u << feature.index;
    }
    return features;
}

CpuFeatures presentCpuFeatures()
{
    CpuidWords words;
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) words.leaf1Ecx = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) words.leaf7Ebx = b;
    if (__get_cpuid(0x80000001u, &a, &b, &c, &d) != 0) words.extended1Ecx = c;
    if ((words.leaf1Ecx & kSystemSavesStates) != 0) {
        unsigned low = 0, high = 0;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        words.savedStates = low;
    }
#endif
    return cpuFeatures(words);
}

const char* missingCpuFeature(CpuFeatures needed, CpuFeatures present)
{
    for (const Feature& feature : kFeatures) {
        if ((needed & ~present & (1u << feature.index)) != 0) return feature.name;
    }
    return nullptr;
}

CpuFeatures cpuFeatureNamed(const char* name)
{
    for (const Feature& feature : kFeatures) {
        if (sameText(feature.name, name)) return 1u << feature.index;
    }
    return 0;
}

} // namespace firn
