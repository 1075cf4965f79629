#include "sph/Pieces.h"

#include "parallel/ForEach.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace firn::sph {

namespace {

constexpr std::size_t kRange = 1 << 15; // particles that a task joins among themselves

/// Joins sets of indices; a set's root is its least index, so the sets do not depend on the order of joining.
class Sets {
public:
    explicit Sets(RawArray<uint32_t>& parent) : mParent(parent) {}

    uint32_t root(uint32_t i)
    {
        while (mParent[i] != i) i = mParent[i] = mParent[mParent[i]];
        return i;
    }
    void join(uint32_t a, uint32_t b)
    {
        if (mParent[a] == mParent[b]) return; // most often
        a = root(a), b = root(b);
        if (a != b) mParent[std::max(a, b)] = std::min(a, b);
    }

private:
    RawArray<uint32_t>& mParent;
};

} // namespace

bool findPieces(const StepData& data, Pieces& pieces)
{
    if (data.boundary.samples.size() == 0) return false;
    const std::size_t n = data.count();
    pieces.of.resize(n), pieces.held.resize(n);
    Sets sets(pieces.of);
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> across((n + kRange - 1) / kRange);
    forRanges(n, kRange, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) pieces.of[i] = uint32_t(i), pieces.held[i] = 0;
        for (std::size_t i = begin; i < end; ++i)
            for (const uint32_t j : data.near.lists.of(i)) {
                if (j >= i) continue; // the other one does it
                if (j >= begin)
                    sets.join(uint32_t(i), j);
                else
                    across[begin / kRange].emplace_back(uint32_t(i), j);
            }
    });
    for (const auto& pairs : across)
        for (const auto& [i, j] : pairs) sets.join(i, j);
    bool any = false;
    for (std::size_t i = 0; i < n; ++i) {
        pieces.of[i] = pieces.of[pieces.of[i]]; // its parent's root is known by now
        if (data.boundary.ofSnow.count(i) == 0) continue;
        pieces.held[pieces.of[i]] = 1;
        any = true;
    }
    return any;
}

} // namespace firn::sph
