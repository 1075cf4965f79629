// A map from the cells of a lattice to numbers: open addressing, no order, cheap to ask.
#pragma once

#include "base/Hash.h"
#include "base/Types.h"

#include <utility>
#include <vector>

namespace firn {

using CellIndex = Eigen::Matrix<int32_t, 3, 1>;

/// The cell of a given edge that holds a point. Points farther from the origin than 2^30 cells count as that far.
inline CellIndex cellAt(const Vec3d& x, double perEdge)
{
    constexpr double kFarthest = 0x1p30;
    return (x.array() * perEdge).floor().min(kFarthest).max(-kFarthest).cast<int32_t>();
}
inline CellIndex cellAt(const Vec3f& x, double perEdge) { return cellAt(Vec3d(x.cast<double>()), perEdge); }

class CellMap {
public:
    static constexpr uint32_t kNone = ~uint32_t(0);

    explicit CellMap(std::size_t expected = 0) { resize(capacityFor(expected)); }

    /// The number of a cell, kNone when it has none.
    uint32_t find(const CellIndex& cell) const
    {
        for (std::size_t at = place(cell);; at = (at + 1) & mMask) {
            if (mSlots[at].value == kNone) return kNone;
            if (mSlots[at].cell == cell) return mSlots[at].value;
        }
    }

    /// Gives a cell a number (not kNone) and returns the one that it had before, or kNone.
    uint32_t exchange(const CellIndex& cell, uint32_t value)
    {
        if (2 * (mSize + 1) > mSlots.size()) resize(2 * mSlots.size());
        std::size_t at = place(cell);
        for (; mSlots[at].value != kNone; at = (at + 1) & mMask)
            if (mSlots[at].cell == cell) return std::exchange(mSlots[at].value, value);
        mSlots[at] = {cell, value};
        ++mSize;
        return kNone;
    }

    std::size_t size() const { return mSize; } ///< cells that have a number

private:
    struct Slot {
        CellIndex cell = CellIndex::Zero();
        uint32_t value = kNone;
    };
    static std::size_t capacityFor(std::size_t expected)
    {
        std::size_t capacity = 16;
        while (capacity < 2 * expected + 2) capacity *= 2;
        return capacity;
    }
    std::size_t place(const CellIndex& c) const
    {
        return std::size_t(mix(mix(uint32_t(c.x()), uint32_t(c.y())), uint32_t(c.z()))) & mMask;
    }
    void resize(std::size_t capacity)
    {
        std::vector<Slot> old(capacity);
        old.swap(mSlots);
        mMask = capacity - 1;
        for (const Slot& slot : old) {
            if (slot.value == kNone) continue;
            std::size_t at = place(slot.cell);
            while (mSlots[at].value != kNone) at = (at + 1) & mMask;
            mSlots[at] = slot;
        }
    }

    std::vector<Slot> mSlots;
    std::size_t mMask = 0;
    std::size_t mSize = 0;
};

} // namespace firn
