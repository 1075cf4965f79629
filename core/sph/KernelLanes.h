// The cubic spline kernel of eight pairs of particles at once.
#pragma once

#include "math/MatLanes.h"
#include "math/SphKernel.h"
#include "neighbours/PackLanes.h"
#include "sph/StepData.h"

#include <algorithm>

namespace firn::sph {

/// SphKernel<float> in lanes, with the same formulas.
class KernelLanes {
public:
    explicit KernelLanes(float h)
        : mInverseH(1 / h), mValue(0.318309886f / (h * h * h)), mSlope(0.318309886f / (h * h * h * h * h))
    {
    }

    /// W(r).
    FIRN_LANES Simd8 value(Simd8 r) const
    {
        const Simd8 q = r * Simd8(mInverseH), t = max(Simd8(2.0f) - q, Simd8(0.0f));
        const Simd8 inner = fma(q * q, fma(Simd8(0.75f), q, Simd8(-1.5f)), Simd8(1.0f));
        return Simd8(mValue) * select(q < Simd8(1.0f), inner, Simd8(0.25f) * t * t * t);
    }

    /// W'(r) / r, finite at r = 0.
    FIRN_LANES Simd8 slopeOverR(Simd8 r) const
    {
        const Simd8 q = r * Simd8(mInverseH), t = max(Simd8(2.0f) - q, Simd8(0.0f));
        const Simd8 inner = fma(Simd8(2.25f), q, Simd8(-3.0f));
        const Simd8 outer = Simd8(-0.75f) * t * t / max(q, Simd8(1.0f));
        return Simd8(mSlope) * select(q < Simd8(1.0f), inner, outer);
    }

private:
    float mInverseH, mValue, mSlope;
};

/// Adds up the lanes, always in the same order.
FIRN_LANES float sumLanes(Simd8 a) { return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7])); }

/// Eight neighbours of a particle: their offsets x_i - x_j and one more value each. Lanes beyond the list are at a
/// distance at which the kernel is zero, with the value 1.
struct PairLanes {
    Simd8 dx, dy, dz, r, value;
};

/// The neighbours index[0 … count) of a particle at x, count at most 8, from positions and a value in the fourth lane.
FIRN_LANES PairLanes loadPairs(const Vec4f* places, const uint32_t* index, int count, Lane4 x, float far)
{
    Simd8 rows[8];
    const Lane4 beyond(Lane4::Raw{far, 0, 0, 1});
    for (int p = 0; p < 8; ++p) {
        Lane4 row = beyond;
        if (p < count) {
            const Lane4 at = places[index[p]].lanes();
            row = x - at;
            row.raw[3] = at.raw[3];
        }
        rows[p] = Simd8(Simd8::Raw{row.raw[0], row.raw[1], row.raw[2], row.raw[3], 0, 0, 0, 0});
    }
    transpose(rows);
    PairLanes lanes{rows[0], rows[1], rows[2], Simd8(0.0f), rows[3]};
    lanes.r = sqrt(fma(lanes.dx, lanes.dx, fma(lanes.dy, lanes.dy, lanes.dz * lanes.dz)));
    return lanes;
}

/// Calls visit(lanes, first pair, count) for the snow neighbours of particle i, eight at a time.
template <class Visit>
FIRN_LANES void forPairLanes(const Near& near, const Vec4f* places, std::size_t i, float far, const Visit& visit)
{
    const uint64_t begin = near.lists.first[i], end = near.lists.first[i + 1];
    Lane4 x = places[i].lanes();
    for (uint64_t k = begin; k < end; k += 8) {
        const int count = int(std::min<uint64_t>(8, end - k));
        visit(loadPairs(places, near.lists.index.data() + k, count, x, far), k, count);
    }
}

} // namespace firn::sph
