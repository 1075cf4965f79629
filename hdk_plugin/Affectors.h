// Colliders of a DOP object: its collide affectors as Firn's colliders, with friction and motion.
#pragma once

#include "ColliderMotion.h"
#include "LevelSetCache.h"
#include "colliders/Collider.h"
#include "colliders/ColliderParams.h"

#include <SIM/SIM_Object.h>
#include <map>
#include <memory>
#include <vector>

namespace firn::houdini {

/// Where a collider was, and what it was made of, when the last step ended: velocities come from the difference.
struct ColliderPast {
    Pose pose;
    std::shared_ptr<const Mesh> mesh; ///< of polygons only
};
using ColliderHistory = std::map<int, ColliderPast>; ///< by object id

/// What the node says about all colliders.
struct ColliderSettings {
    ColliderParams surface; ///< friction where the object has none, stickiness, adhesion
    ShapeParams shape;      ///< voxel size and thickness
    float depth = 0;        ///< m, how deep inside a collider the method looks
};

struct Affector {
    SIM_Object* object = nullptr;
    AffectorMotion motion;
};

struct AffectorColliders {
    std::vector<Collider> colliders;
    std::vector<Affector> affectors; ///< one per collider
    ColliderHistory history;         ///< to be kept for the next step
};

/// Builds the colliders. Meshes come from the cache while they keep their form. Errors and warnings name the object.
AffectorColliders affectorColliders(const SIM_Object& object, const ColliderSettings& settings, const StepTime& step,
                                    const ColliderHistory& before, LevelSetCache& cache, const Hooks& hooks);

} // namespace firn::houdini
