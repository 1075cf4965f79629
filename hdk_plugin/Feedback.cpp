#include "Feedback.h"

#include "HdkAdaptor.h"

#include <Eigen/Geometry>

namespace firn::houdini {

std::vector<PointImpulse> pointImpulses(const Impulse& impulse, const Vec3d& centre, double reach)
{
    const Vec3d& J = impulse.linear;
    const Vec3d L = impulse.angular - centre.cross(J); // about the centre
    std::vector<PointImpulse> points;
    Vec3d twist = L;
    if (J.squaredNorm() > 0) {
        const Vec3d arm = J.cross(L) / J.squaredNorm(); // arm x J is the part of L across J
        points.push_back({centre + arm, J});
        twist = L - arm.cross(J);
    }
    const double size = twist.norm();
    constexpr double kNothing = 1e-12; // of what rounding leaves
    if (!(size > kNothing * (L.norm() + J.norm() * reach))) return points;
    // A pair of opposite impulses across the twist's axis: r x F - (-r) x F = 2 r x F.
    const Vec3d axis = twist / size;
    const Vec3d across = axis.unitOrthogonal();
    const Vec3d push = axis.cross(across) * (size / (2 * reach));
    points.push_back({centre + reach * across, push});
    points.push_back({centre - reach * across, -push});
    return points;
}

namespace {

/// The impulse turns the body round with a fair share of its speed, and it is not just resting on the snow.
bool thrownBack(const AffectorMotion& body, const Impulse& impulse)
{
    constexpr double kShare = 0.25, kResting = 1.0; // m/s: what gravity adds in a frame, twice
    if (!(body.mass > 0) || body.velocity.norm() < kResting) return false;
    const Vec3d after = body.velocity + impulse.linear / body.mass;
    return after.dot(body.velocity) < -kShare * body.velocity.squaredNorm();
}

} // namespace

void giveFeedback(SIM_Engine& engine, const SIM_Object& snow, const AffectorColliders& colliders,
                  const std::vector<Impulse>& impulses, double time, const Hooks& hooks)
{
    constexpr double kReach = 1; // m: any will do, the pair's momentum is the same
    for (std::size_t c = 0; c < colliders.affectors.size(); ++c) {
        const Affector& affector = colliders.affectors[c];
        if (!affector.motion.mutual || c >= impulses.size()) continue;
        for (const auto& point : pointImpulses(impulses[c], affector.motion.centre, kReach))
            addFeedback(point.position, point.impulse, snow.getObjectId(), time, *affector.object);
        keepFeedback(engine, *affector.object);
        if (thrownBack(affector.motion, impulses[c]))
            hooks.warn("rigid body '" + objectName(*affector.object) +
                       "' met more snow in one step than it could push, and is thrown back: raise the DOP network's "
                       "substeps");
    }
}

} // namespace firn::houdini
