// 3: kernel gradients of all pairs, and the matrix that corrects them (Eq. 15).
#include "math/SymmetricInverse.h"
#include "parallel/ForEach.h"
#include "sph/KernelLanes.h"
#include "sph/Passes.h"

namespace firn::sph {

namespace {

/// Directions along which a neighbourhood is this much thinner than along its longest count as flat. Lattices of whole
/// neighbourhoods have ratios near 1, surfaces near 0.4.
constexpr float kFlat = 0.03f;

/// A neighbourhood whose matrix has a smaller trace than this (3 in the bulk) has only neighbours at the rim of the
/// kernel, whose offsets say nothing about the slope of a field.
constexpr float kNobody = 0.02f;

struct Sums {
    Simd8 g[3] = {0.0f, 0.0f, 0.0f};
    Simd8 a[6] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}; // xx, yy, zz, xy, yz, xz
    Simd8 square = 0.0f;
};

/// Writes V_j grad W_ij of up to eight pairs, and adds them up.
FIRN_LANES void addPairs(const KernelLanes& kernel, const PairLanes& pairs, const float* mass, const uint32_t* index,
                         int count, float* gradient, Sums& sums)
{
    const Simd8 slope = pairs.value * kernel.slopeOverR(pairs.r); // value is V_j
    const Simd8 g[3] = {slope * pairs.dx, slope * pairs.dy, slope * pairs.dz};
    for (int d = 0; d < 3; ++d) sums.g[d] = sums.g[d] + g[d];
    const Simd8 d[3] = {pairs.dx, pairs.dy, pairs.dz}; // x_ij = -x_ji
    for (int k = 0; k < 3; ++k) sums.a[k] = fnma(g[k], d[k], sums.a[k]);
    sums.a[3] = fnma(g[0], d[1], sums.a[3]);
    sums.a[4] = fnma(g[1], d[2], sums.a[4]);
    sums.a[5] = fnma(g[0], d[2], sums.a[5]);
    float m[8];
    for (int p = 0; p < 8; ++p) m[p] = p < count ? mass[index[p]] : 1.0f;
    sums.square = sums.square + fma(g[0], g[0], fma(g[1], g[1], g[2] * g[2])) / Simd8::load(m);
    float out[3][8];
    for (int k = 0; k < 3; ++k) g[k].store(out[k]);
    for (int p = 0; p < count; ++p)
        for (int k = 0; k < 3; ++k) gradient[3 * p + k] = out[k][p];
}

} // namespace

void findGradients(const Snow& snow, StepData& data, StepReport& report)
{
    PassScope timer(report.times, "findGradients");
    const std::size_t n = snow.count;
    data.near.gradient.resize(3 * data.near.lists.pairCount());
    data.snowSum.resize(n), data.boundarySum.resize(n), data.squareSum.resize(n), data.correction.resize(n);
    data.boundaryScale.resize(n);
    RawArray<Vec4f> places;
    places.resize(n);
    forEach(n, [&](std::size_t i) {
        const Vec3f& x = snow.x[i];
        places[i] = {x.x(), x.y(), x.z(), data.volume[i]};
    });
    const KernelLanes kernel(data.h);
    const float far = 4 * data.h;
    forRanges(n, 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Sums sums;
            forPairLanes(data.near, places.data(), i, far, [&](const PairLanes& pairs, uint64_t k, int count) {
                addPairs(kernel, pairs, snow.mass, data.near.lists.index.data() + k, count,
                         data.near.gradient.data() + 3 * k, sums);
            });
            data.snowSum[i] = {sumLanes(sums.g[0]), sumLanes(sums.g[1]), sumLanes(sums.g[2]), 0};
            data.squareSum[i] = sumLanes(sums.square);
            float a[6];
            for (int k = 0; k < 6; ++k) a[k] = sumLanes(sums.a[k]);
            Mat3f A;
            A << a[0], a[3], a[5], a[3], a[1], a[4], a[5], a[4], a[2];
            Vec3f atBoundary = Vec3f::Zero();
            forBoundary(data.boundary, i, [&](std::size_t b, const Vec3f& g, float slope) {
                const Vec3f x = data.boundary.samples.P[b] - snow.x[i];
                atBoundary += g;
                A -= slope * x * x.transpose();
            });
            data.boundarySum[i] = Vec4f::of(atBoundary);
            data.correction[i] = A.trace() < kNobody ? Mat3f::Zero() : A;
        }
        const Span<Mat3f> L(data.correction.data() + begin, end - begin);
        pseudoInverseSymmetric(L, kFlat, L);
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3f b = data.boundarySum[i].vec3();
            const float square = b.squaredNorm();
            data.boundaryScale[i] = square > 0 ? b.dot(data.correction[i] * b) / square : 0;
        }
    });
}

} // namespace firn::sph
