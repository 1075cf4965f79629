// Random numbers as a pure function of (seed, id, step, channel): no state, so no order to get wrong.
#pragma once

#include "base/Hash.h"
#include "base/Types.h"

namespace firn {

/// 64 random bits. `channel` separates the several numbers one particle needs in one step.
inline uint64_t randomBits(uint64_t seed, uint64_t id, uint64_t step = 0, uint64_t channel = 0)
{
    uint64_t h = mix(seed, id);
    h = mix(h + id, step) + step;
    h = mix(h, channel) + channel;
    return mix(h, h >> 32);
}

/// Uniform in [0, 1), with 24 bits.
inline float randomUnit(uint64_t seed, uint64_t id, uint64_t step = 0, uint64_t channel = 0)
{
    return float(randomBits(seed, id, step, channel) >> 40) * 0x1p-24f;
}

/// Uniform in [lo, hi]; hi itself is reached by rounding only.
inline float randomBetween(float lo, float hi, uint64_t seed, uint64_t id, uint64_t step = 0, uint64_t channel = 0)
{
    return lo + (hi - lo) * randomUnit(seed, id, step, channel);
}

/// Uniform in the unit cube [0, 1)^3. Uses channels 3 channel … 3 channel + 2.
inline Vec3f randomInCube(uint64_t seed, uint64_t id, uint64_t step = 0, uint64_t channel = 0)
{
    return {randomUnit(seed, id, step, 3 * channel), randomUnit(seed, id, step, 3 * channel + 1),
            randomUnit(seed, id, step, 3 * channel + 2)};
}

} // namespace firn
