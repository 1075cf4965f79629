#include "particles/Separation.h"

#include <algorithm>

namespace firn {

double separationOf(const Particles& particles)
{
    if (!particles.find("pscale") || particles.size() == 0) return 0;
    const auto radius = particles.get<float>("pscale");
    return 2.0 * double(*std::max_element(radius.begin(), radius.end()));
}

} // namespace firn
