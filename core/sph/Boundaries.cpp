// Boundary particles: where they are, how much they weigh, which snow is near.
#include "parallel/ForEach.h"
#include "sph/Passes.h"

#include <algorithm>

namespace firn::sph {

namespace {

/// Moves samples below the surface, so that snow at rest touches it: half a spacing, and less where the body is thin.
void sink(const World& world, float depth, BoundarySamples& samples)
{
    forRanges(samples.size(), 256, [&](std::size_t begin, std::size_t end) {
        std::vector<Vec3f> below(end - begin);
        std::vector<ColliderSample> at(end - begin);
        for (std::size_t first = begin; first < end;) { // samples are sorted by collider
            const int32_t c = samples.collider[first];
            std::size_t last = first;
            for (; last < end && samples.collider[last] == c; ++last)
                below[last - begin] = samples.P[last] - depth * samples.N[last];
            const std::size_t n = last - first;
            world.colliders[std::size_t(c)].sample(world.time, Span<const Vec3f>(below.data() + (first - begin), n),
                                                   Span<ColliderSample>(at.data() + (first - begin), n));
            for (std::size_t b = first; b < last; ++b)
                samples.P[b] -= std::clamp(-at[b - begin].distance, 0.0f, depth) * samples.N[b];
            first = last;
        }
    });
}

/// V_b = phi / sum of W_bj over boundary particles, itself included.
void measureVolumes(const SphParams& params, float h, Boundary& boundary)
{
    const auto& x = boundary.samples.P;
    boundary.volume.resize(x.size());
    const SphKernel<float> W(h);
    forEach(x.size(), [&](std::size_t b) {
        float sum = W(0);
        for (const uint32_t j : boundary.among.of(b)) sum += W((x[b] - x[j]).norm());
        boundary.volume[b] = params.boundaryVolume / sum;
    });
}

} // namespace

void findBoundaryNeighbours(const SphParams& params, const Snow& snow, StepData& data)
{
    Boundary& boundary = data.boundary;
    const auto& x = boundary.samples.P;
    if (x.empty()) return;
    boundary.search.build(x, 2 * data.h);
    boundary.search.findNeighbours(boundary.among);
    boundary.search.findNeighbours(Span<const Vec3f>(snow.x, snow.count), boundary.ofSnow);
    measureVolumes(params, data.h, boundary);
    boundary.gradient.resize(boundary.ofSnow.pairCount()), boundary.slope.resize(boundary.ofSnow.pairCount());
    const SphKernel<float> W(data.h);
    forEach(snow.count, [&](std::size_t i) {
        for (uint64_t k = boundary.ofSnow.first[i]; k < boundary.ofSnow.first[i + 1]; ++k) {
            const uint32_t b = boundary.ofSnow.index[k];
            const Vec3f offset = snow.x[i] - x[b];
            const Vec3f& normal = boundary.samples.N[b];
            boundary.slope[k] = boundary.volume[b] * W.slopeOverR(offset.norm());
            boundary.gradient[k] = (boundary.slope[k] * offset.dot(normal)) * normal;
        }
    });
}

void sampleBoundaries(const SphParams& params, const World& world, const Snow& snow, StepData& data, StepReport& report)
{
    PassScope timer(report.times, "sampleBoundaries");
    Boundary& boundary = data.boundary;
    if (world.colliders.empty()) {
        boundary.samples = {};
        return;
    }
    if (!boundary.sampler || boundary.sampler->spacing() != data.h) boundary.sampler.emplace(data.h);
    // A boundary particle's own neighbours count too: two supports, and how deep it sinks.
    const float reach = (4 + params.boundaryOffset) * data.h;
    boundary.sampler->sample(world.colliders, world.time, {snow.x, snow.count}, reach, boundary.samples);
    if (params.boundaryOffset > 0) sink(world, params.boundaryOffset * data.h, boundary.samples);
    findBoundaryNeighbours(params, snow, data);
}

} // namespace firn::sph
