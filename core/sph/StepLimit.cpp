// How long a step may be.
#include "materials/Lame.h"
#include "parallel/Reduce.h"
#include "sph/Passes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firn::sph {

namespace {

constexpr double kDeviatoric = 0.25; // of the step of the other variants
constexpr float kProbeReach = 4;     // spacings: a boundary particle's support and as much again
constexpr double kPast = 1e-9;       // s: past a change of motion, whatever the rounding of its time

/// When a collider is asked for its speed: now, and whenever its motion changes within a longest step from now, so that
/// a key which sets it off, if only for a moment, is seen.
std::vector<double> probeTimes(const Collider& collider, double time, double longest)
{
    std::vector<double> times;
    for (double t = time; t <= time + longest; t = collider.nextChange(t + kPast)) times.push_back(t + kPast);
    return times;
}

/// The fastest collider near snow, now or within a longest step; one that is farther away counts less, by the way it
/// has to come: it may move that way and `distance`, what snow may move in a step. Every particle is asked: single
/// flakes lie in cells of their own.
float colliderSpeed(const World& world, Span<const Vec3f> x, float h, float distance, double longest)
{
    const auto larger = [](float a, float b) { return std::max(a, b); };
    float speed = 0;
    for (const Collider& collider : world.colliders) {
        if (!collider.canMove()) continue;
        const std::vector<double> times = probeTimes(collider, world.time, longest);
        const auto fastestIn = [&](std::size_t begin, std::size_t end) {
            std::vector<ColliderSample> at(end - begin);
            std::vector<float> share(end - begin); // of the speed that counts
            float fastest = 0;
            for (std::size_t t = 0; t < times.size(); ++t) {
                collider.sample(times[t], x.subspan(begin, end - begin), at);
                for (std::size_t i = 0; i < at.size(); ++i) {
                    if (t == 0) share[i] = distance / (distance + std::max(0.0f, at[i].distance - kProbeReach * h));
                    fastest = std::max(fastest, share[i] * at[i].velocity.norm());
                }
            }
            return fastest;
        };
        speed = reduceRanges(x.size(), speed, fastestIn, larger);
    }
    return speed;
}

/// The speed of sound in the stiffest snow, before hardening.
float soundSpeed(const SphParams& params, const Particles& particles)
{
    const auto column = [&](const char* name) {
        const Column* c = particles.find(name);
        return c ? c->values<float>().data() : nullptr;
    };
    const float *E = column("E"), *nu = column("nu"), *temperature = column("temperature");
    const auto mass = particles.get<float>("mass"), volume = particles.get<float>("restvolume"),
               density = particles.get<float>("density");
    return std::sqrt(maxOf(particles.size(), 0.0f, [&](std::size_t i) {
        const Lame<float> lame = lameFrom(modulusOf(params, E, temperature, i), nu ? nu[i] : params.poissonsRatio);
        const float rho = volume[i] > 0 ? mass[i] / volume[i] : density[i];
        return rho > 0 ? (lame.lambda + 2 * lame.mu) / rho : 0.0f;
    }));
}

} // namespace

double stepLimit(const SphParams& params, const World& world, const Particles& particles)
{
    if (particles.size() == 0) return std::numeric_limits<double>::infinity();
    const double h = spacingFor(params, particles);
    const auto v = particles.v();
    const float snowSpeed = std::sqrt(maxOf(v.size(), 0.0f, [&](std::size_t i) { return v[i].squaredNorm(); }));
    const double distance = double(params.cfl) * h, g = world.gravity.norm();
    const double speed =
        std::max(snowSpeed, colliderSpeed(world, particles.P(), float(h), float(distance), params.maxStep));

    // Advection: speed dt + g dt^2 <= distance.
    double limit = 2 * distance / (speed + std::sqrt(speed * speed + 4 * g * distance) + 1e-30);
    // Section 3.5: with a full split of volume and shear, each solve undoes some of the other unless steps are short.
    const double waves = double(params.waves) * (params.elasticity == Elasticity::Deviatoric ? kDeviatoric : 1);
    limit = std::min({limit, params.maxStep, waves * h / double(soundSpeed(params, particles))});
    if (params.conductivity > 0) {
        // A particle's temperature stays between its neighbours': the kernel's sum is 3 / h^2 in snow at rest.
        const auto density = particles.get<float>("density");
        const double least = -double(maxOf(density.size(), -1e30f, [&](std::size_t i) { return -density[i]; }));
        const double rate =
            12 * double(params.conductivity) / (std::max(least, 1.0) * double(params.heatCapacity) * h * h);
        limit = std::min(limit, 1 / rate);
    }
    return limit;
}

} // namespace firn::sph
