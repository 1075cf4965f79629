#include "colliders/OccupiedCells.h"

#include "base/Error.h"
#include "parallel/ForEach.h"

#include <algorithm>

namespace firn {
namespace {

constexpr std::size_t kParticlesPerTask = 8192;

/// The cells of a range of particles, those that repeat the one before left out: neighbours in memory are neighbours
/// in space.
std::vector<CellIndex> cellsOf(Span<const Vec3f> particles, double perEdge)
{
    std::vector<CellIndex> cells;
    for (const Vec3f& x : particles) {
        const CellIndex cell = cellAt(x, perEdge);
        if (cells.empty() || cells.back() != cell) cells.push_back(cell);
    }
    return cells;
}

} // namespace

OccupiedCells::OccupiedCells(Span<const Vec3f> particles, float reach) : mEdge(reach), mPerEdge(1.0 / reach)
{
    FIRN_ASSERT(reach > 0);
    std::vector<std::vector<CellIndex>> parts((particles.size() + kParticlesPerTask - 1) / kParticlesPerTask);
    forRanges(particles.size(), kParticlesPerTask, [&](std::size_t begin, std::size_t end) {
        parts[begin / kParticlesPerTask] = cellsOf(particles.subspan(begin, end - begin), mPerEdge);
    });

    // Every cell once, then its neighbours.
    CellMap held;
    std::vector<CellIndex> unique;
    for (const auto& part : parts)
        for (const CellIndex& cell : part)
            if (held.exchange(cell, 0) == CellMap::kNone) unique.push_back(cell);
    for (const CellIndex& cell : unique) {
        for (int n = 0; n < 27; ++n) {
            const CellIndex near = cell + CellIndex(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
            if (mMap.exchange(near, 0) == CellMap::kNone) mCells.push_back(near);
        }
    }

    // In an order that does not hang on the particles' order.
    std::sort(mCells.begin(), mCells.end(), [](const CellIndex& a, const CellIndex& b) {
        if (a.z() != b.z()) return a.z() < b.z();
        return a.y() != b.y() ? a.y() < b.y() : a.x() < b.x();
    });
    if (mCells.empty()) return;
    mLower = mUpper = mCells[0];
    for (const CellIndex& cell : mCells) {
        mLower = mLower.cwiseMin(cell);
        mUpper = mUpper.cwiseMax(cell);
    }
}

bool OccupiedCells::touches(const Vec3d& centre, double radius) const
{
    if (mCells.empty()) return false;
    const CellIndex lower = cellOf(centre.array() - radius).cwiseMax(mLower);
    const CellIndex upper = cellOf(centre.array() + radius).cwiseMin(mUpper);
    if ((lower.array() > upper.array()).any()) return false;
    constexpr double kMostLooks = 512; // beyond, looking costs more than it saves
    if (((upper - lower).cast<double>().array() + 1.0).prod() > kMostLooks) return true;
    for (int z = lower.z(); z <= upper.z(); ++z)
        for (int y = lower.y(); y <= upper.y(); ++y)
            for (int x = lower.x(); x <= upper.x(); ++x)
                if (mMap.find(CellIndex(x, y, z)) != CellMap::kNone) return true;
    return false;
}

} // namespace firn
