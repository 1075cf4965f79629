#include "particles/BlockOrder.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "parallel/Sort.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr double kFarthestVoxel = double(1 << 30);
constexpr double kPointsPerVoxel = 8;

/// Each point's block, numbered in the order of first appearance.
std::vector<uint64_t> numberBlocks(const std::vector<Vec3i>& voxels, std::vector<BlockOrder::Block>& blocks)
{
    BlockNumbers numbers;
    std::vector<uint64_t> keys(voxels.size());
    Vec3i last = Vec3i::Constant(INT32_MAX);
    uint64_t number = 0;
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        const Vec3i origin(voxels[i].x() & ~7, voxels[i].y() & ~7, voxels[i].z() & ~7);
        if (origin != last) {
            const auto [found, added] = numbers.emplace(origin, blocks.size());
            if (added) blocks.push_back({origin});
            number = found->second;
            last = origin;
        }
        keys[i] = number << 9 | BlockOrder::offsetInBlock(voxels[i]);
        ++blocks[number].end;
    }
    return keys;
}

} // namespace

BlockOrder blockOrder(Span<const Vec3f> points, double voxelSize)
{
    BlockOrder result;
    result.voxelSize = voxelSize;
    const double farthest = kFarthestVoxel * voxelSize;
    // maxCoeff() may pass over what is not a number.
    const std::size_t wrong = firstWhere(points.size(), [&](std::size_t i) {
        return !points[i].allFinite() || !(points[i].cast<double>().cwiseAbs().maxCoeff() < farthest);
    });
    if (wrong < points.size())
        throw InputError("particle " + std::to_string(wrong) + " is at " + toText(points[wrong].x()) + " " +
                         toText(points[wrong].y()) + " " + toText(points[wrong].z()) +
                         ", which a grid with voxels of " + toText(voxelSize) + " m cannot hold");
    result.voxels.resize(points.size());
    forEach(points.size(), [&](std::size_t i) {
        for (int k = 0; k < 3; ++k) result.voxels[i][k] = int32_t(std::floor(double(points[i][k]) / voxelSize + 0.5));
    });
    const auto keys = numberBlocks(result.voxels, result.blocks);
    result.order = stableSortOrder(keys);
    std::size_t begin = 0;
    for (auto& block : result.blocks) {
        block.begin = begin;
        begin = block.end += begin;
    }
    return result;
}

double voxelSizeFor(Span<const Vec3f> points)
{
    if (points.empty()) return 1;
    // The middle nine tenths of a sample along each axis, so that a few strays do not stretch the voxels.
    constexpr std::size_t kSample = 20000;
    const std::size_t stride = std::max<std::size_t>(1, points.size() / kSample);
    Vec3d extent;
    double farthest = 0;
    for (int k = 0; k < 3; ++k) {
        std::vector<double> sample;
        for (std::size_t i = 0; i < points.size(); i += stride)
            if (std::isfinite(points[i][k])) sample.push_back(points[i][k]);
        std::sort(sample.begin(), sample.end());
        const std::size_t n = sample.size();
        extent[k] = n == 0 ? 0 : sample[n - 1 - n / 20] - sample[n / 20];
        farthest = std::max(farthest,
                            maxOf(points.size(), 0.0, [&](std::size_t i) { return std::abs(double(points[i][k])); }));
    }
    const double longest = extent.maxCoeff();
    // At least so large that the farthest point still has a voxel.
    const double least = std::isfinite(farthest) ? 2 * farthest / kFarthestVoxel : 0;
    if (!(longest > 0)) return std::max(1.0, least);
    const Vec3d thick = extent.cwiseMax(1e-3 * longest);
    const double volume = thick.prod() * kPointsPerVoxel / (0.729 * double(points.size()));
    return std::max(std::cbrt(volume), std::max(least, 1e-6 * longest));
}

} // namespace firn
