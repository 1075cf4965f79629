// 11: the elastic deformation follows the velocities; what is too much becomes plastic (section 3.3.1).
#include "math/Svd.h"
#include "parallel/ForEach.h"
#include "sph/Passes.h"
#include "sph/ShearSolve.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firn::sph {

namespace {

constexpr std::size_t kTask = 256;
constexpr float kSmallestJp = 1e-3f, kLargestJp = 1e3f;

/// Clamps the singular values and takes the rotation out. Departs from the paper, which keeps V Sigma V^T: that is the
/// strain in the frame of the step's start and does not turn with the snow. U Sigma U^T does.
void split(const SphParams& params, const Snow& snow, std::size_t i, const Mat3f& U, const Vec3f& sigma)
{
    const float c = snow.criticalCompression ? snow.criticalCompression[i] : params.criticalCompression;
    const float s = snow.criticalStretch ? snow.criticalStretch[i] : params.criticalStretch;
    const Vec3f elastic = sigma.cwiseMax(1 - c).cwiseMin(1 + s);
    const Mat3f scaled = U * elastic.asDiagonal();
    Mat3f& F = snow.F[i];
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b <= a; ++b) F(a, b) = F(b, a) = scaled.row(a).dot(U.row(b));
    snow.Je[i] = elastic.prod();
    if (params.hardeningFrom == HardeningFrom::Plastic) {
        const float plastic = std::max(sigma.prod(), 1e-3f) / elastic.prod();
        snow.Jp[i] = std::clamp(snow.Jp[i] * plastic, kSmallestJp, kLargestJp);
    }
}

} // namespace

void updateDeformation(const SphParams& params, double dt, const Snow& snow, const StepData& data, StepReport& report)
{
    PassScope timer(report.times, "updateDeformation");
    forRanges(snow.count, kTask, [&](std::size_t begin, std::size_t end) {
        std::array<Mat3f, kTask> trial, V;
        std::array<Vec3f, kTask> sigma;
        const std::size_t n = end - begin;
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = begin + k;
            // A flake that flies (see Contact.h) has no stiffness: strain that cost nothing would do work later on.
            const bool flies = data.shear[i] == 0 && data.lambda[i] == 0;
            trial[k] = flies ? Mat3f(Mat3f::Identity())
                             : plusDiagonal(displacementGradient(data, snow.F[i], float(dt), i), 1).mat3();
        }
        const Span<Mat3f> U(trial.data(), n);
        svd(U, U, {sigma.data(), n}, {V.data(), n});
        for (std::size_t k = 0; k < n; ++k) split(params, snow, begin + k, trial[k], sigma[k]);
    });
}

} // namespace firn::sph
