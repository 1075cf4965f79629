// The grid nodes around a point with their B-spline weights, in one and in three dimensions.
#pragma once

#include "base/Types.h"

#include <cmath>

namespace firn {

/// The nodes base … base + Nodes - 1 around a point on a line; w = N(x - node) and slope = N'(x - node).
/// 3 nodes: quadratic B-spline, 4 nodes: cubic. Lengths in node spacings.
template <int Nodes, class Real> struct BSplineLine {
    int32_t base;
    Real w[Nodes];
    Real slope[Nodes];
};

/// Quadratic: the nearest node is the middle one.
template <class Real> BSplineLine<3, Real> quadraticLine(Real x)
{
    const Real nearest = std::floor(x + Real(0.5));
    const Real f = x - nearest; // -1/2 … 1/2
    const Real l = Real(0.5) - f, r = Real(0.5) + f;
    return {int32_t(nearest) - 1, {Real(0.5) * l * l, Real(0.75) - f * f, Real(0.5) * r * r}, {-l, Real(-2) * f, r}};
}

/// Cubic: two nodes on each side.
template <class Real> BSplineLine<4, Real> cubicLine(Real x)
{
    const Real left = std::floor(x);
    const Real f = x - left, g = Real(1) - f; // distances to the inner nodes
    const Real f2 = f * f, g2 = g * g;
    constexpr Real sixth = Real(1) / Real(6), twoThirds = Real(2) / Real(3);
    return {int32_t(left) - 1,
            {sixth * g2 * g, (Real(0.5) * f - Real(1)) * f2 + twoThirds, (Real(0.5) * g - Real(1)) * g2 + twoThirds,
             sixth * f2 * f},
            {Real(-0.5) * g2, (Real(1.5) * f - Real(2)) * f, (Real(2) - Real(1.5) * g) * g, Real(0.5) * f2}};
}

/// The 3 x 3 x 3 or 4 x 4 x 4 nodes around a point: products of three lines, w_ip and grad w_ip of [Stomakhin2013].
template <int Nodes, class Real> struct BSplineStencil {
    using Vec3 = Eigen::Matrix<Real, 3, 1>;
    static constexpr int kNodes = Nodes; ///< per axis
    BSplineLine<Nodes, Real> line[3];

    /// The node with the smallest coordinates; (i, j, k) below count from it.
    Vec3i base() const { return {line[0].base, line[1].base, line[2].base}; }
    Real weight(int i, int j, int k) const { return line[0].w[i] * line[1].w[j] * line[2].w[k]; }

    /// Per node spacing: divide by the spacing h for a gradient in 1/m.
    Vec3 gradient(int i, int j, int k) const
    {
        const auto &x = line[0], &y = line[1], &z = line[2];
        return {x.slope[i] * y.w[j] * z.w[k], x.w[i] * y.slope[j] * z.w[k], x.w[i] * y.w[j] * z.slope[k]};
    }
};

/// x in node spacings: (position - origin) / h.
template <class Real> BSplineStencil<3, Real> quadraticStencil(const Eigen::Matrix<Real, 3, 1>& x)
{
    return {{quadraticLine(x[0]), quadraticLine(x[1]), quadraticLine(x[2])}};
}

/// x in node spacings: (position - origin) / h.
template <class Real> BSplineStencil<4, Real> cubicStencil(const Eigen::Matrix<Real, 3, 1>& x)
{
    return {{cubicLine(x[0]), cubicLine(x[1]), cubicLine(x[2])}};
}

} // namespace firn
