#include "surface/SurfaceKernels.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

/// Reach of a smooth blob in radii: two spacings, so that a ball feels two layers of neighbours.
constexpr float kSmoothReach = 2 * kSpacingPerRadius;

/// Balls of the plain union are this much larger than the particles: packed on a lattice they must reach beyond its
/// middles, sqrt(3) radii away, or the snow would be full of holes.
constexpr float kBallRadius = 1.9f;

void requireFinite(const char* name, Span<const Vec3f> values, Span<const int64_t> id)
{
    const std::size_t wrong = firstWhere(values.size(), [&](std::size_t i) { return !values[i].allFinite(); });
    if (wrong < values.size())
        throw InputError("particle " + std::to_string(wrong) + " (id " + std::to_string(id[wrong]) + ") has the " +
                         name + " " + toText(values[wrong].x()) + " " + toText(values[wrong].y()) + " " +
                         toText(values[wrong].z()) + "; a surface needs finite values");
}

std::vector<float> radiiOf(const Particles& particles, const SurfaceParams& params)
{
    std::vector<float> radii(particles.size(), params.radius * params.radiusScale);
    if (params.radius > 0) return radii;
    const Column* column = particles.find("pscale");
    if (!column)
        throw InputError("the particles have no attribute 'pscale', which is their radius; set 'radius' instead");
    const auto pscale = column->values<float>();
    const std::size_t wrong =
        firstWhere(pscale.size(), [&](std::size_t i) { return !(pscale[i] > 0 && std::isfinite(pscale[i])); });
    if (wrong < pscale.size())
        throw InputError("particle " + std::to_string(wrong) + " (id " + std::to_string(particles.id()[wrong]) +
                         ") has the pscale " + toText(pscale[wrong]) + "; it must be above 0, or set 'radius'");
    forEach(radii.size(), [&](std::size_t i) { radii[i] = pscale[i] * params.radiusScale; });
    return radii;
}

} // namespace

SurfaceKernels surfaceKernels(const Particles& particles, const SurfaceParams& params)
{
    if (particles.size() == 0) throw InputError("there are no particles to build a surface from");
    requireFinite("position", particles.P(), particles.id());
    requireFinite("velocity", particles.v(), particles.id());

    SurfaceKernels kernels;
    kernels.method = params.method;
    kernels.radii = radiiOf(particles, params);
    const std::size_t count = particles.size();
    kernels.meanRadius =
        float(sumOf(count, 0.0, [&](std::size_t i) { return double(kernels.radii[i]); }) / double(count));
    kernels.voxelSize = params.voxelSize > 0 ? double(params.voxelSize) : double(kernels.meanRadius);
    kernels.centres.assign(particles.P().begin(), particles.P().end());
    kernels.velocity.assign(particles.v().begin(), particles.v().end());

    if (params.method == SurfaceMethod::Anisotropic) {
        shapeKernels(params, kernels);
    } else {
        kernels.extents.resize(count);
        const auto beyond = float(2 * kernels.voxelSize); // a ball's sign must be known on both sides of its surface
        forEach(count, [&](std::size_t i) {
            if (params.method == SurfaceMethod::Spheres) kernels.radii[i] *= kBallRadius;
            const float r = kernels.radii[i];
            const float reach =
                params.method == SurfaceMethod::Spheres ? r + beyond : std::max(kSmoothReach * r, r + beyond);
            kernels.extents[i] = Vec3f::Constant(reach);
        });
    }
    kernels.largestExtent = maxOf(count, 0.0f, [&](std::size_t i) { return kernels.extents[i].maxCoeff(); });
    kernels.bins = blockOrder(kernels.centres, kernels.voxelSize);
    for (std::size_t b = 0; b < kernels.bins.blocks.size(); ++b)
        kernels.binNumbers.emplace(kernels.bins.blocks[b].origin, b);
    return kernels;
}

} // namespace firn
