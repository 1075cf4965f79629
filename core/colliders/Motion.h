// How a rigid collider moves: not at all, steadily, or from key to key.
#pragma once

#include "colliders/ColliderParams.h"
#include "geometry/Pose.h"

#include <variant>

namespace firn {

/// A rigid motion at one moment: where it takes the body, and how fast.
struct MotionState {
    Pose pose;                      ///< from the place the shape was given to the place it has now
    Vec3d pivot = Vec3d::Zero();    ///< m, the moving point that the body turns about, now
    Vec3d velocity = Vec3d::Zero(); ///< m/s, of the pivot
    Vec3d spin = Vec3d::Zero();     ///< rad/s, a vector along the axis
    bool moving = false;

    /// Of the body's material at a point of the world: v + omega x (x - pivot).
    Vec3d velocityAt(const Vec3d& x) const
    {
        const Vec3d r = x - pivot;
        return velocity + Vec3d(spin.y() * r.z() - spin.z() * r.y(), spin.z() * r.x() - spin.x() * r.z(),
                                spin.x() * r.y() - spin.y() * r.x());
    }
};

/// Stays where it is.
struct Still {
    MotionState at(double) const { return {}; }
};

/// A steady velocity, and a steady spin about a pivot that moves along.
struct SteadyMotion {
    Vec3d velocity = Vec3d::Zero(); ///< m/s
    Vec3d spin = Vec3d::Zero();     ///< rad/s
    Vec3d pivot = Vec3d::Zero();    ///< m, at time 0

    MotionState at(double time) const;
};

/// Poses at given times. Between two keys the translation changes linearly and the body turns at a steady rate about
/// one axis, the short way round (at most half a turn per key); before the first key and from the last one on the
/// body rests. The velocity is that of the interval that begins at `time`.
class KeyedMotion {
public:
    /// Throws InputError, naming `collider`, unless there are keys with finite values in strictly ascending time.
    KeyedMotion(const std::vector<MotionKey>& keys, const Vec3f& pivot, const std::string& collider);

    MotionState at(double time) const;

private:
    struct Key {
        double time;
        Vec3d translate;
        Mat3d rotation;
        Vec3d turn; // rad, the rotation vector to the next key, in the world
    };

    std::vector<Key> mKeys;
    Vec3d mPivot;
};

using Motion = std::variant<Still, SteadyMotion, KeyedMotion>;

/// The motion that a scene describes; keys take precedence over steady motion.
Motion motionOf(const ColliderParams& params, const std::vector<MotionKey>& keys);

MotionState stateAt(const Motion& motion, double time);

} // namespace firn
