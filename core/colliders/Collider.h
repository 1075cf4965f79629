// A body that snow cannot enter: signed distance, normal and velocity at (x, t), and how its surface feels.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

#include <memory>
#include <optional>
#include <string>

namespace firn {

/// What a point sees of a collider.
struct ColliderSample {
    float distance = 0;             ///< m, negative inside
    Vec3f normal = Vec3f::UnitY();  ///< unit, outwards
    Vec3f velocity = Vec3f::Zero(); ///< m/s, of the collider's material at the point
};

/// How the surface of a collider treats snow.
struct ColliderSurface {
    float friction = 0.5f;                 ///< Coulomb's mu
    bool sticky = false;                   ///< [Stomakhin2013] section 8: snow that touches stays
    float adhesion = 0;                    ///< Pa: how hard snow must be pulled to come off
    std::optional<float> temperature = {}; ///< degC; without, the method's own for colliders holds
};

class ColliderShape; // the closed set of shapes: ColliderShape.h

/// A value: copies share the (immutable) shape.
class Collider {
public:
    Collider(std::string name, std::shared_ptr<const ColliderShape> shape, ColliderSurface surface);

    const std::string& name() const { return mName; }
    const ColliderSurface& surface() const { return mSurface; }

    /// Samples many points at once: one choice of shape per call, none per point. Call it on ranges from parallel
    /// loops.
    void sample(double time, Span<const Vec3f> x, Span<ColliderSample> out) const;
    ColliderSample sample(double time, const Vec3f& x) const;

    /// Where the collider's material that is at x at one time is at a later one: exact for a rigid motion, whatever
    /// its length; a deformation is followed by the midpoint rule.
    Vec3f carried(double from, double to, const Vec3f& x) const;

    /// The next time after this at which the motion changes (a key, a frame of a sequence); infinity when none does.
    /// A step that ends there sees the velocity it will meet.
    double nextChange(double time) const;

    /// False when it stands still at all times, in every place.
    bool canMove() const;

    /// A box that holds the body at that time; infinite for a plane.
    Box3f bounds(double time) const;

    /// What it is made of and how it moves, for passes that need more than samples (BoundarySamples.h).
    const ColliderShape& shape() const { return *mShape; }

private:
    std::string mName;
    std::shared_ptr<const ColliderShape> mShape;
    ColliderSurface mSurface;
};

} // namespace firn
