// 4 and 5: gravity, drag of the air, adhesion and friction of boundaries.
#include "math/AdhesionKernel.h"
#include "parallel/ForEach.h"
#include "sph/BoundaryForces.h"
#include "sph/Contact.h"
#include "sph/Passes.h"

#include <algorithm>
#include <cmath>

namespace firn::sph {

namespace {

/// Neighbours of a whole neighbourhood, for the blend between a ball and a part of a surface [Gissler2017].
constexpr float kWhole = 2.0f / 3 * 38;

/// The drag coefficient of a ball at a Reynolds number.
float ballDrag(float Re) { return Re > 1000 ? 0.424f : 24 / std::max(Re, 1e-6f) * (1 + std::cbrt(Re * Re) / 6); }

/// The share of a particle's face that no neighbour upwind hides: 1 - max cos(angle to a neighbour, upwind).
float exposed(const Near& near, std::size_t i, const Vec3f& flow)
{
    float most = 0; // of cos^2, upwind ones only
    forNeighbours(near, i, [&](std::size_t, const float* g) {
        // g points from the particle to the neighbour; upwind is against the flow.
        const float along = -(g[0] * flow.x() + g[1] * flow.y() + g[2] * flow.z());
        const float square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
        if (along > 0 && square > 0) most = std::max(most, along * along / square);
    });
    return std::max(0.0f, 1 - std::sqrt(std::min(1.0f, most / flow.squaredNorm())));
}

/// [Gissler2017]: rate k (1/s) of the drag a = k (wind - v). A single particle is a ball of its rest volume, one among
/// many a tile of a surface. Departs from it: flakes do not deform as drops do.
float dragRate(const SphParams& params, const Snow& snow, const StepData& data, std::size_t i, const Vec3f& flow)
{
    const float speed = flow.norm(), crowd = float(data.near.lists.count(i)) / kWhole;
    if (!(speed > 0) || crowd >= 1) return 0; // a whole neighbourhood hides the particle
    const float edge = std::cbrt(snow.restVolume[i]), radius = 0.62035049f * edge; // of a ball of that volume
    const float Re = 2 * radius * speed * params.airDensity / params.airViscosity;
    const float coefficient = (1 - crowd) * ballDrag(Re) + crowd;
    const float area = (1 - crowd) * 3.14159265f * radius * radius + crowd * edge * edge;
    return params.drag * 0.5f * params.airDensity * speed * coefficient * area * exposed(data.near, i, flow) /
           snow.mass[i];
}

} // namespace

void predictVelocities(const SphParams& params, const World& world, double dt, const Snow& snow, StepData& data,
                       StepReport& report)
{
    PassScope timer(report.times, "predictVelocities");
    const auto step = float(dt);
    data.velocity.resize(snow.count), data.predicted.resize(snow.count), data.pressure.resize(snow.count);
    data.friction.resize(snow.count);
    const BoundaryForces forces(params, world, data, step);
    const bool air = params.drag > 0 && params.airDensity > 0;
    std::vector<Vec3f> wind(air ? snow.count : 0);
    if (air)
        forRanges(snow.count, kDefaultGrain, [&](std::size_t begin, std::size_t end) {
            world.wind.sample(world.time, {snow.x + begin, end - begin}, {wind.data() + begin, end - begin});
        });
    forEach(snow.count, [&](std::size_t i) {
        Vec3f v = snow.v[i] + step * world.gravity;
        if (air) { // implicit, so that a light flake is never thrown back
            const float k = step * dragRate(params, snow, data, i, wind[i] - snow.v[i]);
            v = (v + k * wind[i]) / (1 + k);
        }
        const bool flies = bounces(params, world, data, snow, i);
        if (flies) data.lambda[i] = data.shear[i] = 0; // until it touches: see advance()
        float holds = 0;
        Vec3f held = Vec3f::Zero();
        forBoundary(data.boundary, i, [&](std::size_t b, const Vec3f&, float slope) {
            const Vec3f x = snow.x[i] - data.boundary.samples.P[b];
            v += step * forces.adhesion(snow, i, b, x);
            const float rate = flies ? 0 : forces.friction(b, x, slope);
            holds += rate;
            held += rate * data.boundary.samples.v[b];
        });
        v = (v + step * held) / (1 + step * holds); // Eq. 24, 25
        data.velocity[i] = data.predicted[i] = Vec4f::of(v);
        data.friction[i] = holds;
        data.pressure[i] = 0;
    });
}

} // namespace firn::sph
