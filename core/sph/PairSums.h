// Sums over the snow neighbours of a particle: the inner loops of both solvers, each list read once.
#pragma once

#include "sph/StepData.h"

namespace firn::sph {

/// Runs step(j, gradient, which) over the neighbours of i; `which` alternates between 0 and 1, so that two sums can
/// grow side by side: a chain of dependent additions would wait for itself.
template <class Step> FIRN_LANES void forPairs(const Near& near, std::size_t i, const Step& step)
{
    const uint32_t* index = near.lists.index.data();
    const float* gradient = near.gradient.data();
    uint64_t k = near.lists.first[i];
    const uint64_t end = near.lists.first[i + 1];
    for (; k + 2 <= end; k += 2) {
        step(std::size_t(index[k]), gradient + 3 * k, 0);
        step(std::size_t(index[k + 1]), gradient + 3 * k + 3, 1);
    }
    if (k < end) step(std::size_t(index[k]), gradient + 3 * k, 0);
}

/// The sum of value_j V_j grad W_ij.
FIRN_LANES Lane4 sumScaled(const Near& near, std::size_t i, const float* value)
{
    Lane4 sum[2] = {0.0f, 0.0f};
    forPairs(near, i, [&](std::size_t j, const float* g, int which) {
        sum[which] = fma(Lane4(value[j]), Lane4::load(g), sum[which]);
    });
    return sum[0] + sum[1];
}

/// Eq. 6 without boundaries: the sum of (u_j - u_i) . V_j grad W_ij.
FIRN_LANES float sumDivergence(const Near& near, std::size_t i, const Vec4f* u)
{
    const Lane4 own = u[i].lanes();
    Lane4 sum[2] = {0.0f, 0.0f};
    forPairs(near, i, [&](std::size_t j, const float* g, int which) {
        sum[which] = fma(u[j].lanes() - own, Lane4::load(g), sum[which]);
    });
    return sum3(sum[0] + sum[1]);
}

/// Eq. 17 without boundaries: the sum of (u_j - u_i) (V_j grad W_ij)^T.
FIRN_LANES Mat3f sumOuter(const Near& near, std::size_t i, const Vec4f* u)
{
    const Lane4 own = u[i].lanes();
    Lane4 sum[2][3] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    forPairs(near, i, [&](std::size_t j, const float* g, int which) {
        const Lane4 d = u[j].lanes() - own;
        for (int c = 0; c < 3; ++c) sum[which][c] = fma(d, Lane4(g[c]), sum[which][c]);
    });
    Mat3f m;
    for (int c = 0; c < 3; ++c) m.col(c) = (sum[0][c] + sum[1][c]).vec3();
    return m;
}

/// The sum of M_j V_j grad W_ij.
FIRN_LANES Vec3f sumProducts(const Near& near, std::size_t i, const Mat4x3f* M)
{
    Lane4 sum[2][3] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    forPairs(near, i, [&](std::size_t j, const float* g, int which) {
        for (int c = 0; c < 3; ++c) sum[which][c] = fma(M[j].column[c].lanes(), Lane4(g[c]), sum[which][c]);
    });
    return (((sum[0][0] + sum[1][0]) + (sum[0][1] + sum[1][1])) + (sum[0][2] + sum[1][2])).vec3();
}

} // namespace firn::sph
