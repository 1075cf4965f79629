#include "colliders/BodySamples.h"

#include "geometry/CellMap.h"
#include "geometry/SurfacePlaces.h"
#include "parallel/ForEach.h"
#include "parallel/Sort.h"

#include <algorithm>
#include <cmath>

namespace firn {
namespace {

constexpr double kClusterEdge = 8; // spacings: some 70 samples of a flat surface

/// Sorts samples into cells of a coarse lattice, z slowest.
SurfacePoints clustered(const SurfacePoints& points, double edge)
{
    constexpr int64_t kMiddle = 1 << 20; // 21 bits an axis; farther cells share a key, which costs time only
    std::vector<uint64_t> keys(points.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const CellIndex c = cellAt(points.P[i], 1 / edge);
        const auto bits = [](int32_t k) { return uint64_t(k + kMiddle) & 0x1fffff; };
        keys[i] = bits(c.z()) << 42 | bits(c.y()) << 21 | bits(c.x());
    }
    SurfacePoints sorted;
    for (const uint32_t i : stableSortOrder(keys)) {
        sorted.P.push_back(points.P[i]);
        sorted.N.push_back(points.N[i]);
    }
    return sorted;
}

std::vector<BodySamples::Cluster> clustersOf(const BodySamples& body, double edge)
{
    std::vector<BodySamples::Cluster> clusters;
    const auto& P = body.points.P;
    for (std::size_t begin = 0, end = 0; begin < P.size(); begin = end) {
        Box3f box;
        const CellIndex cell = cellAt(P[begin], 1 / edge);
        for (end = begin; end < P.size() && cellAt(P[end], 1 / edge) == cell; ++end) {
            box.extend(P[end]);
            if (!body.shift.empty()) box.extend(P[end] + body.shift[end]);
        }
        clusters.push_back({uint32_t(begin), uint32_t(end), box.centre(), 0.5f * box.size().norm()});
    }
    return clusters;
}

} // namespace

BodySamples sampleBody(const Primitive& shape, float spacing, const std::string& where)
{
    BodySamples body;
    body.points = clustered(sampleSurface(shape, spacing, where), kClusterEdge * spacing);
    body.clusters = clustersOf(body, kClusterEdge * spacing);
    return body;
}

BodySamples sampleBody(const LevelSetSampler& levelSet, float spacing, const std::string& where)
{
    BodySamples body;
    body.points = clustered(sampleSurface(levelSet, spacing, where), kClusterEdge * spacing);
    body.clusters = clustersOf(body, kClusterEdge * spacing);
    if (levelSet.hasVelocity()) {
        body.velocity.resize(body.points.size());
        levelSet.velocity({}, body.points.P, body.velocity);
    }
    return body;
}

BodySamples sampleBody(const LevelSetSampler& before, const LevelSetSampler& after, double seconds, float spacing,
                       const std::string& where)
{
    BodySamples body;
    body.points = clustered(sampleSurface(before, spacing, where), kClusterEdge * spacing);
    const std::size_t count = body.points.size();
    body.velocity.resize(count);
    body.shift.resize(count);
    body.endN = body.points.N;
    const SurfaceField field = [&after](Span<const Vec3f> x, Span<SurfaceSample> out) { after.sample({}, x, out); };
    const float known = 0.999f * after.band();

    forRanges(count, kDefaultGrain, [&](std::size_t begin, std::size_t end) {
        const std::size_t n = end - begin;
        std::vector<Vec3f> guess(n), v(n);
        before.velocity({}, Span<const Vec3f>(body.points.P).subspan(begin, n), v);
        for (std::size_t i = 0; i < n; ++i) guess[i] = body.points.P[begin + i] + float(seconds) * v[i];
        std::vector<SurfaceSample> seen(n), there(n);
        field(guess, seen);
        std::vector<Vec3f> foot = guess;
        projectOnto(field, kSharpest * spacing, foot, there);
        for (std::size_t i = 0; i < n; ++i) {
            const bool arrived =
                std::abs(seen[i].distance) < known && std::abs(there[i].distance) < kOnSurface * spacing;
            body.shift[begin + i] = (arrived ? foot[i] : guess[i]) - body.points.P[begin + i];
            if (arrived) body.endN[begin + i] = there[i].normal;
            body.velocity[begin + i] = body.shift[begin + i] / float(seconds);
        }
    });
    body.clusters = clustersOf(body, kClusterEdge * spacing);
    return body;
}

} // namespace firn
