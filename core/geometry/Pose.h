// A rigid pose: where a body is and how it is turned.
#pragma once

#include "base/Types.h"

namespace firn {

/// Takes a point of the body to the world: rotation * x + translation. In double, so that a body far from the origin
/// does not shake.
struct Pose {
    Mat3d rotation = Mat3d::Identity();
    Vec3d translation = Vec3d::Zero();

    Vec3d toWorld(const Vec3d& x) const { return rotation * x + translation; }
    Vec3d toBody(const Vec3d& x) const { return rotation.transpose() * (x - translation); }

    /// First `inner`, then this.
    Pose operator*(const Pose& inner) const
    {
        return {rotation * inner.rotation, rotation * inner.translation + translation};
    }
};

/// The rotation by these angles (degrees) about the fixed axes x, then y, then z.
Mat3d rotationXyz(const Vec3f& degrees);

/// The box around a box that is posed.
Box3f boundsOf(const Pose& pose, const Box3f& box);

struct ShapeParams;

/// The pose that a scene gives a shape: its centre and rotation.
Pose poseOf(const ShapeParams& params);

} // namespace firn
