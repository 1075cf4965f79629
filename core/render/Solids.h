// The colliders of a scene at one moment, as surfaces that light meets.
#pragma once

#include "colliders/Collider.h"
#include "render/Sampling.h"

#include <limits>
#include <vector>

namespace firn {

struct SolidHit {
    float t = std::numeric_limits<float>::infinity(); ///< m along the ray
    Vec3f normal = Vec3f::UnitY();                    ///< unit, towards where the ray came from
    bool plane = false;                               ///< of a plane: the ground
};

/// Rays are stepped through each collider's distance field; planes are found at once. A collider that holds the eye,
/// such as a box that snow is kept inside of, is left out.
class Solids {
public:
    /// `colliders` must outlive this. `reach` (m) is about the size of what is shown.
    Solids(const std::vector<Collider>& colliders, double time, const Vec3f& eye, float reach);

    bool empty() const { return mBodies.empty(); }

    /// The first surface before tMost; false when there is none.
    bool hit(const Ray& ray, float tMost, SolidHit& found) const;

    /// A distance (m) within which no surface is, seen from x.
    float clearance(const Vec3f& x) const;

private:
    struct Body {
        const Collider* collider;
        Box3f bounds;
        bool plane = false;
        Vec3f normal = Vec3f::UnitY();
        float offset = 0; ///< of a plane: distance(x) = normal . x - offset
    };
    bool recognisePlane(Body& body, float reach) const;
    bool hitField(const Body& body, const Ray& ray, float tMost, SolidHit& found) const;

    std::vector<Body> mBodies;
    double mTime;
    float mNear; ///< m: nearer than this is a hit
};

/// Where a ray is in a box: [enter, leave], in front of its origin; false when it misses.
bool clipToBox(const Box3f& box, const Ray& ray, float& enter, float& leave);

} // namespace firn
