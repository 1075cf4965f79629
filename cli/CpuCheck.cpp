// Refuses to start on a processor that lacks instructions this build uses: exit code 4, before any of them runs.
// Compiled for any x86-64; runs before the constructors of every other file.
#include "base/Cpu.h"

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kExitProcessor = 4;

__attribute__((constructor(101))) void checkCpu()
{
    firn::CpuFeatures present = firn::presentCpuFeatures();

    // For tests: hides a feature. It can only make the program refuse, never make it run where it must not.
    if (const char* hidden = std::getenv("FIRN_TEST_CPU_MISSING")) present &= ~firn::cpuFeatureNamed(hidden);

    const char* missing = firn::missingCpuFeature(firn::kBuiltCpuFeatures, present);
    if (missing == nullptr) return;
    std::fprintf(stderr,
                 "firn: this processor lacks %s, which this build (%s) needs; "
                 "build Firn with -DFIRN_ARCH=x86-64 for this machine\n",
                 missing, FIRN_ARCH_NAME);
    std::_Exit(kExitProcessor);
}

} // namespace
