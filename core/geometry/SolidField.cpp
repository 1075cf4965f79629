#include "geometry/SolidField.h"

#include "base/Error.h"
#include "geometry/LevelSetSampler.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"

#include <algorithm>
#include <memory>

namespace firn {
namespace {

/// Calls sampleMany on short runs of points and keeps the distances.
template <class SampleMany> void distancesOnly(Span<const Vec3f> x, Span<float> distance, SampleMany&& sampleMany)
{
    constexpr std::size_t kRun = 128;
    SurfaceSample samples[kRun];
    for (std::size_t begin = 0; begin < x.size(); begin += kRun) {
        const std::size_t count = std::min(kRun, x.size() - begin);
        sampleMany(x.subspan(begin, count), Span<SurfaceSample>(samples, count));
        for (std::size_t i = 0; i < count; ++i) distance[begin + i] = samples[i].distance;
    }
}

} // namespace

SolidField solidField(const AnalyticShape& shape)
{
    if (std::holds_alternative<Plane>(shape.primitive))
        throw InputError("shape: a plane has no end, so it cannot be filled; use a box");
    return {boundsOf(shape), [shape](Span<const Vec3f> x, Span<float> distance) {
                distancesOnly(x, distance,
                              [&](Span<const Vec3f> points, Span<SurfaceSample> out) { sample(shape, points, out); });
            }};
}

SolidField solidField(const LevelSet& levelSet, const Pose& pose, float scale)
{
    const auto sampler = std::make_shared<const LevelSetSampler>(levelSet, scale);
    return {boundsOf(pose, sampler->bounds()), [sampler, pose](Span<const Vec3f> x, Span<float> distance) {
                distancesOnly(x, distance, [&](Span<const Vec3f> points, Span<SurfaceSample> out) {
                    sampler->sample(pose, points, out);
                });
            }};
}

SolidField solidField(const LevelSet& levelSet, const ShapeParams& placement)
{
    return solidField(levelSet, poseOf(placement), placement.scale);
}

} // namespace firn
