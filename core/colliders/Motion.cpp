#include "colliders/Motion.h"

#include "base/Error.h"
#include "base/Text.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace firn {
namespace {

/// The rotation by |v| radians about v.
Mat3d rotationBy(const Vec3d& v)
{
    const double angle = v.norm();
    if (angle == 0) return Mat3d::Identity();
    return Eigen::AngleAxisd(angle, v / angle).toRotationMatrix();
}

/// The rotation vector of a rotation, at most half a turn long.
Vec3d rotationVector(const Mat3d& rotation)
{
    Eigen::Quaterniond q(rotation);
    q.normalize();
    if (q.w() < 0) q.coeffs() = -q.coeffs(); // the short way round
    const double sine = q.vec().norm();
    if (sine == 0) return Vec3d::Zero();
    return q.vec() * (2 * std::atan2(sine, q.w()) / sine);
}

/// x -> pivot + shift + R (x - pivot), and how it changes.
MotionState turnedAbout(const Vec3d& pivot, const Vec3d& shift, const Mat3d& rotation)
{
    MotionState s;
    s.pivot = pivot + shift;
    s.pose = {rotation, s.pivot - rotation * pivot};
    return s;
}

void requireFinite(const std::string& where, const char* name, const Vec3f& v)
{
    if (v.allFinite()) return;
    throw InputError(where + ": " + name + " is " + toText(v.x()) + ", " + toText(v.y()) + ", " + toText(v.z()) +
                     "; it must be finite numbers");
}

} // namespace

MotionState SteadyMotion::at(double time) const
{
    MotionState s = turnedAbout(pivot, velocity * time, rotationBy(spin * time));
    s.velocity = velocity;
    s.spin = spin;
    s.moving = true;
    return s;
}

KeyedMotion::KeyedMotion(const std::vector<MotionKey>& keys, const Vec3f& pivot, const std::string& collider)
    : mPivot(pivot.cast<double>())
{
    if (keys.empty()) throw InputError(collider + ": a keyed motion needs at least one key");
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const std::string where = collider + ", key " + std::to_string(k + 1);
        if (!std::isfinite(keys[k].time))
            throw InputError(where + ": time is " + toText(keys[k].time) + "; it must be a finite number");
        requireFinite(where, "translate", keys[k].translate);
        requireFinite(where, "rotate", keys[k].rotate);
        if (k > 0 && !(keys[k].time > keys[k - 1].time))
            throw InputError(where + ": time " + toText(keys[k].time) + " does not come after the key before (" +
                             toText(keys[k - 1].time) + "); keys must be in ascending time");
        mKeys.push_back({keys[k].time, keys[k].translate.cast<double>(), rotationXyz(keys[k].rotate), Vec3d::Zero()});
        if (k > 0) mKeys[k - 1].turn = rotationVector(mKeys[k].rotation * mKeys[k - 1].rotation.transpose());
    }
}

MotionState KeyedMotion::at(double time) const
{
    const auto next =
        std::upper_bound(mKeys.begin(), mKeys.end(), time, [](double t, const Key& key) { return t < key.time; });
    if (next == mKeys.begin()) return turnedAbout(mPivot, next->translate, next->rotation);
    const Key& key = *(next - 1);
    if (next == mKeys.end()) return turnedAbout(mPivot, key.translate, key.rotation);

    // R(t) = exp(s turn) R_k, so the spin is turn over the interval's length, in the world, all through it.
    const double length = next->time - key.time;
    const double s = (time - key.time) / length;
    const Vec3d shift = key.translate + s * (next->translate - key.translate);
    MotionState state = turnedAbout(mPivot, shift, rotationBy(s * key.turn) * key.rotation);
    state.velocity = (next->translate - key.translate) / length;
    state.spin = key.turn / length;
    state.moving = true;
    return state;
}

Motion motionOf(const ColliderParams& params, const std::vector<MotionKey>& keys)
{
    const std::string where = "collider '" + params.name + "'";
    requireFinite(where, "pivot", params.pivot);
    if (!keys.empty()) return KeyedMotion(keys, params.pivot, where);
    requireFinite(where, "velocity", params.velocity);
    requireFinite(where, "spin", params.spin);
    if (params.velocity.isZero(0) && params.spin.isZero(0)) return Still{};
    return SteadyMotion{params.velocity.cast<double>(), params.spin.cast<double>(), params.pivot.cast<double>()};
}

MotionState stateAt(const Motion& motion, double time)
{
    return std::visit([time](const auto& m) { return m.at(time); }, motion);
}

} // namespace firn
