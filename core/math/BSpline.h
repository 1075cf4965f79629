// The quadratic and cubic B-splines N(x) in one dimension, with node spacing 1.
#pragma once

#include <cmath>

namespace firn {

/// Quadratic: support |x| < 3/2, continuous slope.
template <class Real> Real quadraticBSpline(Real x)
{
    const Real a = std::abs(x);
    if (a < Real(0.5)) return Real(0.75) - a * a;
    if (a < Real(1.5)) return Real(0.5) * (Real(1.5) - a) * (Real(1.5) - a);
    return Real(0);
}

/// N'(x) of the quadratic B-spline.
template <class Real> Real quadraticBSplineSlope(Real x)
{
    const Real a = std::abs(x);
    if (a < Real(0.5)) return Real(-2) * x;
    if (a < Real(1.5)) return std::copysign(Real(1.5) - a, -x);
    return Real(0);
}

/// Cubic: support |x| < 2, continuous curvature. [Stomakhin2013] section 4.
template <class Real> Real cubicBSpline(Real x)
{
    const Real a = std::abs(x);
    if (a < Real(1)) return (Real(0.5) * a - Real(1)) * a * a + Real(2) / Real(3);
    if (a < Real(2)) return (Real(2) - a) * (Real(2) - a) * (Real(2) - a) / Real(6);
    return Real(0);
}

/// N'(x) of the cubic B-spline.
template <class Real> Real cubicBSplineSlope(Real x)
{
    const Real a = std::abs(x);
    if (a < Real(1)) return (Real(1.5) * a - Real(2)) * x;
    if (a < Real(2)) return std::copysign(Real(0.5) * (Real(2) - a) * (Real(2) - a), -x);
    return Real(0);
}

} // namespace firn
