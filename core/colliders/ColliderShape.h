// The closed set of collider shapes, and how each is sampled as it moves.
#pragma once

#include "colliders/Collider.h"
#include "colliders/LevelSetSequence.h"
#include "colliders/Motion.h"
#include "geometry/Shapes.h"

namespace firn {

/// A level set that keeps its form. A velocity grid that it has adds to the motion's velocity.
struct LevelSetBody {
    LevelSetSampler sampler;
    Pose pose;
};

/// What colliders are made of; each may also move rigidly.
using ColliderGeometry = std::variant<AnalyticShape, LevelSetBody, LevelSetSequence>;

class ColliderShape {
public:
    /// With `inside`, snow is kept within the shape: distance and normal change sign.
    ColliderShape(ColliderGeometry geometry, Motion motion, bool inside);

    /// One visit of the geometry and one of the motion per call.
    void sample(double time, Span<const Vec3f> x, Span<ColliderSample> out) const;

    Vec3f carried(double from, double to, const Vec3f& x) const;
    double nextChange(double time) const;
    bool canMove() const;

    /// Infinite for a plane, and for a shape that snow is kept within.
    Box3f bounds(double time) const;

    const ColliderGeometry& geometry() const { return mGeometry; }
    const Motion& motion() const { return mMotion; }
    bool inside() const { return mInside; }

private:
    ColliderGeometry mGeometry;
    Motion mMotion;
    bool mInside;
};

} // namespace firn
