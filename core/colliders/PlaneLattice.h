// A hexagonal lattice of points on a plane.
#pragma once

#include "geometry/Shapes.h"

#include <Eigen/Geometry>
#include <cmath>

namespace firn {

/// Rows along u, every other one shifted by half a spacing; fixed to the plane's own frame.
struct PlaneLattice {
    Vec3d origin, n, u, w; // u, w: unit, along the plane
    double spacing;

    PlaneLattice(const Plane& plane, const Pose& pose, double s) : origin(pose.translation), spacing(s)
    {
        const Vec3d own = plane.normal.cast<double>().normalized(); // the lattice hangs on the plane's own frame
        int axis;
        own.cwiseAbs().minCoeff(&axis);
        const Vec3d along = own.cross(Vec3d::Unit(axis)).normalized();
        n = pose.rotation * own;
        u = pose.rotation * along;
        w = pose.rotation * own.cross(along);
    }

    /// Calls visit(x) for the points whose distance from a point near the plane is at most r along u and w.
    template <class Visit> void forNear(const Vec3d& centre, double r, Visit&& visit) const
    {
        const double rowHeight = spacing * std::sqrt(0.75);
        const double along = (centre - origin).dot(u), across = (centre - origin).dot(w);
        const double lastRow = std::floor((across + r) / rowHeight);
        for (double j = std::ceil((across - r) / rowHeight); j <= lastRow; ++j) {
            const double start = 0.5 * (j - 2 * std::floor(0.5 * j)); // odd rows are shifted by half
            const double last = std::floor((along + r) / spacing - start);
            for (double i = std::ceil((along - r) / spacing - start); i <= last; ++i)
                visit(origin + ((i + start) * spacing) * u + (j * rowHeight) * w);
        }
    }
};

} // namespace firn
