// Exact signed distance fields of simple solids, for tests.
#pragma once

#include "geometry/SolidField.h"

#include <algorithm>

namespace firn {

/// A solid from the distance function of one point.
template <class Distance> SolidField solid(const Vec3f& lower, const Vec3f& upper, Distance distance)
{
    SolidField field;
    field.bounds.lower = lower;
    field.bounds.upper = upper;
    field.distance = [distance](Span<const Vec3f> x, Span<float> d) {
        for (std::size_t i = 0; i < x.size(); ++i) d[i] = distance(x[i]);
    };
    return field;
}

inline SolidField sphereSolid(const Vec3f& centre, float radius)
{
    const Vec3f r = Vec3f::Constant(radius);
    return solid(centre - r, centre + r, [=](const Vec3f& x) { return (x - centre).norm() - radius; });
}

inline float boxDistance(const Vec3f& x, const Vec3f& lower, const Vec3f& upper)
{
    const Vec3f q = (lower - x).cwiseMax(x - upper);
    return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
}

inline SolidField boxSolid(const Vec3f& lower, const Vec3f& upper)
{
    return solid(lower, upper, [=](const Vec3f& x) { return boxDistance(x, lower, upper); });
}

} // namespace firn
