// Points sorted into cubic cells, and the way from a cell to the points near it.
#pragma once

#include "base/Types.h"
#include "neighbours/RawArray.h"

#include <cstdint>
#include <vector>

namespace firn {

/// The cells that hold points, in an order in which the cells of a row along x follow one another and rows that are
/// near each other are near in memory: rows are grouped in tiles of 8 x 8.
class CellTable {
public:
    /// Sorts the points into cells of that side (m). Returns the first point that is not finite or more than half a
    /// million cells from the origin, and then holds nothing; or the number of points.
    std::size_t build(Span<const Vec3f> points, float side);

    /// Points in the order of their cells, those of one cell in the order given: order[k] is a point's number.
    Span<const uint32_t> order() const { return mOrder; }
    bool alreadySorted() const { return mSorted; }

    /// Places where a point lies in another cell than the one before it, in the order given: how far from sorted.
    std::size_t runCount() const { return mRuns; }
    std::size_t cellCount() const { return mCellFirst.size() == 0 ? 0 : mCellFirst.size() - 1; }
    std::size_t pointCount() const { return mOrder.size(); }
    float side() const { return mSide; }

    /// In double, so that a point far from the origin is not put into the cell next door.
    Vec3i cellOf(const Vec3f& x) const { return (x.cast<double>() * mInverseSide).array().floor().cast<int32_t>(); }

    /// True when no point lies in the cell or beside it, judged from the box around all cells.
    bool farFromAll(const Vec3i& cell) const
    {
        return (cell.array() < mLower.array() - 1).any() || (cell.array() > mUpper.array() + 1).any();
    }

    /// Remembers the nine rows around the last cell asked for, so that the next one in the row is found at once.
    struct Rows {
        Vec3i cell = Vec3i::Constant(INT32_MIN);
        uint32_t begin[9] = {}, end[9] = {}; ///< cells of each row
    };

    /// The points of the 27 cells in and around a cell, as up to nine ranges of order(); returns how many ranges.
    int rangesAround(const Vec3i& cell, Rows& rows, uint32_t (&begin)[9], uint32_t (&end)[9]) const;

private:
    uint64_t rowKey(int32_t y, int32_t z) const;
    uint64_t keyOf(const Vec3i& cell) const;
    void findCells(const std::vector<uint64_t>& keys);
    void findRows(const Vec3i& cell, Rows& rows) const;

    float mSide = 1;
    double mInverseSide = 1;
    Vec3i mLower = Vec3i::Zero(), mUpper = Vec3i::Constant(-1); ///< cells
    Vec3i mOrigin = Vec3i::Zero();                              ///< cell that keys count from, on a tile's corner
    int mBitsX = 0, mBitsY = 0;
    bool mSorted = true;
    std::size_t mRuns = 0;
    std::vector<uint32_t> mOrder;
    std::vector<uint32_t> mCellFirst; ///< place in order of each cell's first point; one more at the end
    std::vector<int32_t> mCellX;
    std::vector<uint64_t> mRowKey;
    std::vector<uint32_t> mRowFirst; ///< first cell of each row; one more at the end
};

} // namespace firn
