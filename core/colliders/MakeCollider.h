// Builds colliders from what a scene says of them.
#pragma once

#include "colliders/Collider.h"
#include "colliders/ColliderParams.h"

namespace firn {

struct AnalyticShape;
struct SequenceFrames; // LevelSetSequence.h
struct ShapeParams;
class LevelSet;

// Keys, where given, take the place of the steady motion. All throw InputError, naming the collider, for keys that do
// not ascend in time and for values out of range.

/// An analytic shape, at rest or moving rigidly.
Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const AnalyticShape& shape);

/// A level set placed by the shape's scale, rotation and centre, at rest or moving rigidly.
Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const LevelSet& levelSet,
                      const ShapeParams& placement);

/// A deforming sequence, frames params.firstFrame to params.lastFrame, placed and moved as above. Frames are loaded
/// when a sample first needs them.
Collider makeCollider(const ColliderParams& params, const std::vector<MotionKey>& keys, const SequenceFrames& frames,
                      const ShapeParams& placement);

} // namespace firn
