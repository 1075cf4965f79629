#include "grid/BlockRuns.h"

#include "parallel/ForEach.h"
#include "parallel/Scan.h"
#include "parallel/Sort.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr std::size_t kRange = 8192; // particles per task; a run never crosses a range
constexpr float kFarthestNode = float(kFarthestBlock) * kBlockSide;

struct FoundRun {
    Vec3i block;
    ParticleRun run;
    NodeBox box;
};

/// The lowest node along one axis, as a whole number in a float: exact within a million cells of the origin.
inline float lowestNode(float x, const StencilPlace& place)
{
    return std::floor((x * place.inverseCell - kNodeOffset) + place.shift) - 1.0f;
}

inline Vec3i lowestNode(const Vec3f& x, const StencilPlace& place)
{
    return {int32_t(lowestNode(x.x(), place)), int32_t(lowestNode(x.y(), place)), int32_t(lowestNode(x.z(), place))};
}

/// The runs of one range of particles; stops at a particle that cannot be placed and returns its index, or `end`.
std::size_t runsOfRange(Span<const Vec3f> x, const StencilPlace& place, std::size_t begin, std::size_t end,
                        std::vector<FoundRun>& found)
{
    Vec3i current(INT32_MIN, 0, 0);
    for (std::size_t i = begin; i < end; ++i) {
        const float a = lowestNode(x[i].x(), place), b = lowestNode(x[i].y(), place), c = lowestNode(x[i].z(), place);
        const float farthest = std::max({std::abs(a), std::abs(b), std::abs(c)});
        if (!(farthest <= kFarthestNode) || std::isnan(a + b + c)) return i;
        const Vec3i node = Vec3i(int32_t(a), int32_t(b), int32_t(c)), block = blockOf(node);
        if (block != current) {
            if (!found.empty()) found.back().run.end = uint32_t(i);
            found.push_back({block, {uint32_t(i), 0}, {}});
            current = block;
        }
        for (int axis = 0; axis < 3; ++axis) found.back().box.extend(axis, uint8_t(node[axis] & 3));
    }
    if (!found.empty()) found.back().run.end = uint32_t(end);
    return end;
}

} // namespace

std::size_t BlockRuns::build(Span<const Vec3f> x, const StencilPlace& place)
{
    const std::size_t n = x.size(), ranges = (n + kRange - 1) / kRange;
    std::vector<std::vector<FoundRun>> found(ranges);
    std::vector<std::size_t> stopped(ranges);
    forRanges(n, kRange, [&](std::size_t begin, std::size_t end) {
        stopped[begin / kRange] = runsOfRange(x, place, begin, end, found[begin / kRange]);
    });
    for (std::size_t r = 0; r < ranges; ++r)
        if (stopped[r] != std::min(n, (r + 1) * kRange)) return stopped[r];

    std::vector<FoundRun> all;
    for (const auto& runs : found) all.insert(all.end(), runs.begin(), runs.end());
    std::vector<uint64_t> keys(all.size());
    forEach(all.size(), [&](std::size_t i) { keys[i] = blockKey(all[i].block); });
    const auto order = stableSortOrder(keys);

    mRuns.resize(all.size());
    mBlocks.clear();
    mBoxes.clear();
    mFirstRun.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || keys[order[i]] != keys[order[i - 1]]) {
            mBlocks.push_back(all[order[i]].block);
            mBoxes.push_back({});
            mFirstRun.push_back(i);
        }
        mBoxes.back().extend(all[order[i]].box);
        mRuns[i] = all[order[i]].run;
    }
    mFirstRun.push_back(all.size());
    return n;
}

std::vector<uint32_t> BlockRuns::sortedOrder(Span<const Vec3f> x, const StencilPlace& place) const
{
    std::vector<uint32_t> first(mBlocks.size());
    for (std::size_t b = 0; b < mBlocks.size(); ++b)
        for (const ParticleRun& run : runs(b)) first[b] += run.end - run.begin;
    exclusiveScan(first);

    std::vector<uint32_t> order(x.size());
    forEach(
        mBlocks.size(),
        [&](std::size_t b) {
            // Counts the particles of each cell, then deals them out.
            uint32_t next[kBlockNodes + 1] = {first[b]};
            const auto forParticles = [&](auto&& work) {
                for (const ParticleRun& run : runs(b))
                    for (uint32_t i = run.begin; i < run.end; ++i) work(i, placeInBlock(lowestNode(x[i], place)));
            };
            forParticles([&](uint32_t, int cell) { ++next[cell + 1]; });
            for (int cell = 0; cell < kBlockNodes; ++cell) next[cell + 1] += next[cell];
            forParticles([&](uint32_t i, int cell) { order[next[cell]++] = i; });
        },
        8);
    return order;
}

} // namespace firn
