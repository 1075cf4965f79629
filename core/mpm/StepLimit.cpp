// How long a step may be: snow and colliders stay within a share of a cell, and an explicit step below the elastic
// limit.
#include "materials/Lame.h"
#include "mpm/Passes.h"
#include "mpm/Soundness.h"
#include "mpm/StencilLanes.h"
#include "parallel/Reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firn::mpm {

namespace {

constexpr std::size_t kProbeEvery = 32; // colliders are sampled at every 32nd particle: particles are sorted by block
constexpr float kProbeReach = 8;        // cells: the size of a block and what lies beside it

/// The fastest collider near snow; one that is farther away counts less, by the way it has to come: it may move that
/// way and `distance`, what snow may move in a step.
float colliderSpeed(const World& world, Span<const Vec3f> x, float cell, float distance)
{
    if (world.colliders.empty()) return 0;
    const std::size_t probes = (x.size() + kProbeEvery - 1) / kProbeEvery;
    return maxOf(probes, 0.0f, [&](std::size_t p) {
        float speed = 0;
        for (const Collider& collider : world.colliders) {
            const ColliderSample at = collider.sample(world.time, x[p * kProbeEvery]);
            const float way = std::max(0.0f, at.distance - kProbeReach * cell);
            speed = std::max(speed, at.velocity.norm() * distance / (distance + way));
        }
        return speed;
    });
}

/// The stiffest particle: the largest (3 lambda + 2 mu) V / m in (m/s)^2, hardened and stretched.
///
/// The highest frequency of the grid obeys omega^2 <= max over particles of (3 lambda + 2 mu) V s / (m cell^2): the
/// elastic energy of a particle is at most (3 lambda + 2 mu) V |grad u|^2 / 2, and by Cauchy's inequality
/// |grad u|^2 <= s / cell^2 times the sum of w_i |u_i|^2, where s is the largest sum of slope^2 / weight along an axis.
/// The masses of the nodes are the sums of m w_i, so no arrangement of particles can exceed it.
float stiffness(const MpmParams& params, const Particles& particles)
{
    const auto mass = particles.get<float>("mass"), volume = particles.get<float>("restvolume");
    const auto Jp = particles.get<float>("Jp"), pscale = particles.get<float>("pscale");
    const float *E = optionalColumn(particles, "E"), *nu = optionalColumn(particles, "nu"),
                *hardening = optionalColumn(particles, "hardening"),
                *stretch = optionalColumn(particles, "critical_stretch");
    const float logLeast = -std::log(params.largestWeakening), logLargest = std::log(params.largestStiffening);
    return maxOf(particles.size(), 0.0f, [&](std::size_t i) {
        const Lame<float> lame = lameFrom(E ? E[i] : params.youngsModulus, nu ? nu[i] : params.poissonsRatio);
        const float xi = hardening ? hardening[i] : params.hardening, exponent = xi * (1 - Jp[i]);
        const float factor = std::exp(std::clamp(exponent, logLeast, logLargest));
        const float longest = 1 + (stretch ? stretch[i] : params.criticalStretch);
        const float V = volume[i] > 0 ? volume[i] : 8 * pscale[i] * pscale[i] * pscale[i];
        const float k = (3 * lame.lambda + 2 * lame.mu) * factor * longest * longest * V / mass[i];
        return k >= 0 && xi >= 0 ? k : std::numeric_limits<float>::infinity(); // also when one is not a number
    });
}

} // namespace

double stepLimit(const MpmParams& params, const World& world, const Particles& particles)
{
    if (particles.size() == 0) return std::numeric_limits<double>::infinity();
    const float cell = cellSizeFor(params, particles);
    const auto v = particles.v();
    const float snowSpeed = std::sqrt(maxOf(v.size(), 0.0f, [&](std::size_t i) { return v[i].squaredNorm(); }));
    const double distance = double(params.cfl) * cell, g = world.gravity.norm();
    const double speed = std::max(snowSpeed, colliderSpeed(world, particles.P(), cell, float(distance)));

    // Advection: speed dt + g dt^2 <= distance.
    double limit = 2 * distance / (speed + std::sqrt(speed * speed + 4 * g * distance) + 1e-30);

    // Elastic waves: (1 - 2 beta) (omega dt)^2 <= 4; from beta = 1/2 on only for the sake of the solve.
    const double slopes = withKernel(params.kernel, [](auto nodes) { return KernelTraits<nodes>::kSlopes; });
    const double stiffest = stiffness(params, particles);
    if (!(stiffest < double(std::numeric_limits<float>::max()))) requireSound(particles);
    const double explicitStep = 2 * cell / std::sqrt(slopes * stiffest);
    if (params.beta > 0) limit = std::min({limit, params.implicitStep, params.implicitWaves * explicitStep});
    if (params.beta < 0.5f)
        limit = std::min(limit, double(params.waveCfl) * explicitStep / std::sqrt(1 - 2 * double(params.beta)));
    return limit;
}

} // namespace firn::mpm
