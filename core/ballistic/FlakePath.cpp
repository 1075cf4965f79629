#include "ballistic/FlakePath.h"

#include "ballistic/Contact.h"
#include "ballistic/Flight.h"

#include <algorithm>

namespace firn::ballistic {

namespace {

constexpr int kMarches = 64;            // probes of one flight against one collider
constexpr float kTouch = 1e-3f;         // a hit is found to this share of the flake's radius
constexpr float kSmallestTouch = 1e-6f; // m

struct Hit {
    float time = 0; ///< s after the start of the flight
    int collider = -1;
    ColliderSample at;
};

/// The first touch of a flight with one collider: march by the distance over the fastest possible approach, so that
/// nothing thin is stepped over. A flight that grazes for too many probes stops where it is and starts anew there.
bool firstTouch(const Collider& collider, double time, const Flight& flight, float radius, float span, Hit& hit)
{
    const float touch = std::max(kTouch * radius, kSmallestTouch);
    const float flightSpeed = std::max(flight.v0.norm(), flight.velocity(span).norm());
    const float colliderSpeed = collider.sample(time + 0.5 * span, flight.position(0.5f * span)).velocity.norm();
    float t = 0;
    for (int march = 0; t < span; ++march) {
        const ColliderSample at = collider.sample(time + t, flight.position(t));
        const float gap = at.distance - radius;
        const bool approaching = (flight.velocity(t) - at.velocity).dot(at.normal) < 0;
        if ((gap <= touch && approaching) || march == kMarches) {
            hit.time = t;
            hit.at = at;
            return true;
        }
        const float speed = flightSpeed + kMovingCollider * std::max(colliderSpeed, at.velocity.norm());
        t += std::max(gap, touch) / std::max(speed, 1e-12f);
    }
    return false;
}

/// The earliest touch of a flight with any collider but one within `span`.
bool firstHit(const World& world, double time, const Flight& flight, float radius, float span, int except, Hit& first)
{
    first = {};
    for (int c = 0; c < int(world.colliders.size()); ++c) {
        if (c == except) continue;
        Hit hit;
        hit.collider = c;
        const float within = first.collider < 0 ? span : first.time;
        if (firstTouch(world.colliders[std::size_t(c)], time, flight, radius, within, hit)) first = hit;
    }
    return first.collider >= 0;
}

/// Moves a flake out of every collider it has got into (one that moved, or a flake that was placed inside).
void pushOut(const World& world, double time, Flake& flake)
{
    for (const Collider& collider : world.colliders) {
        const ColliderSample at = collider.sample(time, flake.x);
        if (at.distance >= flake.radius) continue;
        flake.x += (flake.radius - at.distance) * at.normal;
        flake.v = bounced(flake.v, at, collider.surface().friction, 0.0f);
    }
}

/// Whether a flake that hits stays in touch: it would come back sooner than the hits of one step can be followed.
bool comesToRest(const BallisticParams& params, const Vec3f& gravity, const Hit& hit, float hitSpeed, float dt)
{
    if (params.bounce * hitSpeed <= 0) return true;
    const float weight = -gravity.dot(hit.at.normal); // m/s2
    return weight > 0 && 2 * params.bounce * hitSpeed / weight < dt / float(params.maxBounces);
}

/// Slides along the collider that was hit for what is left of the step, or to the next collider in the way.
/// Returns the time spent.
float slide(const BallisticParams& params, const World& world, double time, float left, const Hit& on, Flake& flake)
{
    const float friction = world.colliders[std::size_t(on.collider)].surface().friction;
    const Vec3f before = flake.v;
    const Flight pushed = makeFlight(params, flake.x, before, world.gravity, world.wind.at(time, flake.x), flake.mass,
                                     flake.radius, left);
    const Vec3f after = bounced(pushed.velocity(left), on.at, friction, 0.0f);
    const Flight path{flake.x, 0.5f * (before + after), Vec3f::Zero(), Vec3f::Zero(), 0};
    Hit wall;
    const bool blocked = firstHit(world, time, path, flake.radius, left, on.collider, wall);
    const float spent = blocked ? wall.time : left;
    flake.x = path.position(spent);
    flake.v = before + spent / left * (after - before);
    if (blocked) {
        const ColliderSurface& surface = world.colliders[std::size_t(wall.collider)].surface();
        flake.v = bounced(flake.v, wall.at, surface.friction, params.bounce);
    }
    return spent;
}

} // namespace

void ride(const Collider& collider, double time, float dt, Flake& flake)
{
    flake.x = collider.carried(time, time + dt, flake.x);
    flake.v = collider.sample(time + dt, flake.x).velocity;
}

void fly(const BallisticParams& params, const World& world, float dt, Flake& flake)
{
    float spent = 0;
    Hit last;
    for (int bounce = 0; bounce < params.maxBounces && spent < dt; ++bounce) {
        const float span = dt - spent;
        const Flight flight = makeFlight(params, flake.x, flake.v, world.gravity,
                                         world.wind.at(world.time + spent, flake.x), flake.mass, flake.radius, span);
        Hit hit;
        if (!firstHit(world, world.time + spent, flight, flake.radius, span, -1, hit)) {
            flake.x = flight.position(span);
            flake.v = flight.velocity(span);
            spent = dt;
            break;
        }
        last = hit;
        spent += hit.time;
        flake.x = flight.position(hit.time);
        flake.v = flight.velocity(hit.time);
        const Collider& collider = world.colliders[std::size_t(hit.collider)];
        const float hitSpeed = -(flake.v - hit.at.velocity).dot(hit.at.normal);
        if (hitSpeed < 0) continue; // it only grazed
        if (sticks(params, collider.surface(), hitSpeed, world.gravity.dot(hit.at.normal), flake.mass, flake.radius)) {
            flake.stuck = hit.collider + 1;
            return ride(collider, world.time + spent, dt - spent, flake);
        }
        const bool rests = comesToRest(params, world.gravity, hit, hitSpeed, dt);
        flake.v = bounced(flake.v, hit.at, collider.surface().friction, rests ? 0.0f : params.bounce);
        if (rests && spent < dt) spent += slide(params, world, world.time + spent, dt - spent, hit, flake);
    }
    // Hits too many to follow: what is left of the step is spent in touch.
    if (spent < dt) slide(params, world, world.time + spent, dt - spent, last, flake);
    pushOut(world, world.time + dt, flake);
}

} // namespace firn::ballistic
