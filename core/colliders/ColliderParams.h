// A collider as scenes describe it, beside its shape (geometry/ShapeParams.h): surface and motion.
#pragma once

#include "params/ParamSet.h"

#include <vector>

namespace firn {

struct ColliderParams {
    std::string name;
    float friction = 0.5f;
    bool sticky = false;
    float adhesion = 0.0f;
    bool ownTemperature = false;
    float temperature = 0.0f;
    bool inside = false;
    Vec3f velocity = Vec3f::Zero();
    Vec3f spin = Vec3f::Zero();
    Vec3f pivot = Vec3f::Zero();
    bool sequence = false;
    int firstFrame = 1;
    int lastFrame = 1;
};

inline constexpr Param kColliderParams[] = {
    param<&ColliderParams::name>("name", "Name", "What messages and reports call this collider."),
    param<&ColliderParams::friction>("friction", "Friction", "", {0, 100},
                                     "Coulomb friction coefficient of the surface."),
    param<&ColliderParams::sticky>("sticky", "Sticky",
                                   "Snow that touches the surface stays on it, even under an overhang."),
    param<&ColliderParams::adhesion>("adhesion", "Adhesion", "Pa", {0, 1e9},
                                     "Pull that snow resists before it comes off the surface."),
    param<&ColliderParams::ownTemperature>("own_temperature", "Own Temperature",
                                           "The collider has the temperature below instead of the method's; a scene "
                                           "that gives a temperature need not say so."),
    param<&ColliderParams::temperature>("temperature", "Temperature", "degC", {-273.15, 1e4},
                                        "Of the surface, for methods with heat."),
    param<&ColliderParams::inside>("inside", "Inside", "Keeps snow inside the shape instead of outside."),
    param<&ColliderParams::velocity>("velocity", "Velocity", "m/s", {}, "Steady motion; ignored where keys are given."),
    param<&ColliderParams::spin>("spin", "Spin", "rad/s", {},
                                 "Steady rotation about the pivot, as a vector along the axis."),
    param<&ColliderParams::pivot>("pivot", "Pivot", "m", {},
                                  "The point that spin and keyed rotations turn about, at time 0; a scene that names "
                                  "none gets the shape's centre."),
    param<&ColliderParams::sequence>("sequence", "Sequence",
                                     "The file is a pattern: a deforming level set, one file per frame."),
    param<&ColliderParams::firstFrame>("first_frame", "First Frame", "", {-1e6, 1e6}, "First frame of the sequence."),
    param<&ColliderParams::lastFrame>("last_frame", "Last Frame", "", {-1e6, 1e6}, "Last frame of the sequence."),
};

inline const ParamTable& colliderTable()
{
    static const ParamTable kTable = paramTable<ColliderParams>("collider", "Collider", kColliderParams);
    return kTable;
}

/// One key of a rigid motion: the pose at a time, relative to the pose the shape was given.
struct MotionKey {
    double time = 0;
    Vec3f translate = Vec3f::Zero();
    Vec3f rotate = Vec3f::Zero();
};

inline constexpr Param kMotionKeyParams[] = {
    param<&MotionKey::time>("time", "Time", "s", {}, "When the pose is reached."),
    param<&MotionKey::translate>("translate", "Translate", "m", {}, "Shift from the shape's own place."),
    param<&MotionKey::rotate>(
        "rotate", "Rotate", "deg", {},
        "Rotation about x, then y, then z, about the pivot; between keys the body turns the short way, so give more "
        "keys for more than half a turn."),
};

inline const ParamTable& motionKeyTable()
{
    static const ParamTable kTable = paramTable<MotionKey>("key", "Motion Key", kMotionKeyParams);
    return kTable;
}

} // namespace firn
