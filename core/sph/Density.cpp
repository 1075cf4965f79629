// 2: density, rest density and stiffness (section 3.3.2).
#include "base/Error.h"
#include "base/Text.h"
#include "materials/Lame.h"
#include "parallel/Reduce.h"
#include "sph/KernelLanes.h"
#include "sph/Passes.h"

#include <Eigen/LU>
#include <cmath>

namespace firn::sph {

namespace {

void requireMaterial(const SphParams& params, const Snow& snow)
{
    const auto bad = [&](std::size_t i) {
        const float E = modulusOf(params, snow.E, snow.temperature, i);
        const float nu = snow.nu ? snow.nu[i] : 0.2f, xi = snow.hardening ? snow.hardening[i] : 0;
        const float c = snow.criticalCompression ? snow.criticalCompression[i] : 0;
        const float s = snow.criticalStretch ? snow.criticalStretch[i] : 0;
        return !(E > 0 && E < 1e30f && nu >= 0 && nu < 0.5f && xi >= 0 && xi < 1e6f && c >= 0 && c < 1 && s >= 0 &&
                 s < 1e6f);
    };
    const std::size_t i = firstWhere(snow.count, bad);
    if (i == snow.count) return;
    throw InputError("particle " + std::to_string(snow.id[i]) + " has a material that is not allowed: E " +
                     toText(modulusOf(params, snow.E, snow.temperature, i)) + " Pa (above 0), nu " +
                     toText(snow.nu ? snow.nu[i] : params.poissonsRatio) + " (0 to below 0.5), hardening " +
                     toText(snow.hardening ? snow.hardening[i] : params.hardening) +
                     " (0 or more), critical_compression " +
                     toText(snow.criticalCompression ? snow.criticalCompression[i] : params.criticalCompression) +
                     " (0 to below 1), critical_stretch " +
                     toText(snow.criticalStretch ? snow.criticalStretch[i] : params.criticalStretch) + " (0 or more)");
}

/// Eq. 20. Boundary particles count as snow at rest in their volume.
void sumDensity(const Snow& snow, StepData& data)
{
    const KernelLanes kernel(data.h);
    const SphKernel<float> W(data.h);
    const float far = 4 * data.h;
    RawArray<Vec4f> places;
    places.resize(snow.count);
    forEach(snow.count, [&](std::size_t i) {
        const Vec3f& x = snow.x[i];
        places[i] = {x.x(), x.y(), x.z(), snow.mass[i]};
    });
    const Boundary& boundary = data.boundary;
    forEach(snow.count, [&](std::size_t i) {
        Simd8 sum(0.0f);
        forPairLanes(data.near, places.data(), i, far, [&](const PairLanes& pairs, uint64_t, int) {
            sum = fma(pairs.value, kernel.value(pairs.r), sum);
        });
        float rho = snow.mass[i] * W(0) + sumLanes(sum);
        const float rho0 = snow.restDensity(i);
        forBoundary(boundary, i, [&](std::size_t b, const Vec3f&, float) {
            rho += rho0 * boundary.volume[b] * W((snow.x[i] - boundary.samples.P[b]).norm());
        });
        snow.density[i] = rho;
    });
}

} // namespace

void measureDensity(const SphParams& params, const Snow& snow, StepData& data, StepReport& report)
{
    PassScope timer(report.times, "measureDensity");
    requireMaterial(params, snow);
    for (RawArray<float>* a : {&data.volume, &data.restDensity, &data.lambda, &data.shear}) a->resize(snow.count);
    sumDensity(snow, data);
    const float mostExponent = std::log(params.largestStiffening);
    const std::size_t capped = sumOf(snow.count, std::size_t(0), [&](std::size_t i) -> std::size_t {
        const float rho = snow.density[i], rho0 = snow.restDensity(i);
        data.volume[i] = snow.mass[i] / rho;
        data.restDensity[i] = rho * std::abs(snow.F[i].determinant()); // Eq. 21
        if (params.hardeningFrom == HardeningFrom::Density) snow.Jp[i] = rho0 / data.restDensity[i];
        // Eq. 22, 23: (rest - rho0) / rest is 1 - Jp, whichever way Jp was found.
        const float xi = snow.hardening ? snow.hardening[i] : params.hardening;
        const float exponent = xi * (1 - snow.Jp[i]);
        const float factor = std::exp(std::min(exponent, mostExponent));
        const Lame<float> lame =
            lameFrom(modulusOf(params, snow.E, snow.temperature, i), snow.nu ? snow.nu[i] : params.poissonsRatio);
        data.shear[i] = lame.mu * factor;
        data.lambda[i] = lame.lambda * factor;
        return exponent > mostExponent;
    });
    if (capped > 0)
        report.warnings.push_back("largest_stiffening (" + toText(params.largestStiffening) +
                                  ") acted: some snow is packed so hard that its stiffness is capped");
}

} // namespace firn::sph
