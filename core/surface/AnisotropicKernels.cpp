// Kernels that stretch along the snow's surface and flatten across it, after [YuTurk2013] section 4.
//
// Departs from it in two ways. A centre moves by how much its offset to the mean of its neighbours differs from theirs,
// not by the whole of it: that removes the same noise, but the snow does not shrink by half a spacing. And a kernel's
// half axes follow the standard deviation of the neighbours, not the variance: thinner ones would leave gaps between
// the layers of particles.
#include "surface/SurfaceKernels.h"

#include "math/Svd.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firn {

namespace {

/// Smoothing length h over the spacing of the particles, and the reach of a neighbourhood over it.
constexpr float kSmoothingLength = 1.4f;
constexpr float kNeighbourhood = 3.0f;

/// The variance along an axis of a full neighbourhood of radius 1 with the weights 1 - q^3: the integral of
/// q^4 (1 - q^3) over three times that of q^2 (1 - q^3).
constexpr float kFullVariance = 0.15f;

/// The sum of these weights in packed snow: the integral of 4 pi q^2 (1 - q^3), in cubes of a spacing.
constexpr float kFullWeight = 2.0944f * kNeighbourhood * kNeighbourhood * kNeighbourhood;

/// A particle stands for the space around it, as m / rho does in the paper, but for no more than this many cubes of a
/// spacing: snow that has come apart is not to swell.
constexpr float kLargestShare = 1.5f;

/// With fewer neighbours than this a particle is spray and keeps a round kernel; the paper's N_epsilon is 25 at a
/// larger reach.
constexpr int kFewNeighbours = 9;

/// A round kernel of a lone particle: h over the radius, for which its own share of space falls to one half at the
/// radius. Solves 8 W(1, h) = 1/2 for the cubic spline.
constexpr float kLoneLength = 1.345f;

/// Particles at one place have no variance; their kernel keeps this share of the smoothing length.
constexpr float kThinnest = 0.1f;

/// Neighbours through blocks as wide as the largest neighbourhood.
class Neighbourhoods {
public:
    Neighbourhoods(const std::vector<Vec3f>& points, double reach)
        : mPoints(points), mOrder(blockOrder(points, reach / 8))
    {
        for (std::size_t b = 0; b < mOrder.blocks.size(); ++b) mNumbers.emplace(mOrder.blocks[b].origin, b);
    }

    const BlockOrder& order() const { return mOrder; }

    /// Calls visit(j, x_j - x_i, distance) for every particle within `reach`, i itself included.
    template <class Visit> void visit(std::size_t i, float reach, Visit&& visit) const
    {
        const Vec3i& voxel = mOrder.voxels[i];
        const Vec3i origin(voxel.x() & ~7, voxel.y() & ~7, voxel.z() & ~7);
        for (int n = 0; n < 27; ++n) {
            const auto found = mNumbers.find(origin + 8 * Vec3i(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1));
            if (found == mNumbers.end()) continue;
            const auto& block = mOrder.blocks[found->second];
            for (std::size_t at = block.begin; at < block.end; ++at) {
                const std::size_t j = mOrder.order[at];
                const Vec3f d = mPoints[j] - mPoints[i];
                const float distance = d.norm();
                if (distance < reach) visit(j, d, distance);
            }
        }
    }

private:
    const std::vector<Vec3f>& mPoints;
    BlockOrder mOrder;
    BlockNumbers mNumbers;
};

/// What a particle's neighbours look like.
struct Surroundings {
    int neighbours = 0;         ///< without itself
    Vec3f mean = Vec3f::Zero(); ///< weighted mean of the neighbours' offsets
    Mat3f covariance = Mat3f::Zero();
    float crowding = 1; ///< particles around over those of packed snow
};

/// Eq. 6, 9 to 11, with offsets from the particle for precision far from the origin.
Surroundings surroundings(const Neighbourhoods& around, std::size_t i, float reach)
{
    Surroundings s;
    float weight = 0;
    Mat3f second = Mat3f::Zero();
    around.visit(i, reach, [&](std::size_t j, const Vec3f& d, float distance) {
        const float q = distance / reach, w = 1 - q * q * q;
        weight += w;
        s.mean += w * d;
        second += w * d * d.transpose();
        s.neighbours += j != i ? 1 : 0;
    });
    s.crowding = weight / kFullWeight;
    s.mean /= weight;
    s.covariance = second / weight - s.mean * s.mean.transpose();
    return s;
}

/// Eq. 15 and 16: the kernel's half axes from the neighbours' variance along the axes R.
void shapeKernel(std::size_t i, bool lone, float crowding, const Mat3f& R, const Vec3f& variances,
                 const SurfaceParams& params, SurfaceKernels& kernels)
{
    const float radius = kernels.radii[i], spacing = kSpacingPerRadius * radius;
    const float reach = kNeighbourhood * spacing;
    Vec3f lengths = Vec3f::Constant(kLoneLength * radius); // m
    Mat3f axes = Mat3f::Identity();
    if (!lone) {
        axes = R;
        const Vec3f stretch = (variances / (kFullVariance * reach * reach)).cwiseMax(0.0f).cwiseSqrt();
        const float least = std::max(stretch.x() / params.largestStretch, kThinnest);
        lengths = kSmoothingLength * spacing * stretch.cwiseMax(least);
    }
    kernels.shapes[i] = axes * lengths.cwiseInverse().asDiagonal() * axes.transpose();
    const float share = lone ? 1.0f : std::min(1 / crowding, kLargestShare);
    kernels.volumes[i] = share * spacing * spacing * spacing / lengths.prod();
    // The box around the ellipsoid |G x| = 2: its half size along an axis is the length of that row of 2 R diag.
    const Mat3f half = axes * (2 * lengths).asDiagonal();
    kernels.extents[i] = half.rowwise().norm();
}

} // namespace

void shapeKernels(const SurfaceParams& params, SurfaceKernels& kernels)
{
    const std::size_t count = kernels.centres.size();
    const std::vector<Vec3f> places = kernels.centres;
    const float largest = maxOf(count, 0.0f, [&](std::size_t i) { return kernels.radii[i]; });
    const float reachPerRadius = kNeighbourhood * kSpacingPerRadius;
    const Neighbourhoods around(places, double(reachPerRadius * largest));
    kernels.extents.resize(count);
    kernels.shapes.resize(count);
    kernels.volumes.resize(count);

    // Ranges follow the blocks, so that a thread's particles share their neighbours in its cache.
    constexpr std::size_t kRange = 256;
    std::vector<Vec3f> means(count);
    std::vector<uint8_t> lone(count);
    const std::vector<uint32_t>& order = around.order().order;
    forRanges(count, kRange, [&](std::size_t begin, std::size_t end) {
        std::array<Mat3f, kRange> C, R, V;
        std::array<Vec3f, kRange> variances;
        std::array<float, kRange> crowding;
        for (std::size_t n = begin; n < end; ++n) {
            const Surroundings s = surroundings(around, order[n], reachPerRadius * kernels.radii[order[n]]);
            C[n - begin] = s.covariance;
            crowding[n - begin] = s.crowding;
            means[order[n]] = s.mean;
            lone[order[n]] = s.neighbours < kFewNeighbours;
        }
        const std::size_t size = end - begin;
        svd({C.data(), size}, {R.data(), size}, {variances.data(), size}, {V.data(), size}); // Eq. 12
        for (std::size_t n = begin; n < end; ++n)
            shapeKernel(order[n], lone[order[n]] != 0, crowding[n - begin], R[n - begin], variances[n - begin], params,
                        kernels);
    });
    forRanges(count, kRange, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) {
            const std::size_t i = order[n];
            if (lone[i]) continue;
            const float reach = reachPerRadius * kernels.radii[i];
            float weight = 0;
            Vec3f mean = Vec3f::Zero();
            around.visit(i, reach, [&](std::size_t j, const Vec3f&, float distance) {
                const float q = distance / reach, w = 1 - q * q * q;
                weight += w;
                mean += w * means[j];
            });
            kernels.centres[i] = places[i] + params.centreSmoothing * (means[i] - mean / weight); // Eq. 6, see above
        }
    });
}

} // namespace firn
