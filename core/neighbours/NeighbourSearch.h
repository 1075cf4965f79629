// Finds the points within a radius: of each other, of other points, or of one place.
#pragma once

#include "neighbours/CellTable.h"
#include "neighbours/NeighbourLists.h"

#include <vector>

namespace firn {

/// Built once for a set of points, then asked. The lists hang on the points and their order alone: the neighbours of a
/// point come row by row of cells, and within a cell in the order the points were given.
/// Fastest when the points are sorted by cell (see order()); any order is allowed.
class NeighbourSearch {
public:
    /// Sorts the points into cells. `radius` is in m, above 0. Returns the first point that is not finite or more than
    /// half a million radii from the origin, and then holds nothing; or the number of points.
    std::size_t build(Span<const Vec3f> points, float radius);

    float radius() const { return mCells.side(); }
    std::size_t pointCount() const { return mCells.pointCount(); }

    /// The order that sorts the points by cell, and how far from it they are (see CellTable).
    Span<const uint32_t> order() const { return mCells.order(); }
    bool alreadySorted() const { return mCells.alreadySorted(); }
    std::size_t runCount() const { return mCells.runCount(); }
    std::size_t cellCount() const { return mCells.cellCount(); }

    /// For each point the others nearer than the radius; a point is never its own neighbour.
    void findNeighbours(NeighbourLists& out);

    /// For each of these places the points nearer than the radius. Places may be anywhere, also not finite: then there
    /// is nobody near.
    void findNeighbours(Span<const Vec3f> places, NeighbourLists& out);

    /// Calls visit(point, squared distance) for the points nearer than the radius to one place. Callable from several
    /// threads.
    template <class Visit> void visitNear(const Vec3f& x, Visit&& visit) const
    {
        if (!((x / radius()).array().abs() < kFarthest).all()) return;
        CellTable::Rows rows;
        uint32_t begin[9], end[9];
        const int ranges = mCells.rangesAround(mCells.cellOf(x), rows, begin, end);
        const float limit = radius() * radius();
        for (int r = 0; r < ranges; ++r)
            for (uint32_t k = begin[r]; k < end[r]; ++k) {
                const Vec3f d = Vec3f(mX[k], mY[k], mZ[k]) - x;
                if (d.squaredNorm() < limit) visit(mCells.order()[k], d.squaredNorm());
            }
    }

private:
    static constexpr float kFarthest = 1 << 20; // cells: what an int32 holds with room to spare

    /// What a task finds: the lists of a range of points, one behind the other.
    struct Found {
        RawArray<uint32_t> index;
        std::size_t count = 0;
    };

    /// The points in and around a cell, side by side, padded with points that are near nobody.
    struct Candidates {
        RawArray<float> x, y, z;
        RawArray<uint32_t> index;
        std::size_t count = 0;
    };
    void gather(const Vec3i& cell, CellTable::Rows& rows, Candidates& near) const;
    uint32_t* pickNear(const Candidates& near, const Vec3f& x, uint32_t own, uint32_t* out) const;
    template <class PlaceOf, class NumberOf>
    void searchAll(std::size_t count, const PlaceOf& placeOf, const NumberOf& numberOf, bool among,
                   NeighbourLists& out);

    CellTable mCells;
    RawArray<float> mX, mY, mZ; ///< points in the order of their cells
    std::vector<Found> mFound;  ///< scratch, kept for the next search
};

} // namespace firn
