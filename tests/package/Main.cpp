// A user of the installed library, compiled with the compiler's default instruction set: the two must fit together.
#include "base/Cpu.h"
#include "base/Version.h"
#include "parallel/Reduce.h"
#include "parallel/Sort.h"
#include "particles/Particles.h"
#include "solver/Method.h"

#include <cstdio>
#include <vector>

int main()
{
    if (firn::missingCpuFeature(firn::kBuiltCpuFeatures, firn::presentCpuFeatures()) != nullptr) return 4;

    // Dynamic Eigen memory and columns cross the library's border in both directions.
    Eigen::VectorXd numbers = Eigen::VectorXd::LinSpaced(1001, 0, 1000);
    if (numbers.sum() != 500500.0) return 1;
    const std::vector<uint64_t> keys = {3, 1, 2};
    if (firn::stableSortOrder(keys) != std::vector<uint32_t>{1, 2, 0}) return 2;
    firn::Particles particles;

    std::printf("Firn %s (%s), %zu methods, state %zu\n", firn::version(), firn::buildSettings(),
                firn::methods().size(), particles.size());
    return 0;
}
