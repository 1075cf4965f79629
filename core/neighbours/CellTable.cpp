#include "neighbours/CellTable.h"

#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "parallel/Scan.h"
#include "parallel/Sort.h"

#include <algorithm>
#include <numeric>

namespace firn {

namespace {

constexpr float kMostCells = 1 << 19; // so that a key has at most 63 bits
constexpr int kTileBits = 3;          // tiles of 8 x 8 rows

int bitsFor(int32_t most)
{
    int bits = 0;
    while (most >> bits) ++bits;
    return bits;
}

struct CellBox {
    Vec3i lower = Vec3i::Constant(INT32_MAX), upper = Vec3i::Constant(INT32_MIN);
};

/// The places k of [1, count) where differs(k) holds, in order, behind a 0.
template <class Differs> void placesWhere(std::size_t count, const Differs& differs, std::vector<uint32_t>& places)
{
    const std::size_t ranges = (count + kReduceRange - 1) / kReduceRange;
    std::vector<uint32_t> found(ranges, 0);
    forRanges(count, kReduceRange, [&](std::size_t begin, std::size_t end) {
        uint32_t n = 0;
        for (std::size_t k = begin; k < end; ++k) n += k == 0 || differs(k);
        found[begin / kReduceRange] = n;
    });
    places.resize(std::size_t(exclusiveScan(Span<uint32_t>(found))));
    forRanges(count, kReduceRange, [&](std::size_t begin, std::size_t end) {
        uint32_t n = found[begin / kReduceRange];
        for (std::size_t k = begin; k < end; ++k)
            if (k == 0 || differs(k)) places[n++] = uint32_t(k);
    });
}

} // namespace

std::size_t CellTable::build(Span<const Vec3f> points, float side)
{
    const std::size_t n = points.size();
    *this = CellTable();
    mSide = side;
    mInverseSide = 1 / double(side);
    // Not (within): holds for NaN too.
    const auto inverse = float(mInverseSide);
    const std::size_t bad =
        firstWhere(n, [&](std::size_t i) { return !((points[i] * inverse).array().abs() < kMostCells).all(); });
    if (bad < n || n == 0) return bad;

    const CellBox box = reduceRanges(
        n, CellBox(),
        [&](std::size_t begin, std::size_t end) {
            CellBox b;
            for (std::size_t i = begin; i < end; ++i) {
                const Vec3i c = cellOf(points[i]);
                b.lower = b.lower.cwiseMin(c), b.upper = b.upper.cwiseMax(c);
            }
            return b;
        },
        [](const CellBox& a, const CellBox& b) {
            return CellBox{a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)};
        });
    mLower = box.lower, mUpper = box.upper;
    // Two cells of room on every side, so that the rows around a cell beside the box have keys too.
    for (int k = 0; k < 3; ++k) mOrigin[k] = ((box.lower[k] - 2) >> kTileBits) * (1 << kTileBits);
    const Vec3i extent = box.upper + Vec3i::Constant(2) - mOrigin;
    mBitsX = bitsFor(extent.x());
    mBitsY = std::max(bitsFor(extent.y()), kTileBits);

    std::vector<uint64_t> keys(n);
    forEach(n, [&](std::size_t i) { keys[i] = keyOf(cellOf(points[i])); });
    struct Order {
        std::size_t runs = 0;
        bool sorted = true;
    };
    const Order order = reduceRanges(
        n, Order(),
        [&](std::size_t begin, std::size_t end) {
            Order o;
            for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
                o.runs += keys[i] != keys[i - 1];
                o.sorted &= keys[i] >= keys[i - 1];
            }
            return o;
        },
        [](const Order& a, const Order& b) {
            return Order{a.runs + b.runs, a.sorted && b.sorted};
        });
    mRuns = order.runs + 1;
    mSorted = order.sorted;
    if (mSorted) {
        mOrder.resize(n);
        std::iota(mOrder.begin(), mOrder.end(), 0u);
    } else {
        mOrder = stableSortOrder(keys);
    }
    findCells(keys);
    return n;
}

void CellTable::findCells(const std::vector<uint64_t>& keys)
{
    const std::size_t n = keys.size();
    const auto keyAt = [&](std::size_t k) { return keys[mOrder[k]]; };
    placesWhere(
        n, [&](std::size_t k) { return keyAt(k) != keyAt(k - 1); }, mCellFirst);
    const std::size_t cells = mCellFirst.size();
    const auto rowAt = [&](std::size_t c) { return keyAt(mCellFirst[c]) >> mBitsX; };
    mCellX.resize(cells);
    const uint64_t low = (uint64_t(1) << mBitsX) - 1;
    forEach(cells, [&](std::size_t c) { mCellX[c] = mOrigin.x() + int32_t(keyAt(mCellFirst[c]) & low); });
    placesWhere(
        cells, [&](std::size_t c) { return rowAt(c) != rowAt(c - 1); }, mRowFirst);
    mRowKey.resize(mRowFirst.size());
    forEach(mRowKey.size(), [&](std::size_t r) { mRowKey[r] = rowAt(mRowFirst[r]); });
    mCellFirst.push_back(uint32_t(n));
    mRowFirst.push_back(uint32_t(cells));
}

/// From the high bits: tile along z, tile along y, row in the tile along z, along y.
uint64_t CellTable::rowKey(int32_t y, int32_t z) const
{
    const auto u = uint64_t(uint32_t(y - mOrigin.y())), w = uint64_t(uint32_t(z - mOrigin.z()));
    const uint64_t low = (1 << kTileBits) - 1;
    const uint64_t tile = ((w >> kTileBits) << (mBitsY - kTileBits)) | (u >> kTileBits);
    return (tile << (2 * kTileBits)) | ((w & low) << kTileBits) | (u & low);
}

uint64_t CellTable::keyOf(const Vec3i& cell) const
{
    return (rowKey(cell.y(), cell.z()) << mBitsX) | uint64_t(uint32_t(cell.x() - mOrigin.x()));
}

void CellTable::findRows(const Vec3i& cell, Rows& rows) const
{
    for (int k = 0; k < 9; ++k) {
        const uint64_t key = rowKey(cell.y() + k % 3 - 1, cell.z() + k / 3 - 1);
        const auto at = std::lower_bound(mRowKey.begin(), mRowKey.end(), key);
        const bool there = at != mRowKey.end() && *at == key;
        const auto r = std::size_t(at - mRowKey.begin());
        rows.begin[k] = there ? mRowFirst[r] : 0;
        rows.end[k] = there ? mRowFirst[r + 1] : 0;
    }
}

int CellTable::rangesAround(const Vec3i& cell, Rows& rows, uint32_t (&begin)[9], uint32_t (&end)[9]) const
{
    if (mCellX.empty() || farFromAll(cell)) return 0;
    if (rows.cell.y() != cell.y() || rows.cell.z() != cell.z()) findRows(cell, rows);
    rows.cell = cell;
    int ranges = 0;
    for (int k = 0; k < 9; ++k) {
        const int32_t *first = mCellX.data() + rows.begin[k], *last = mCellX.data() + rows.end[k];
        const int32_t* from = std::lower_bound(first, last, cell.x() - 1);
        const int32_t* to = from;
        while (to != last && *to <= cell.x() + 1) ++to;
        if (from == to) continue;
        begin[ranges] = mCellFirst[std::size_t(from - mCellX.data())];
        end[ranges++] = mCellFirst[std::size_t(to - mCellX.data())];
    }
    return ranges;
}

} // namespace firn
