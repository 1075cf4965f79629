// The material of eight particles: attributes or the method's defaults, and the hardened stiffness they give.
#pragma once

#include "materials/SnowModelLanes.h"
#include "mpm/ParticleLanes.h"
#include "mpm/Passes.h"

#include <cmath>

namespace firn::mpm {

/// The bounds of the hardening factor as exponents.
struct HardeningBounds {
    float logLeast, logLargest;

    explicit HardeningBounds(const MpmParams& params)
        : logLeast(-std::log(params.largestWeakening)), logLargest(std::log(params.largestStiffening))
    {
    }
};

/// Eq. 2 for a batch with the given Jp.
FIRN_LANES StiffnessLanes<Simd8> stiffnessOf(const MpmParams& params, const HardeningBounds& bounds, const Snow& snow,
                                             const Batch& batch, Simd8 Jp)
{
    return hardenedStiffness(
        loadColumn(snow.E, params.youngsModulus, batch), loadColumn(snow.nu, params.poissonsRatio, batch),
        loadColumn(snow.hardening, params.hardening, batch), Jp, Simd8(bounds.logLeast), Simd8(bounds.logLargest));
}

} // namespace firn::mpm
