#include "geometry/SampleSurface.h"

#include "base/Error.h"
#include "geometry/CellMap.h"
#include "geometry/SurfacePlaces.h"
#include "parallel/ForEach.h"
#include "parallel/Sort.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace firn {
namespace {

// A maximal Poisson-disk set of radius r has 0.70 / r^2 points per area, a hexagonal lattice of spacing s has
// 1.155 / s^2: the same for r = 0.776 s, and somewhat less as only some places are tried.
constexpr float kDiskRadius = 0.74f;

constexpr int kRelaxSteps = 24;
constexpr float kRepelReach = 1.3f;  // spacings
constexpr float kRepelStep = 0.4f;   // spacings, at full overlap
constexpr float kLongestMove = 0.1f; // spacings
constexpr int kListSteps = 8;        // moves that lists of neighbours serve
constexpr float kListReach = 1.7f;   // spacings

/// Points in the cells of a lattice, each cell a chain from the last point put in to the first.
class PointCells {
public:
    PointCells(float edge, std::size_t expected) : mPerEdge(1.0 / edge), mCells(expected) {}

    void add(const Vec3f& x)
    {
        mPoints.push_back(x);
        mNext.push_back(mCells.exchange(cellAt(x, mPerEdge), uint32_t(mPoints.size() - 1)));
    }

    /// Calls visit(n) for every point in the 27 cells about x until it returns true; tells whether one did.
    template <class Visit> bool anyNear(const Vec3f& x, Visit&& visit) const
    {
        const CellIndex cell = cellAt(x, mPerEdge);
        for (int n = 0; n < 27; ++n) {
            const CellIndex at = cell + CellIndex(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
            for (uint32_t p = mCells.find(at); p != CellMap::kNone; p = mNext[p])
                if (visit(p)) return true;
        }
        return false;
    }

    /// Whether a point lies within an edge's length.
    bool covered(const Vec3f& x, float radius) const
    {
        return anyNear(x, [&](uint32_t p) { return (mPoints[p] - x).squaredNorm() < radius * radius; });
    }

    const std::vector<Vec3f>& points() const { return mPoints; }

private:
    double mPerEdge;
    CellMap mCells;
    std::vector<Vec3f> mPoints;
    std::vector<uint32_t> mNext;
};

/// Adds places, in their order, that no point covers yet.
void addUncovered(Span<const Vec3f> places, Span<const uint32_t> order, float radius, PointCells& cells)
{
    for (const uint32_t i : order)
        if (!cells.covered(places[i], radius)) cells.add(places[i]);
}

/// The points near each point: lists one behind the other. Good for several moves, as points move little.
struct NearLists {
    std::vector<uint32_t> first, near;
};

NearLists findNear(const std::vector<Vec3f>& points, float reach)
{
    PointCells cells(reach, points.size());
    for (const Vec3f& x : points) cells.add(x);
    NearLists lists;
    lists.first.push_back(0);
    lists.near.reserve(16 * points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        cells.anyNear(points[i], [&](uint32_t p) {
            if (p != i && (points[p] - points[i]).squaredNorm() < reach * reach) lists.near.push_back(p);
            return false;
        });
        lists.first.push_back(uint32_t(lists.near.size()));
    }
    return lists;
}

/// Where repulsion sends a point along the surface.
Vec3f repelled(const std::vector<Vec3f>& points, const NearLists& lists, std::size_t i, const Vec3f& n, float spacing)
{
    const float reach = kRepelReach * spacing;
    const Vec3f x = points[i];
    Vec3f push = Vec3f::Zero();
    for (uint32_t k = lists.first[i]; k < lists.first[i + 1]; ++k) {
        const Vec3f away = x - points[lists.near[k]];
        const float d = away.norm();
        if (d > 0 && d < reach) push += ((1 - d / reach) * (1 - d / reach) / d) * away;
    }
    push -= push.dot(n) * n;
    push *= kRepelStep * spacing;
    const float length = push.norm();
    if (length > kLongestMove * spacing) push *= kLongestMove * spacing / length;
    return x + push;
}

/// Moves every point a little along the surface, away from its neighbours. All moves are found before any is made.
void relax(const SurfaceField& field, const NearLists& lists, float spacing, std::vector<Vec3f>& points)
{
    const std::vector<Vec3f> before = points;
    forRanges(points.size(), 256, [&](std::size_t begin, std::size_t end) {
        std::vector<SurfaceSample> seen(end - begin);
        field(Span<const Vec3f>(before).subspan(begin, end - begin), seen);
        std::vector<Vec3f> moved(end - begin);
        for (std::size_t i = begin; i < end; ++i)
            moved[i - begin] = repelled(before, lists, i, seen[i - begin].normal, spacing);
        projectOnto(field, kSharpest * spacing, moved, seen);
        for (std::size_t i = begin; i < end; ++i)
            if (std::abs(seen[i - begin].distance) <= kOnSurface * spacing) points[i] = moved[i - begin];
    });
}

SurfacePoints spread(const SurfacePlaces& places, const SurfaceField& field, float spacing)
{
    // A maximal Poisson-disk set, in random order.
    const std::vector<uint32_t> order = stableSortOrder(places.random);
    PointCells first(kDiskRadius * spacing, places.P.size() / 6);
    addUncovered(places.P, order, kDiskRadius * spacing, first);
    std::vector<Vec3f> points = first.points();

    NearLists lists;
    for (int step = 0; step < kRelaxSteps; ++step) {
        if (step % kListSteps == 0) lists = findNear(points, kListReach * spacing);
        relax(field, lists, spacing, points);
    }

    // Close the gaps that moving has opened.
    PointCells last(kSampleCover * spacing, points.size());
    for (const Vec3f& x : points) last.add(x);
    addUncovered(places.P, order, kSampleCover * spacing, last);

    SurfacePoints out;
    out.P = last.points();
    out.N.resize(out.size());
    forRanges(out.size(), kDefaultGrain, [&](std::size_t begin, std::size_t end) {
        std::vector<SurfaceSample> seen(end - begin);
        field(Span<const Vec3f>(out.P).subspan(begin, end - begin), seen);
        for (std::size_t i = begin; i < end; ++i) out.N[i] = seen[i - begin].normal;
    });
    return out;
}

} // namespace

SurfacePoints sampleSurface(const Primitive& shape, float spacing, const std::string& where)
{
    FIRN_ASSERT(spacing > 0);
    if (std::holds_alternative<Plane>(shape))
        throw InputError(where + ": a plane has no end; its surface cannot be sampled all over");
    const AnalyticShape posed{shape, {}};
    const SurfaceField field = [&posed](Span<const Vec3f> x, Span<SurfaceSample> out) { sample(posed, x, out); };
    return spread(placesOn(shape, field, spacing, where), field, spacing);
}

SurfacePoints sampleSurface(const LevelSetSampler& levelSet, float spacing, const std::string& where)
{
    FIRN_ASSERT(spacing > 0);
    const SurfaceField field = [&levelSet](Span<const Vec3f> x, Span<SurfaceSample> out) {
        levelSet.sample({}, x, out);
    };
    return spread(placesOn(levelSet, field, spacing, where), field, spacing);
}

} // namespace firn
