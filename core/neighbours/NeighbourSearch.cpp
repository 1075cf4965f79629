#include "neighbours/NeighbourSearch.h"

#include "base/Error.h"
#include "base/Text.h"
#include "neighbours/PackLanes.h"
#include "parallel/ForEach.h"
#include "parallel/Scan.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace firn {

namespace {

constexpr std::size_t kTask = 2048;       // points per task
constexpr uint32_t kNobody = 0xffffffffu; // no point has this number
constexpr float kFarAway = 1e18f;         // its square is finite and beyond any radius

} // namespace

std::size_t NeighbourSearch::build(Span<const Vec3f> points, float radius)
{
    if (!(radius > 0) || !std::isfinite(radius))
        throw InputError("the radius of a neighbour search is " + toText(radius) + "; it must be above 0");
    const std::size_t placed = mCells.build(points, radius);
    if (placed < points.size()) return placed;
    const std::size_t n = points.size();
    mX.resize(n), mY.resize(n), mZ.resize(n);
    const auto order = mCells.order();
    forEach(n, [&](std::size_t k) {
        const Vec3f& p = points[order[k]];
        mX[k] = p.x(), mY[k] = p.y(), mZ[k] = p.z();
    });
    return n;
}

void NeighbourSearch::gather(const Vec3i& cell, CellTable::Rows& rows, Candidates& near) const
{
    uint32_t begin[9], end[9];
    const int ranges = mCells.rangesAround(cell, rows, begin, end);
    std::size_t count = 0;
    for (int r = 0; r < ranges; ++r) count += end[r] - begin[r];
    near.count = count;
    for (RawArray<float>* a : {&near.x, &near.y, &near.z}) a->resize(count + 8);
    near.index.resize(count + 8);
    const uint32_t* order = mCells.order().data();
    std::size_t at = 0;
    for (int r = 0; r < ranges; ++r) {
        const std::size_t n = end[r] - begin[r];
        std::memcpy(near.x.data() + at, mX.data() + begin[r], n * sizeof(float));
        std::memcpy(near.y.data() + at, mY.data() + begin[r], n * sizeof(float));
        std::memcpy(near.z.data() + at, mZ.data() + begin[r], n * sizeof(float));
        std::memcpy(near.index.data() + at, order + begin[r], n * sizeof(uint32_t));
        at += n;
    }
    for (int k = 0; k < 8; ++k) {
        near.x[count + std::size_t(k)] = near.y[count + std::size_t(k)] = near.z[count + std::size_t(k)] = kFarAway;
        near.index[count + std::size_t(k)] = kNobody;
    }
}

/// Appends the candidates nearer than the radius, but not `own`; returns the new end. Writes up to eight beyond it.
uint32_t* NeighbourSearch::pickNear(const Candidates& near, const Vec3f& x, uint32_t own, uint32_t* out) const
{
    const Simd8 px(x.x()), py(x.y()), pz(x.z()), limit(radius() * radius());
    const auto self = int32_t(own);
    for (std::size_t k = 0; k < near.count; k += 8) {
        const Simd8 dx = Simd8::load(near.x.data() + k) - px, dy = Simd8::load(near.y.data() + k) - py,
                    dz = Simd8::load(near.z.data() + k) - pz;
        Mask8 inside = fma(dx, dx, fma(dy, dy, dz * dz)) < limit;
        Mask8::Raw number;
        std::memcpy(&number, near.index.data() + k, sizeof number);
        inside.raw &= number != self;
        out += packLanes(near.index.data() + k, bitsOf(inside), out);
    }
    return out;
}

/// The lists of all points or places. Tasks write their own lists first, as nobody knows yet how long they are.
template <class PlaceOf, class NumberOf>
void NeighbourSearch::searchAll(std::size_t count, const PlaceOf& placeOf, const NumberOf& numberOf, bool among,
                                NeighbourLists& out)
{
    const std::size_t tasks = (count + kTask - 1) / kTask;
    if (mFound.size() < tasks) mFound.resize(tasks);
    out.first.resize(count + 1);
    uint64_t* first = out.first.data();
    const float inverse = 1 / radius();
    forRanges(count, kTask, [&](std::size_t begin, std::size_t end) {
        Found& found = mFound[begin / kTask];
        Candidates near;
        CellTable::Rows rows;
        Vec3i cell = Vec3i::Constant(std::numeric_limits<int32_t>::min());
        std::size_t used = 0;
        for (std::size_t k = begin; k < end; ++k) {
            const Vec3f x = placeOf(k);
            if (!((x * inverse).array().abs() < kFarthest).all()) { // also NaN
                first[numberOf(k)] = 0;
                continue;
            }
            const Vec3i here = mCells.cellOf(x);
            if (here != cell) gather(here, rows, near), cell = here;
            if (found.index.size() < used + near.count + 8) { // keeps what is there
                RawArray<uint32_t> longer;
                longer.resize(std::max<std::size_t>(2 * (used + near.count), 48 * kTask));
                if (used > 0) std::memcpy(longer.data(), found.index.data(), used * sizeof(uint32_t));
                found.index = std::move(longer);
            }
            uint32_t* const list = found.index.data() + used;
            const uint32_t own = among ? uint32_t(numberOf(k)) : kNobody;
            const auto n = std::size_t(pickNear(near, x, own, list) - list);
            first[numberOf(k)] = n;
            used += n;
        }
        found.count = used;
    });
    first[count] = 0;
    out.index.resize(std::size_t(exclusiveScan(Span<uint64_t>(out.first.data(), count + 1))));
    forRanges(count, kTask, [&](std::size_t begin, std::size_t end) {
        const uint32_t* from = mFound[begin / kTask].index.data();
        for (std::size_t k = begin; k < end; ++k) {
            const std::size_t i = numberOf(k), n = std::size_t(first[i + 1] - first[i]);
            if (n > 0) std::memcpy(out.index.data() + first[i], from, n * sizeof(uint32_t));
            from += n;
        }
    });
}

void NeighbourSearch::findNeighbours(NeighbourLists& out)
{
    const auto order = mCells.order();
    searchAll(
        pointCount(), [&](std::size_t k) { return Vec3f(mX[k], mY[k], mZ[k]); },
        [&](std::size_t k) { return std::size_t(order[k]); }, true, out);
}

void NeighbourSearch::findNeighbours(Span<const Vec3f> places, NeighbourLists& out)
{
    searchAll(
        places.size(), [&](std::size_t k) { return places[k]; }, [](std::size_t k) { return k; }, false, out);
}

} // namespace firn
