#include "ballistic/BallisticSolver.h"

#include "ballistic/Contact.h"
#include "ballistic/Flight.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "particles/Attributes.h"

#include <algorithm>
#include <limits>

namespace firn::ballistic {

namespace {

constexpr std::size_t kRange = 1024;    // particles per task
constexpr int kMarches = 64;            // probes of one flight against one collider
constexpr float kTouch = 1e-3f;         // a hit is found to this share of the flake's radius
constexpr float kSmallestTouch = 1e-6f; // m
constexpr float kMovingCollider = 1.5f; // how much faster a collider's surface may be than its velocity at the flake

/// One flake on its way through a step.
struct Flake {
    Vec3f x, v;
    float mass, radius;
    int32_t stuck; ///< 0: free; k + 1: carried by collider k
};

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
        const float speed = flightSpeed + kMovingCollider * at.velocity.norm();
        t += std::max(gap, touch) / std::max(speed, 1e-12f);
    }
    return false;
}

/// The earliest touch of a flight with any collider within `span`.
bool firstHit(const World& world, double time, const Flight& flight, float radius, float span, Hit& first)
{
    first = {};
    for (std::size_t c = 0; c < world.colliders.size(); ++c) {
        Hit hit;
        hit.collider = int(c);
        const float within = first.collider < 0 ? span : first.time;
        if (firstTouch(world.colliders[c], time, flight, radius, within, hit)) first = hit;
    }
    return first.collider >= 0;
}

/// A stuck flake rides on its collider: midpoint rule through the collider's velocity.
void ride(const Collider& collider, double time, float dt, Flake& flake)
{
    const Vec3f half = flake.x + 0.5f * dt * collider.sample(time, flake.x).velocity;
    flake.x += dt * collider.sample(time + 0.5 * dt, half).velocity;
    flake.v = collider.sample(time + dt, flake.x).velocity;
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

/// Flight, hits on the way, and what each hit does.
void fly(const BallisticParams& params, const World& world, float dt, Flake& flake)
{
    float spent = 0;
    for (int bounce = 0; bounce < params.maxBounces && spent < dt; ++bounce) {
        const float span = dt - spent;
        const Flight flight =
            makeFlight(params, flake.x, flake.v, world.gravity, world.wind, flake.mass, flake.radius, span);
        Hit hit;
        if (!firstHit(world, world.time + spent, flight, flake.radius, span, hit)) {
            flake.x = flight.position(span);
            flake.v = flight.velocity(span);
            break;
        }
        spent += hit.time;
        flake.x = flight.position(hit.time);
        const Vec3f incoming = flight.velocity(hit.time);
        const ColliderSurface& surface = world.colliders[std::size_t(hit.collider)].surface();
        const float hitSpeed = -(incoming - hit.at.velocity).dot(hit.at.normal);
        if (hitSpeed < 0) { // it only grazed
            flake.v = incoming;
            continue;
        }
        if (sticks(params, surface, hitSpeed, world.gravity.dot(hit.at.normal), flake.mass, flake.radius)) {
            flake.stuck = hit.collider + 1;
            return ride(world.colliders[std::size_t(hit.collider)], world.time + spent, dt - spent, flake);
        }

        // A hit slower than what gravity adds in this step is rest, not a bounce: slide for the rest of the step.
        const bool resting = hitSpeed <= 2.0f * dt * world.gravity.norm();
        flake.v = bounced(incoming, hit.at, surface.friction, resting ? 0.0f : params.bounce);
        if (!resting) continue;
        const float left = dt - spent;
        const Vec3f before = flake.v;
        const Flight slide =
            makeFlight(params, flake.x, before, world.gravity, world.wind, flake.mass, flake.radius, left);
        flake.v = bounced(slide.velocity(left), hit.at, surface.friction, 0.0f);
        flake.x += left * 0.5f * (before + flake.v);
        break;
    }
    pushOut(world, world.time + dt, flake);
}

/// Whether no collider can be reached in this step: the common case, and the only one most flakes see.
bool farFromAll(const std::vector<std::vector<ColliderSample>>& near, std::size_t i, float radius, float reach,
                float dt)
{
    for (const auto& samples : near) {
        const float moved = dt * kMovingCollider * samples[i].velocity.norm();
        if (samples[i].distance < radius + reach + moved) return false;
    }
    return true;
}

/// Moves one flake through the step; `near` holds what it sees of each collider at the start.
void moveFlake(const BallisticParams& params, const World& world, float dt,
               const std::vector<std::vector<ColliderSample>>& near, std::size_t place, Flake& flake)
{
    const auto carrier = std::size_t(std::max(flake.stuck, 0));
    if (carrier > 0 && carrier <= world.colliders.size())
        return ride(world.colliders[carrier - 1], world.time, dt, flake);

    flake.stuck = 0;
    const Flight flight = makeFlight(params, flake.x, flake.v, world.gravity, world.wind, flake.mass, flake.radius, dt);
    const float reach = dt * std::max(flight.v0.norm(), flight.velocity(dt).norm());
    if (!farFromAll(near, place, flake.radius, reach, dt)) return fly(params, world, dt, flake);
    flake.x = flight.position(dt);
    flake.v = flight.velocity(dt);
}

void moveFlakes(const BallisticParams& params, const World& world, float dt, Particles& particles, PassTimes& times)
{
    PassScope timer(times, "fly");
    const auto x = particles.edit<Vec3f>("P"), v = particles.edit<Vec3f>("v");
    const auto mass = particles.get<float>("mass"), pscale = particles.get<float>("pscale");
    const auto stuck = particles.edit<int32_t>("stuck");
    forRanges(particles.size(), kRange, [&](std::size_t begin, std::size_t end) {
        std::vector<std::vector<ColliderSample>> near(world.colliders.size());
        for (std::size_t c = 0; c < near.size(); ++c) {
            near[c].resize(end - begin);
            world.colliders[c].sample(world.time, Span<const Vec3f>(x.data() + begin, end - begin), near[c]);
        }
        for (std::size_t i = begin; i < end; ++i) {
            Flake flake{x[i], v[i], mass[i], pscale[i], stuck[i]};
            moveFlake(params, world, dt, near, i - begin, flake);

            // A place that is not finite is not taken: the report tells where the flake was.
            v[i] = flake.x.allFinite() ? flake.v : Vec3f(Vec3f::Constant(std::nanf("")));
            if (flake.x.allFinite()) x[i] = flake.x;
            stuck[i] = flake.stuck;
        }
    });
}

/// Speed, energies, and the first flake that went wrong.
void measure(const World& world, const Particles& particles, StepReport& report)
{
    PassScope timer(report.times, "measure");
    const auto x = particles.P(), v = particles.v();
    const auto mass = particles.get<float>("mass");
    const std::size_t bad = firstWhere(particles.size(), [&](std::size_t i) { return !v[i].allFinite(); });
    if (bad < particles.size())
        report.troubles.push_back({"fly",
                                   "the velocity is not finite",
                                   "look at the particle's mass, pscale and velocity in its source, and at the "
                                   "colliders near it",
                                   particles.id()[bad],
                                   {x[bad].x(), x[bad].y(), x[bad].z()}});
    report.largestSpeed = std::sqrt(maxOf(particles.size(), 0.0f, [&](std::size_t i) { return v[i].squaredNorm(); }));
    report.kineticEnergy = sumOf(particles.size(), 0.0, [&](std::size_t i) {
        return 0.5 * double(mass[i]) * v[i].cast<double>().squaredNorm();
    });
    report.potentialEnergy = -sumOf(particles.size(), 0.0, [&](std::size_t i) {
        return double(mass[i]) * world.gravity.cast<double>().dot(x[i].cast<double>());
    });
}

} // namespace

std::vector<ColumnSpec> BallisticSolver::columns() const
{
    return {columnSpec<float>("mass", 1e-6f), columnSpec<float>("pscale", 1e-3f), attributeSpec("stuck")};
}

double BallisticSolver::largestStep(const World&, const Particles&) const
{
    return std::numeric_limits<double>::infinity();
}

StepReport BallisticSolver::step(double dt, const World& world, Particles& particles)
{
    StepReport report;
    report.dt = dt;
    moveFlakes(mParams, world, float(dt), particles, report.times);
    measure(world, particles, report);
    return report;
}

} // namespace firn::ballistic
