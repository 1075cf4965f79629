// Shapes with an exact signed distance in closed form: plane, box, sphere, capsule, cylinder.
#pragma once

#include "base/Span.h"
#include "geometry/Pose.h"
#include "geometry/SurfaceSample.h"

#include <variant>

namespace firn {

// Each shape in its own frame, its middle at the origin.
struct Plane {
    Vec3f normal = Vec3f::UnitY(); ///< unit; the half space behind it is inside
};
struct Sphere {
    float radius = 0.5f; ///< m
};
struct Box {
    Vec3f halfSize = Vec3f::Constant(0.5f); ///< m
};
struct Capsule {
    float radius = 0.5f;     ///< m
    float halfHeight = 0.5f; ///< m, from the middle to a ball's centre, along y
};
struct Cylinder {
    float radius = 0.5f;     ///< m
    float halfHeight = 0.5f; ///< m, along y
};

/// The closed set of analytic shapes.
using Primitive = std::variant<Plane, Sphere, Box, Capsule, Cylinder>;

/// A shape placed in the world.
struct AnalyticShape {
    Primitive primitive;
    Pose pose;
};

struct ShapeParams;

/// The shape that a scene describes. Throws InputError for a mesh, a VDB, or sizes that make no shape.
AnalyticShape analyticShape(const ShapeParams& params);

// Exact distance and its gradient, in the shape's own frame. Where the gradient is not unique (the middle of a sphere,
// an edge's bisector) it is that of one of the nearest points.
SurfaceSample sample(const Plane& plane, const Vec3f& x);
SurfaceSample sample(const Sphere& sphere, const Vec3f& x);
SurfaceSample sample(const Box& box, const Vec3f& x);
SurfaceSample sample(const Capsule& capsule, const Vec3f& x);
SurfaceSample sample(const Cylinder& cylinder, const Vec3f& x);

/// Samples many points at once: one choice of shape per call. Callable from several threads.
void sample(const AnalyticShape& shape, Span<const Vec3f> x, Span<SurfaceSample> out);
SurfaceSample sample(const AnalyticShape& shape, const Vec3f& x);

/// A box that holds every point inside; infinite for a plane.
Box3f boundsOf(const AnalyticShape& shape);

} // namespace firn
