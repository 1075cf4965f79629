// Where particles are, coarsely: which parts of a collider's surface any of them can feel.
#pragma once

#include "base/Span.h"
#include "geometry/CellMap.h"

#include <vector>

namespace firn {

/// The cells of edge `reach` that hold a particle, and all cells next to them: every point within reach of a particle
/// is in one, and no point of one is farther from a particle than 2 sqrt(3) times the reach.
class OccupiedCells {
public:
    OccupiedCells(Span<const Vec3f> particles, float reach);

    double edge() const { return mEdge; } ///< m
    CellIndex cellOf(const Vec3d& x) const { return cellAt(x, mPerEdge); }
    bool contains(const Vec3d& x) const { return mMap.find(cellOf(x)) != CellMap::kNone; }

    /// False only when no cell comes near the ball.
    bool touches(const Vec3d& centre, double radius) const;

    /// All of them, sorted by z, y, x.
    const std::vector<CellIndex>& cells() const { return mCells; }

private:
    double mEdge, mPerEdge;
    CellMap mMap;
    std::vector<CellIndex> mCells;
    CellIndex mLower = CellIndex::Constant(1), mUpper = CellIndex::Zero();
};

} // namespace firn
