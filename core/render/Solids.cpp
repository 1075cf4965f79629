#include "render/Solids.h"

#include <algorithm>

namespace firn {

namespace {

constexpr int kMostSteps = 400;
/// Distance fields on grids overstate distances a little: step less.
constexpr float kStepShare = 0.9f;

float distanceToBox(const Box3f& box, const Vec3f& x)
{
    return (box.lower - x).cwiseMax(x - box.upper).cwiseMax(Vec3f::Zero()).norm();
}

} // namespace

bool clipToBox(const Box3f& box, const Ray& ray, float& enter, float& leave)
{
    enter = 0;
    leave = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 3; ++k) {
        const float inverse = 1.0f / ray.direction[k];
        float a = (box.lower[k] - ray.origin[k]) * inverse, b = (box.upper[k] - ray.origin[k]) * inverse;
        if (a > b) std::swap(a, b);
        // 0 times infinity, on the border of a slab that the ray runs along, is not a number: it counts as inside.
        if (a > enter) enter = a;
        if (b < leave) leave = b;
    }
    return enter <= leave;
}

Solids::Solids(const std::vector<Collider>& colliders, double time, const Vec3f& eye, float reach)
    : mTime(time), mNear(1e-5f * reach)
{
    for (const Collider& collider : colliders) {
        if (collider.sample(time, eye).distance < 0) continue;
        Body body{&collider, collider.bounds(time)};
        if (!body.bounds.size().allFinite()) body.plane = recognisePlane(body, reach);
        mBodies.push_back(body);
    }
}

/// A distance field that is linear at points spread far is a plane's.
bool Solids::recognisePlane(Body& body, float reach) const
{
    const ColliderSample middle = body.collider->sample(mTime, Vec3f::Zero());
    body.normal = middle.normal;
    body.offset = -middle.distance;
    for (int c = 0; c < 8; ++c) {
        const Vec3f x = 10 * reach * Vec3f(c & 1 ? 1.0f : -1.0f, c & 2 ? 0.9f : -0.8f, c & 4 ? 1.1f : -1.0f);
        const float expected = body.normal.dot(x) - body.offset;
        if (!(std::abs(body.collider->sample(mTime, x).distance - expected) < 1e-3f * reach)) return false;
    }
    return true;
}

bool Solids::hit(const Ray& ray, float tMost, SolidHit& found) const
{
    found.t = tMost;
    bool any = false;
    for (const Body& body : mBodies) {
        if (!body.plane) {
            any |= hitField(body, ray, found.t, found);
            continue;
        }
        const float towards = body.normal.dot(ray.direction);
        const float height = body.normal.dot(ray.origin) - body.offset;
        const float t = -height / towards;
        // From below a plane nothing is seen of it: snow that lies a little under it stays visible.
        if (!(towards < 0) || !(height > 0) || !(t < found.t)) continue;
        found.t = t;
        found.normal = body.normal;
        found.plane = true;
        any = true;
    }
    return any;
}

bool Solids::hitField(const Body& body, const Ray& ray, float tMost, SolidHit& found) const
{
    float t, leave;
    if (!clipToBox(body.bounds, ray, t, leave)) return false;
    leave = std::min(leave, tMost);
    for (int step = 0; step < kMostSteps && t < leave; ++step) {
        const ColliderSample sample = body.collider->sample(mTime, ray.at(t));
        if (sample.distance < mNear && sample.normal.dot(ray.direction) < 0) {
            found.t = t;
            found.normal = sample.normal;
            found.plane = false;
            return true;
        }
        t += std::max(kStepShare * std::abs(sample.distance), 2 * mNear);
    }
    return false;
}

float Solids::clearance(const Vec3f& x) const
{
    float least = std::numeric_limits<float>::infinity();
    for (const Body& body : mBodies) {
        float distance;
        if (body.plane) {
            distance = body.normal.dot(x) - body.offset;
            if (distance < 0) continue; // from below it is not there
        } else {
            distance = distanceToBox(body.bounds, x);
            if (!(distance > 0)) distance = kStepShare * std::abs(body.collider->sample(mTime, x).distance);
        }
        least = std::min(least, distance);
    }
    return least;
}

} // namespace firn
