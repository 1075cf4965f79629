#include "geometry/SurfacePlaces.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/LevelSetGrid.h"
#include "math/Random.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <cmath>

namespace firn {
namespace {

constexpr double kMostPlaces = 4e8;    // about fifteen per sample: gigabytes, and minutes
constexpr double kPlaceEdge = 1.0 / 3; // spacings: fine enough for the density not to hang on it
constexpr int kNewtonSteps = 8;
constexpr double kHalfDiagonal = 0.8660254;
constexpr double kTrust = 1.1; // how much a field may overstate distances
constexpr int kBlock = 4;      // cells along a block's edge
constexpr std::size_t kBlocksPerTask = 64;
constexpr uint64_t kSeed = 0x5eed0b0d;

[[noreturn]] void refuse(float spacing, const std::string& where)
{
    throw InputError(where + ": its surface is too large to be covered with boundary samples " + toText(spacing) +
                     " m apart; raise the particle size, use a plane, or cut away what snow never reaches");
}

/// Runs work(item, places) for all items and joins what they found, in their order.
template <class Work> SurfacePlaces gather(std::size_t items, float spacing, const std::string& where, Work&& work)
{
    std::vector<SurfacePlaces> parts((items + kBlocksPerTask - 1) / kBlocksPerTask);
    forRanges(items, kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) work(i, parts[begin / kBlocksPerTask]);
    });
    std::size_t total = 0;
    for (const auto& part : parts) total += part.P.size();
    if (double(total) > kMostPlaces) refuse(spacing, where);
    SurfacePlaces all;
    all.P.reserve(total);
    all.random.reserve(total);
    for (const auto& part : parts) {
        all.P.insert(all.P.end(), part.P.begin(), part.P.end());
        all.random.insert(all.random.end(), part.random.begin(), part.random.end());
    }
    return all;
}

uint64_t randomOf(int64_t x, int64_t y, int64_t z, uint64_t part)
{
    return randomBits(mix(kSeed, uint64_t(x)), uint64_t(y), uint64_t(z), part);
}

/// Keeps those points within `reach` of the surface that arrive on it.
void keepOnSurface(const SurfaceField& field, double reach, float spacing, SurfacePlaces& tried, SurfacePlaces& kept)
{
    std::vector<SurfaceSample> seen(tried.P.size());
    field(tried.P, seen);
    std::size_t near = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!(std::abs(seen[i].distance) <= reach)) continue;
        tried.P[near] = tried.P[i];
        tried.random[near++] = tried.random[i];
    }
    projectOnto(field, kSharpest * spacing, Span<Vec3f>(tried.P.data(), near), Span<SurfaceSample>(seen.data(), near));
    for (std::size_t i = 0; i < near; ++i) {
        if (!(std::abs(seen[i].distance) <= kOnSurface * spacing)) continue;
        kept.P.push_back(tried.P[i]);
        kept.random.push_back(tried.random[i]);
    }
    tried.P.clear();
    tried.random.clear();
}

using Cell64 = Eigen::Matrix<int64_t, 3, 1>;

/// Cuts a cube of 2^level blocks down to the blocks that the surface may pass.
void findBlocks(const SurfaceField& field, const Cell64& block, int level, double blockEdge, std::vector<Cell64>& out)
{
    const double edge = blockEdge * double(int64_t(1) << level);
    const Vec3f centre = (block.cast<double>() * blockEdge + Vec3d::Constant(0.5 * edge)).cast<float>();
    SurfaceSample seen;
    field({&centre, 1}, {&seen, 1});
    if (std::abs(seen.distance) > kTrust * kHalfDiagonal * edge) return;
    if (level == 0) return out.push_back(block);
    for (int child = 0; child < 8; ++child) {
        const Cell64 half = Cell64(child & 1, child >> 1 & 1, child >> 2) * (int64_t(1) << (level - 1));
        findBlocks(field, block + half, level - 1, blockEdge, out);
    }
}

} // namespace

void projectOnto(const SurfaceField& field, float tolerance, Span<Vec3f> x, Span<SurfaceSample> out)
{
    field(x, out);
    for (int step = 0; step < kNewtonSteps; ++step) {
        bool moved = false;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (std::abs(out[i].distance) <= tolerance) continue;
            x[i] -= out[i].distance * out[i].normal;
            moved = true;
        }
        if (!moved) return;
        field(x, out);
    }
}

SurfacePlaces placesOn(const Primitive& shape, const SurfaceField& field, float spacing, const std::string& where)
{
    const double edge = kPlaceEdge * spacing, blockEdge = kBlock * edge;
    const Vec3d half = boundsOf(AnalyticShape{shape, {}}).upper.cast<double>();                // shapes are symmetric
    const double area = 8 * (half.x() * half.y() + half.y() * half.z() + half.z() * half.x()); // at most
    if (!(area < 0.25 * kMostPlaces * edge * edge)) refuse(spacing, where);
    const double size = half.maxCoeff() + edge;
    int level = 0;
    while (blockEdge * double(int64_t(1) << level) < size) ++level;

    std::vector<Cell64> blocks;
    for (int corner = 0; corner < 8; ++corner) {
        const Cell64 first = Cell64(corner & 1, corner >> 1 & 1, corner >> 2).array() - 1;
        findBlocks(field, first * (int64_t(1) << level), level, blockEdge, blocks);
    }

    return gather(blocks.size(), spacing, where, [&](std::size_t b, SurfacePlaces& kept) {
        SurfacePlaces tried;
        for (int c = 0; c < kBlock * kBlock * kBlock; ++c) {
            const Cell64 cell = blocks[b] * kBlock + Cell64(c % kBlock, c / kBlock % kBlock, c / kBlock / kBlock);
            tried.P.push_back(((cell.cast<double>().array() + 0.5) * edge).matrix().cast<float>());
            tried.random.push_back(randomOf(cell.x(), cell.y(), cell.z(), 0));
        }
        keepOnSurface(field, kTrust * kHalfDiagonal * edge, spacing, tried, kept);
    });
}

SurfacePlaces placesOn(const LevelSetSampler& levelSet, const SurfaceField& field, float spacing,
                       const std::string& where)
{
    // Each voxel of the band is cut into cells, or one in several voxels is used, until cells are small enough.
    const openvdb::FloatGrid& grid = *levelSet.levelSet().grid().distance;
    const double voxel = levelSet.voxelSize();
    const double wanted = kPlaceEdge * spacing / voxel; // voxels
    const double band = levelSet.band() / voxel;
    int stride = 1;
    while (stride < 8 && 2 * stride <= wanted && 2 * stride * kHalfDiagonal * kTrust < band) stride *= 2;
    const double cuts = std::ceil(1 / wanted - 1e-6);
    if (cuts > 256) refuse(spacing, where);
    const int perVoxel = std::max(1, int(cuts));
    const double edge = double(stride) / perVoxel; // voxels
    const double reach = kTrust * kHalfDiagonal * edge * voxel;
    const double voxelReach = (reach + kHalfDiagonal * voxel) / levelSet.scale(); // of a voxel's own value

    std::vector<const openvdb::FloatTree::LeafNodeType*> leaves;
    grid.tree().getNodes(leaves);
    return gather(leaves.size(), spacing, where, [&](std::size_t l, SurfacePlaces& kept) {
        SurfacePlaces tried;
        for (openvdb::Index n = 0; n < openvdb::FloatTree::LeafNodeType::SIZE; ++n) {
            const openvdb::Coord at = leaves[l]->offsetToGlobalCoord(n);
            if ((at.x() | at.y() | at.z()) & (stride - 1)) continue;
            if (!(std::abs(leaves[l]->getValue(n)) <= kTrust * voxelReach)) continue;
            for (int c = 0; c < perVoxel * perVoxel * perVoxel; ++c) {
                const openvdb::Vec3d part((c % perVoxel + 0.5) / perVoxel - 0.5,
                                          (c / perVoxel % perVoxel + 0.5) / perVoxel - 0.5,
                                          (c / perVoxel / perVoxel + 0.5) / perVoxel - 0.5);
                const openvdb::Vec3d x = grid.indexToWorld(at.asVec3d() + part) * double(levelSet.scale());
                tried.P.push_back(Vec3d(x.x(), x.y(), x.z()).cast<float>());
                tried.random.push_back(randomOf(at.x(), at.y(), at.z(), uint64_t(c)));
            }
            if (tried.P.size() > 4096) keepOnSurface(field, reach, spacing, tried, kept);
        }
        keepOnSurface(field, reach, spacing, tried, kept);
    });
}

} // namespace firn
