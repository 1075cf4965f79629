#include "surface/SurfaceField.h"

#include "base/Error.h"
#include "base/Text.h"
#include "math/SphKernel.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace firn {

namespace {

/// 4 GB of values: a finer surface is a mistake rather than a wish.
constexpr std::size_t kMostBlocks = (std::size_t(1) << 30) / std::tuple_size_v<FieldBlock>;

/// Blended balls are this much larger than the particles: the mean of the centres near the surface lies below its
/// outermost layer. Measured on a flat boundary, where it puts the surface half a spacing outside that layer.
constexpr float kBlendedRadius = 1.17f;

/// Share of the kernels' sum inside the snow at which its surface lies: half, since half a ball around a point of a
/// flat boundary is snow.
constexpr float kSurfaceShare = 0.5f;

/// Every block that holds a voxel in reach of a particle, with room for the blur and the level set's band.
std::vector<Vec3i> blocksAround(const SurfaceKernels& kernels, const SurfaceParams& params)
{
    const double margin = kernels.voxelSize * (std::max(double(params.bandVoxels), double(params.smoothing)) + 2);
    std::unordered_set<Vec3i, BlockHash> found;
    for (const auto& bin : kernels.bins.blocks) {
        Box3f box;
        for (std::size_t n = bin.begin; n < bin.end; ++n) {
            const uint32_t i = kernels.bins.order[n];
            const Vec3f reach = kernels.extents[i] + Vec3f::Constant(float(margin));
            box.extend(kernels.centres[i] - reach);
            box.extend(kernels.centres[i] + reach);
        }
        Vec3i first, last;
        double blocks = 1;
        for (int k = 0; k < 3; ++k) {
            first[k] = int(std::floor(double(box.lower[k]) / kernels.voxelSize)) & ~7;
            last[k] = int(std::ceil(double(box.upper[k]) / kernels.voxelSize)) & ~7;
            blocks *= double(last[k] - first[k]) / kFieldSide + 1;
        }
        if (blocks <= double(kMostBlocks))
            for (int x = first.x(); x <= last.x(); x += kFieldSide)
                for (int y = first.y(); y <= last.y(); y += kFieldSide)
                    for (int z = first.z(); z <= last.z(); z += kFieldSide) found.insert(Vec3i(x, y, z));
        if (blocks > double(kMostBlocks) || found.size() > kMostBlocks)
            throw InputError("voxel_size is " + toText(kernels.voxelSize) + " m, which makes more than " +
                             std::to_string(kMostBlocks * std::tuple_size_v<FieldBlock> / 1000000) +
                             " million voxels around particles with a radius of " + toText(kernels.meanRadius) +
                             " m; make it larger");
    }
    std::vector<Vec3i> origins(found.begin(), found.end());
    std::sort(origins.begin(), origins.end(), [](const Vec3i& a, const Vec3i& b) {
        return std::make_tuple(a.x(), a.y(), a.z()) < std::make_tuple(b.x(), b.y(), b.z());
    });
    return origins;
}

/// Calls add(voxel's place in the block, particle, offset from its centre in m) for all kernels that reach a block.
template <class Add> void addKernels(const SurfaceKernels& kernels, const Vec3i& origin, Add&& add)
{
    const Vec3i end = origin + Vec3i::Constant(kFieldSide - 1);
    const auto voxel = float(kernels.voxelSize);
    visitKernels(kernels, origin, end, [&](std::size_t i) {
        Vec3i first, last;
        if (!kernelVoxels(kernels, i, origin, end, first, last)) return;
        Vec3f start; // of the first voxel from the centre, in double because the snow may be far from the origin
        for (int k = 0; k < 3; ++k)
            start[k] = float(double(first[k]) * kernels.voxelSize - double(kernels.centres[i][k]));
        for (int x = first.x(); x <= last.x(); ++x)
            for (int y = first.y(); y <= last.y(); ++y)
                for (int z = first.z(); z <= last.z(); ++z)
                    add(SurfaceField::offsetOf({x, y, z}), i,
                        Vec3f(start + voxel * Vec3f(float(x - first.x()), float(y - first.y()), float(z - first.z()))));
    });
}

/// The union of balls: the distance to the nearest one.
void fillSpheres(const SurfaceKernels& kernels, const Vec3i& origin, FieldBlock& block)
{
    addKernels(kernels, origin, [&](std::size_t at, std::size_t i, const Vec3f& d) {
        block[at] = std::min(block[at], d.norm() - kernels.radii[i]);
    });
}

/// Blended balls: the distance from the mean of the centres around, less their mean radius [ZhuBridson2005, Eq. 4-8].
void fillSmooth(const SurfaceKernels& kernels, const Vec3i& origin, FieldBlock& block)
{
    struct Sum {
        float weight = 0, radius = 0;
        Vec3f offset = Vec3f::Zero();
    };
    std::array<Sum, std::tuple_size_v<FieldBlock>> sums;
    addKernels(kernels, origin, [&](std::size_t at, std::size_t i, const Vec3f& d) {
        const float reach = kernels.extents[i].x();
        const float s = 1 - d.squaredNorm() / (reach * reach);
        if (s <= 0) return;
        const float w = s * s * s;
        sums[at].weight += w;
        sums[at].radius += w * kernels.radii[i];
        sums[at].offset += w * d;
    });
    for (std::size_t at = 0; at < block.size(); ++at)
        if (sums[at].weight > 0)
            block[at] =
                std::min(block[at], (sums[at].offset.norm() - kBlendedRadius * sums[at].radius) / sums[at].weight);
}

/// The sum of anisotropic kernels, as the share of space that is snow [YuTurk2013, Eq. 2 and 8].
void fillAnisotropic(const SurfaceKernels& kernels, const Vec3i& origin, FieldBlock& block)
{
    const SphKernel<float> W(1);
    addKernels(kernels, origin, [&](std::size_t at, std::size_t i, const Vec3f& d) {
        block[at] -= kernels.volumes[i] * W((kernels.shapes[i] * d).norm());
    });
}

float outsideOf(const SurfaceKernels& kernels)
{
    switch (kernels.method) {
    case SurfaceMethod::Spheres: return float(2 * kernels.voxelSize);
    case SurfaceMethod::Smooth: return kernels.meanRadius + float(2 * kernels.voxelSize);
    case SurfaceMethod::Anisotropic: break;
    }
    return kSurfaceShare;
}

} // namespace

SurfaceField surfaceField(const SurfaceKernels& kernels, const SurfaceParams& params, const Hooks& hooks)
{
    SurfaceField field;
    field.voxelSize = kernels.voxelSize;
    field.outside = outsideOf(kernels);
    field.origins = blocksAround(kernels, params);
    field.blocks.resize(field.origins.size());
    for (std::size_t b = 0; b < field.origins.size(); ++b) field.numbers.emplace(field.origins[b], b);

    constexpr std::size_t kBatch = 4096; // blocks between two questions whether to stop
    for (std::size_t done = 0; done < field.blocks.size(); done += kBatch) {
        if (hooks.stopRequested()) throw Interrupted();
        if (hooks.progress) hooks.progress(double(done) / double(field.blocks.size()), "surface");
        const std::size_t count = std::min(kBatch, field.blocks.size() - done);
        forEach(
            count,
            [&](std::size_t n) {
                FieldBlock& block = field.blocks[done + n];
                block.fill(field.outside);
                const Vec3i& origin = field.origins[done + n];
                switch (kernels.method) {
                case SurfaceMethod::Spheres: return fillSpheres(kernels, origin, block);
                case SurfaceMethod::Smooth: return fillSmooth(kernels, origin, block);
                case SurfaceMethod::Anisotropic: return fillAnisotropic(kernels, origin, block);
                }
            },
            1);
    }
    blurField(params.smoothing, field);
    return field;
}

void blurField(int times, SurfaceField& field)
{
    std::vector<FieldBlock> blurred(times > 0 ? field.blocks.size() : 0);
    for (int pass = 0; pass < 3 * times; ++pass) {
        const int axis = pass % 3;
        const int stride = axis == 0 ? 64 : axis == 1 ? 8 : 1;
        forEach(
            field.blocks.size(),
            [&](std::size_t b) {
                const FieldBlock& block = field.blocks[b];
                const auto neighbour = [&](int side) -> const FieldBlock* {
                    const auto found = field.numbers.find(field.origins[b] + side * kFieldSide * Vec3i::Unit(axis));
                    return found == field.numbers.end() ? nullptr : &field.blocks[found->second];
                };
                const FieldBlock *before = neighbour(-1), *after = neighbour(1);
                for (int at = 0; at < int(block.size()); ++at) {
                    const int place = at / stride % kFieldSide;
                    const auto in = [&](const FieldBlock* other, int offset) {
                        return other ? (*other)[std::size_t(offset)] : field.outside;
                    };
                    const float low = place > 0 ? block[std::size_t(at - stride)] : in(before, at + 7 * stride);
                    const float high = place < 7 ? block[std::size_t(at + stride)] : in(after, at - 7 * stride);
                    blurred[b][std::size_t(at)] = 0.25f * low + 0.5f * block[std::size_t(at)] + 0.25f * high;
                }
            },
            16);
        field.blocks.swap(blurred);
    }
}

} // namespace firn
