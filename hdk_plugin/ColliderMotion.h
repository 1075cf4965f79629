// How a collider moves during one DOP step: rigid poses and velocities as a steady motion.
#pragma once

#include "colliders/Motion.h"

#include <UT/UT_Matrix4.h>

namespace firn::houdini {

/// The step that the colliders are for.
struct StepTime {
    int64_t number = 0; ///< of steps before it
    double begin = 0;   ///< s
    double length = 0;  ///< s
};

/// What the DOP engine knows of an affector's motion.
struct AffectorMotion {
    bool mutual = false;            ///< it wants the momentum that it takes from snow
    bool atEnd = true;              ///< its pose is that of the step's end: it was solved before us
    Vec3d centre = Vec3d::Zero();   ///< m, the point that the velocity is of: a rigid body's centre of mass
    Vec3d velocity = Vec3d::Zero(); ///< m/s
    Vec3d spin = Vec3d::Zero();     ///< rad/s
    double mass = 0;                ///< kg, of a rigid body; 0 when it is none
};

/// A transform for row vectors, split: x -> pose(stretch x).
struct SplitTransform {
    Pose pose;
    Mat3d stretch = Mat3d::Identity();
};
SplitTransform splitTransform(const UT_DMatrix4& transform);

/// A motion, and the pose that it moves.
struct SteadyPose {
    Motion motion;
    Pose base;
};

/// The motion of a body whose pose is `pose` now and was `before` when the last step ended (null: not known). A body
/// that was solved before us moves from there to here; one that was not moves on from here with its velocity.
SteadyPose motionDuring(const AffectorMotion& state, const Pose& pose, const Pose* before, const StepTime& step);

} // namespace firn::houdini
