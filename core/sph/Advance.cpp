// 9 and 13: new velocities and positions, and what is left to do at colliders.
#include "colliders/Response.h"
#include "parallel/Reduce.h"
#include "sph/Contact.h"
#include "sph/Impulses.h"
#include "sph/Passes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace firn::sph {

namespace {

constexpr float kMostPush = 0.5f; // spacings that a particle inside a collider is moved out per step
constexpr float kTouch = 0.5f;    // spacings from the surface at which a flake touches it
constexpr float kFinite = 1e30f;  // squares beyond this are on their way to infinity

struct Sums {
    double kinetic = 0, elastic = 0, gravitational = 0;
    float speedSquared = 0;
    bool finite = true;
};

/// A flake that touches and comes nearer leaves with a share of its speed; friction acts on the blow [Coulomb].
Vec3f bounce(const SphParams& params, const ColliderSample& at, float friction, const Vec3f& old, const Vec3f& v)
{
    const Vec3f relative = old - at.velocity;
    const float vn = relative.dot(at.normal);
    if (vn >= 0) return v;
    const Vec3f slip = relative - vn * at.normal;
    const float most = friction * (1 + params.restitution) * -vn, size = slip.norm();
    const Vec3f left = size > most ? Vec3f((1 - most / size) * slip) : Vec3f::Zero();
    return at.velocity + left - params.restitution * vn * at.normal;
}

/// The last resort at colliders: snow that is about to be inside stops there and is moved out.
void guard(const SphParams& params, const World& world, float dt, const Snow& snow, const StepData& data, std::size_t i,
           ColliderImpulses& impulses, Vec3f& v, Vec3f& push)
{
    const Boundary& boundary = data.boundary;
    const bool flake = bounces(params, world, data, snow.v[i], i);
    int32_t last = -1;
    for (const uint32_t b : boundary.ofSnow.of(i)) {
        const int32_t c = boundary.samples.collider[b];
        if (c == last) continue;
        last = c;
        const Collider& collider = world.colliders[std::size_t(c)];
        const ColliderSample at = collider.sample(world.time + double(dt), snow.x[i] + dt * v);
        const Vec3f before = v;
        if (flake && at.distance < kTouch * data.h) v = bounce(params, at, collider.surface().friction, snow.v[i], v);
        if (at.distance < 0) {
            v = collideVelocity(v, at, collider.surface());
            const float depth = -at.distance - dt * (v - before).dot(at.normal);
            if (depth > 0) push += std::min(depth, kMostPush * data.h) * at.normal;
        }
        if (v != before) impulses.add(i, c, snow.x[i], snow.mass[i] * (before - v));
    }
}

void blame(const Snow& snow, StepReport& report)
{
    const std::size_t i = firstWhere(snow.count, [&](std::size_t p) {
        return !(snow.v[p].squaredNorm() < kFinite) || !(snow.F[p].squaredNorm() < kFinite) ||
               !(snow.x[p].squaredNorm() < kFinite);
    });
    if (i == snow.count) return;
    Trouble trouble;
    trouble.pass = "advance";
    trouble.what = "position, velocity or deformation is not finite";
    trouble.tryThis = "a smaller max_step, cfl or waves, or look at the particle's mass, E and nu";
    trouble.particleId = snow.id[i];
    for (int k = 0; k < 3; ++k) trouble.position[k] = snow.x[i][k];
    report.troubles.push_back(trouble);
}

} // namespace

void advance(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
             StepReport& report)
{
    PassScope timer(report.times, "advance");
    const auto step = float(dt);
    const bool near = data.boundary.samples.size() > 0;
    ColliderImpulses impulses(world, snow.count);
    const Sums sums = reduceRanges(
        snow.count, Sums(),
        [&](std::size_t begin, std::size_t end) {
            Sums s;
            for (std::size_t i = begin; i < end; ++i) {
                Vec3f v = data.velocity[i].vec3(), push = Vec3f::Zero();
                if (near && data.boundary.ofSnow.count(i) > 0)
                    guard(params, world, step, snow, data, i, impulses, v, push);
                snow.v[i] = v;
                snow.x[i] += step * v + push;
                const float speed2 = v.squaredNorm();
                const Mat3f strain = snow.F[i] - Mat3f::Identity();
                const float trace = strain.trace();
                s.kinetic += 0.5 * double(snow.mass[i] * speed2);
                s.gravitational -= double(snow.mass[i]) * double(world.gravity.dot(snow.x[i]));
                s.elastic += double(data.volume[i] *
                                    (data.shear[i] * strain.squaredNorm() + 0.5f * data.lambda[i] * trace * trace));
                s.speedSquared = std::max(s.speedSquared, speed2);
                s.finite &= speed2 < kFinite && snow.F[i].squaredNorm() < kFinite;
            }
            return s;
        },
        [](const Sums& a, const Sums& b) {
            return Sums{a.kinetic + b.kinetic, a.elastic + b.elastic, a.gravitational + b.gravitational,
                        std::max(a.speedSquared, b.speedSquared), a.finite && b.finite};
        });
    impulses.addTo(world);
    report.kineticEnergy = sums.kinetic;
    report.potentialEnergy = sums.elastic + sums.gravitational;
    report.largestSpeed = std::sqrt(double(sums.speedSquared));
    if (!sums.finite) blame(snow, report);
    if (report.largestSpeed * dt > double(data.h))
        report.warnings.push_back("a particle moved by more than a spacing in one step: the step is longer than the "
                                  "method asks");
}

} // namespace firn::sph
