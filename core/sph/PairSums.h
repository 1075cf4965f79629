// Sums over the snow neighbours of a particle: the inner loops of both solvers, each list read once.
#pragma once

#include "sph/StepData.h"

namespace firn::sph {

/// The four lanes of `a` twice, and twice the vector at `from`.
FIRN_LANES Simd8 twice(Lane4 a) { return Simd8::Raw(__builtin_shufflevector(a.raw, a.raw, 0, 1, 2, 3, 0, 1, 2, 3)); }

/// Four times x, four times y; and four times z.
FIRN_LANES Simd8 spreadXy(Lane4 g) { return Simd8::Raw(__builtin_shufflevector(g.raw, g.raw, 0, 0, 0, 0, 1, 1, 1, 1)); }
FIRN_LANES Lane4 spreadZ(Lane4 g) { return Lane4::Raw(__builtin_shufflevector(g.raw, g.raw, 2, 2, 2, 2)); }

FIRN_LANES Lane4 lowHalf(Simd8 a) { return Lane4::Raw(__builtin_shufflevector(a.raw, a.raw, 0, 1, 2, 3)); }
FIRN_LANES Lane4 highHalf(Simd8 a) { return Lane4::Raw(__builtin_shufflevector(a.raw, a.raw, 4, 5, 6, 7)); }

/// Runs step(j, V_j grad W_ij, which) over the neighbours of i; `which` goes round 0 … Chains - 1, so that as many sums
/// can grow side by side: a chain of dependent additions would wait for itself. The gradient's fourth lane is anything
/// finite or not.
template <int Chains, class Step> FIRN_LANES void forPairs(const Near& near, std::size_t i, const Step& step)
{
    const uint64_t begin = near.lists.first[i];
    const auto count = std::size_t(near.lists.first[i + 1] - begin);
    const uint32_t* index = near.lists.index.data() + begin;
    const float* gradient = near.gradient.data() + 3 * begin;
    std::size_t k = 0;
    for (; k + Chains <= count; k += Chains) {
        FIRN_UNROLL
        for (std::size_t c = 0; c < Chains; ++c)
            step(std::size_t(index[k + c]), Lane4::load(gradient + 3 * (k + c)), c);
    }
    for (; k < count; ++k) step(std::size_t(index[k]), Lane4::load(gradient + 3 * k), 0);
}

/// The sum of value_j V_j grad W_ij.
FIRN_LANES Lane4 sumScaled(const Near& near, std::size_t i, const float* value)
{
    Lane4 sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    forPairs<4>(near, i,
                [&](std::size_t j, Lane4 g, std::size_t which) { sum[which] = fma(Lane4(value[j]), g, sum[which]); });
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// Eq. 6 without boundaries: the sum of (u_j - u_i) . V_j grad W_ij.
FIRN_LANES float sumDivergence(const Near& near, std::size_t i, const Vec4f* u)
{
    const Lane4 own = u[i].lanes();
    Lane4 sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    forPairs<4>(near, i, [&](std::size_t j, Lane4 g, std::size_t which) {
        sum[which] = fma(u[j].lanes() - own, g, sum[which]);
    });
    return sum3((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

/// Eq. 17 without boundaries: the sum of (u_j - u_i) (V_j grad W_ij)^T.
FIRN_LANES Mat3Lane sumOuter(const Near& near, std::size_t i, const Vec4f* u)
{
    const Simd8 own = twice(u[i].lanes());
    Simd8 first[2] = {0.0f, 0.0f}; // two columns
    Lane4 last[2] = {0.0f, 0.0f};
    forPairs<2>(near, i, [&](std::size_t j, Lane4 g, std::size_t which) {
        const Simd8 d = twice(u[j].lanes()) - own;
        first[which] = fma(d, spreadXy(g), first[which]);
        last[which] = fma(lowHalf(d), spreadZ(g), last[which]);
    });
    const Simd8 two = first[0] + first[1];
    return {{lowHalf(two), highHalf(two), last[0] + last[1]}};
}

/// The sum of M_j V_j grad W_ij.
FIRN_LANES Lane4 sumProducts(const Near& near, std::size_t i, const Mat4x3f* M)
{
    Simd8 first[2] = {0.0f, 0.0f};
    Lane4 last[2] = {0.0f, 0.0f};
    forPairs<2>(near, i, [&](std::size_t j, Lane4 g, std::size_t which) {
        first[which] = fma(Simd8::load(&M[j].column[0].x), spreadXy(g), first[which]);
        last[which] = fma(M[j].column[2].lanes(), spreadZ(g), last[which]);
    });
    const Simd8 two = first[0] + first[1];
    return (lowHalf(two) + highHalf(two)) + (last[0] + last[1]);
}

} // namespace firn::sph
