// Single flakes that bounce off boundaries, which the paper names as missing (section 5).
#pragma once

#include "solver/World.h"
#include "sph/StepData.h"

#include <cmath>

namespace firn::sph {

/// With at most so many snow neighbours a particle is a flake of its own.
inline constexpr std::size_t kFlakeNeighbours = 3;

/// Whether particle i is a flake near a boundary, and fast enough to bounce: slower than a fall of a quarter of a
/// spacing it comes to rest as other snow does. It flies freely until it touches.
inline bool bounces(const SphParams& params, const World& world, const StepData& data, const Vec3f& v, std::size_t i)
{
    if (!(params.restitution > 0) || data.near.lists.count(i) > kFlakeNeighbours) return false;
    const Boundary& boundary = data.boundary;
    if (boundary.samples.size() == 0 || boundary.ofSnow.count(i) == 0) return false;
    const Vec3f relative = v - boundary.samples.v[boundary.ofSnow.of(i)[0]];
    return relative.squaredNorm() > 0.5f * world.gravity.norm() * data.h;
}

} // namespace firn::sph
