// Single flakes that bounce off boundaries, which the paper names as missing (section 5).
#pragma once

#include "solver/World.h"
#include "sph/StepData.h"

#include <algorithm>
#include <limits>

namespace firn::sph {

/// With at most so many snow neighbours a particle is a flake of its own.
inline constexpr std::size_t kFlakeNeighbours = 3;

/// The square of particle i's speed relative to the boundary particle that is nearest to it; of several equally near,
/// the largest, so that the order of the colliders does not count. i has boundary neighbours.
inline float speedSquaredAtBoundary(const Boundary& boundary, const Snow& snow, std::size_t i)
{
    float nearest = std::numeric_limits<float>::infinity(), speed2 = 0;
    for (const uint32_t b : boundary.ofSnow.of(i)) {
        const float distance2 = (boundary.samples.P[b] - snow.x[i]).squaredNorm();
        if (distance2 > nearest) continue;
        const float own = (snow.v[i] - boundary.samples.v[b]).squaredNorm();
        speed2 = distance2 < nearest ? own : std::max(speed2, own);
        nearest = distance2;
    }
    return speed2;
}

/// Whether particle i is a flake near a boundary, and fast enough to bounce: slower than a fall of a quarter of a
/// spacing it comes to rest as other snow does. It flies freely until it touches.
inline bool bounces(const SphParams& params, const World& world, const StepData& data, const Snow& snow, std::size_t i)
{
    if (!(params.restitution > 0) || data.near.lists.count(i) > kFlakeNeighbours) return false;
    const Boundary& boundary = data.boundary;
    if (boundary.samples.size() == 0 || boundary.ofSnow.count(i) == 0) return false;
    return speedSquaredAtBoundary(boundary, snow, i) > 0.5f * world.gravity.norm() * data.h;
}

} // namespace firn::sph
