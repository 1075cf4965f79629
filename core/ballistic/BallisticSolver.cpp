#include "ballistic/BallisticSolver.h"

#include "ballistic/FlakePath.h"
#include "ballistic/Flight.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "particles/Attributes.h"

#include <algorithm>
#include <limits>

namespace firn::ballistic {

namespace {

constexpr std::size_t kRange = 1024;    // particles per task
constexpr float kWindVoxels = 2;        // that a flake may cross in a step
constexpr double kChangeReached = 1e-7; // s: a change of a collider's motion that is nearer than this is now

/// What the flakes of a range see of one collider: where it is at the start of the step, how fast it is midway.
struct Nearby {
    std::vector<ColliderSample> atStart, midway;
};

/// Whether no collider can be reached in this step: the common case, and the only one most flakes see.
bool farFromAll(const std::vector<Nearby>& near, std::size_t i, float radius, float reach, float dt)
{
    for (const auto& seen : near) {
        const float speed = std::max(seen.atStart[i].velocity.norm(), seen.midway[i].velocity.norm());
        if (seen.atStart[i].distance < radius + reach + dt * kMovingCollider * speed) return false;
    }
    return true;
}

/// Moves one flake through the step; `near` holds what it sees of each collider at the start.
void moveFlake(const BallisticParams& params, const World& world, float dt, const std::vector<Nearby>& near,
               std::size_t place, const Vec3f& wind, Flake& flake)
{
    const auto carrier = std::size_t(std::max(flake.stuck, 0));
    if (carrier > 0 && carrier <= world.colliders.size())
        return ride(world.colliders[carrier - 1], world.time, dt, flake);

    flake.stuck = 0;
    const Flight flight = makeFlight(params, flake.x, flake.v, world.gravity, wind, flake.mass, flake.radius, dt);
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
        const Span<const Vec3f> places(x.data() + begin, end - begin);
        std::vector<Vec3f> wind(places.size());
        world.wind.sample(world.time, places, wind);
        std::vector<Nearby> near(world.colliders.size());
        for (std::size_t c = 0; c < near.size(); ++c) {
            near[c].atStart.resize(places.size());
            near[c].midway.resize(places.size());
            world.colliders[c].sample(world.time, places, near[c].atStart);
            world.colliders[c].sample(world.time + 0.5 * dt, places, near[c].midway);
        }
        for (std::size_t i = begin; i < end; ++i) {
            Flake flake{x[i], v[i], mass[i], pscale[i], stuck[i]};
            moveFlake(params, world, dt, near, i - begin, wind[i - begin], flake);

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

/// To the next change of a collider's motion, which a step across it could not see; and through a few voxels of a wind
/// field, which a step takes as it is where the flake starts.
double BallisticSolver::largestStep(const World& world, const Particles& particles) const
{
    double largest = std::numeric_limits<double>::infinity();
    if (!world.wind.uniform()) {
        const auto v = particles.v();
        const float fastest =
            std::sqrt(maxOf(particles.size(), 0.0f, [&](std::size_t i) { return v[i].squaredNorm(); }));
        if (fastest > 0) largest = double(kWindVoxels) * world.wind.detail() / fastest;
    }
    for (const Collider& collider : world.colliders) {
        const double change = collider.nextChange(world.time + kChangeReached);
        largest = std::min(largest, change - world.time);
    }
    return largest;
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
