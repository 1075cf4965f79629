// 9 and 13: new velocities and positions, and what is left to do at colliders.
#include "colliders/Response.h"
#include "parallel/Reduce.h"
#include "sph/Contact.h"
#include "sph/Impulses.h"
#include "sph/Passes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firn::sph {

namespace {

constexpr float kMostPush = 0.5f; // spacings that a particle inside a collider is moved out per step
constexpr float kTouch = 0.5f;    // spacings from the surface at which a flake touches it
constexpr float kFinite = 1e30f;  // squares beyond this are on their way to infinity
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

struct Sums {
    double kinetic = 0, elastic = 0, gravitational = 0;
    float speedSquared = 0;
    bool finite = true;
    std::size_t deep = kNone; ///< the first collider that has snow deep inside
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
class Guard {
public:
    Guard(const SphParams& params, const World& world, float dt, const Snow& snow, const StepData& data)
        : mParams(params), mWorld(world), mDt(dt), mSnow(snow), mData(data)
    {
        for (const Collider& collider : world.colliders) mBounds.push_back(collider.bounds(world.time + double(dt)));
    }

    /// Changes the velocity of particle i and finds its push. Returns the collider that it is deep inside: in its
    /// bounds, and too far from the surface to have boundary neighbours; kNone for most.
    std::size_t operator()(std::size_t i, ColliderImpulses& impulses, Vec3f& v, Vec3f& push) const
    {
        const Boundary& boundary = mData.boundary;
        if (boundary.samples.size() == 0 || boundary.ofSnow.count(i) == 0) return guardDeep(i, impulses, v, push);
        const bool flake = bounces(mParams, mWorld, mData, mSnow, i);
        Vec3f came = mSnow.v[i];
        // Each collider once, in the order of the scene.
        for (int32_t c = next(i, -1); c >= 0; c = next(i, c)) {
            const ColliderSample at = sampleAt(c, i, v, push);
            const Vec3f before = v;
            if (flake && at.distance < kTouch * mData.h)
                v = bounce(mParams, at, mWorld.colliders[std::size_t(c)].surface().friction, came, v);
            if (v != before) came = v; // what the next collider meets
            stop(i, c, at, before, impulses, v, push);
        }
        return kNone;
    }

private:
    std::size_t guardDeep(std::size_t i, ColliderImpulses& impulses, Vec3f& v, Vec3f& push) const
    {
        std::size_t deep = kNone;
        for (std::size_t c = mBounds.size(); c-- > 0;) {
            if (!mBounds[c].contains(mSnow.x[i] + mDt * v)) continue;
            const ColliderSample at = sampleAt(int32_t(c), i, v, push);
            if (at.distance < 0) deep = c;
            stop(i, int32_t(c), at, v, impulses, v, push);
        }
        return deep;
    }

    /// The least collider above `last` that has boundary particles near i, or -1.
    int32_t next(std::size_t i, int32_t last) const
    {
        int32_t least = std::numeric_limits<int32_t>::max();
        for (const uint32_t b : mData.boundary.ofSnow.of(i)) {
            const int32_t c = mData.boundary.samples.collider[b];
            if (c > last) least = std::min(least, c);
        }
        return least == std::numeric_limits<int32_t>::max() ? -1 : least;
    }

    ColliderSample sampleAt(int32_t c, std::size_t i, const Vec3f& v, const Vec3f& push) const
    {
        return mWorld.colliders[std::size_t(c)].sample(mWorld.time + double(mDt), mSnow.x[i] + mDt * v + push);
    }

    /// `before` is the velocity with which `at` was sampled.
    void stop(std::size_t i, int32_t c, const ColliderSample& at, const Vec3f before, ColliderImpulses& impulses,
              Vec3f& v, Vec3f& push) const
    {
        if (at.distance < 0) {
            v = collideVelocity(v, at, mWorld.colliders[std::size_t(c)].surface());
            const float depth = -at.distance - mDt * (v - before).dot(at.normal);
            if (depth > 0) push += depth * at.normal;
            const float most = kMostPush * mData.h, length = push.norm();
            if (length > most) push *= most / length;
        }
        if (v != before) impulses.add(i, c, mSnow.x[i], mSnow.mass[i] * (before - v));
    }

    const SphParams& mParams;
    const World& mWorld;
    const float mDt;
    const Snow& mSnow;
    const StepData& mData;
    std::vector<Box3f> mBounds; ///< of the colliders at the end of the step
};

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
    const Guard guard(params, world, step, snow, data);
    ColliderImpulses impulses(world, snow.count);
    const Sums sums = reduceRanges(
        snow.count, Sums(),
        [&](std::size_t begin, std::size_t end) {
            Sums s;
            for (std::size_t i = begin; i < end; ++i) {
                Vec3f v = data.velocity[i].vec3(), push = Vec3f::Zero();
                s.deep = std::min(s.deep, guard(i, impulses, v, push));
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
            return Sums{a.kinetic + b.kinetic,
                        a.elastic + b.elastic,
                        a.gravitational + b.gravitational,
                        std::max(a.speedSquared, b.speedSquared),
                        a.finite && b.finite,
                        std::min(a.deep, b.deep)};
        });
    impulses.addTo(world);
    report.kineticEnergy = sums.kinetic;
    report.potentialEnergy = sums.elastic + sums.gravitational;
    report.largestSpeed = std::sqrt(double(sums.speedSquared));
    if (!sums.finite) blame(snow, report);
    if (sums.deep != kNone)
        report.warnings.push_back("particles are deep inside collider '" + world.colliders[sums.deep].name() +
                                  "': they are moved out by at most half a spacing a step; look at where snow is made "
                                  "and how fast the collider moves");
    if (report.largestSpeed * dt > double(data.h))
        report.warnings.push_back("a particle moved by more than a spacing in one step: the step is longer than the "
                                  "method asks");
}

} // namespace firn::sph
