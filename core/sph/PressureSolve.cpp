#include "sph/PressureSolve.h"

#include "parallel/Reduce.h"
#include "sph/PairSums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace firn::sph {

namespace {

/// Below this share of the largest slope nothing that a particle's pressure does changes its density.
constexpr float kNoSlope = 1e-12f;

/// The density error shrinks to this share of what the pressures do to densities, or to what no longer moves anything.
constexpr double kShare = 0.02, kEnough = 1e-6;

/// The last step's pressure, as far as snow that has this stiffness now can hold it: a particle that has lost its
/// neighbours must not keep the pressure that they gave it. What is not a number becomes one.
float warmStart(float last, float lambda)
{
    constexpr float kLargestStrain = 0.25f;
    const float most = kLargestStrain * lambda;
    return std::abs(last) <= most ? last : std::copysign(most, last);
}

struct Errors {
    double missing = 0; ///< the sum of relative density errors
    double done = 0;    ///< what the pressures themselves change of densities, likewise
    std::size_t particles = 0;
};

/// The Jacobi correction that each pressure lacks, and the density errors that the pressures leave.
Errors findMissing(bool clamp, float omega, const StepData& data, PressureSystem& system)
{
    const float* p = data.pressure.data();
    return reduceRanges(
        data.count(), Errors(),
        [&](std::size_t begin, std::size_t end) {
            Errors errors;
            for (std::size_t i = begin; i < end; ++i) {
                const float s = system.stiffness[i], c = system.slope[i], diagonal = system.alpha + s * c;
                float missing = 0;
                if (diagonal > 0) missing = (s * system.source[i] - applyPressureRow(data, system, i)) / diagonal;
                if (clamp) missing = std::max(missing, -p[i] / omega);
                system.missing[i] = missing;
                if (data.near.lists.count(i) == 0 && c == 0) continue; // a flake in the air
                const float change = c / data.restDensity[i];
                errors.missing += double(std::abs(missing) * change);
                errors.done += double(std::abs(p[i]) * change);
                ++errors.particles;
            }
            return errors;
        },
        [](const Errors& a, const Errors& b) {
            return Errors{a.missing + b.missing, a.done + b.done, a.particles + b.particles};
        });
}

} // namespace

void preparePressure(const SphParams& params, double dt, const Snow& snow, StepData& data, PressureSystem& system)
{
    const std::size_t n = snow.count;
    const bool incompressible = params.pressure == Pressure::Incompressible;
    const bool deviatoric = params.elasticity == Elasticity::Deviatoric;
    system.dt = dt;
    system.alpha = incompressible ? 0.0f : 1.0f;
    system.psi = pressureAtBoundary(params);
    system.density = snow.density;
    system.stiffness.resize(n), system.source.resize(n), system.slope.resize(n), system.push.resize(n);
    data.pressure.resize(n);
    const auto step = float(dt);
    const Boundary& boundary = data.boundary;
    forEach(n, [&](std::size_t i) {
        // rho* (Algorithm 2, line 3) less the rest density.
        const Vec3f v = data.velocity[i].vec3();
        float divergence = sumDivergence(data.near, i, data.velocity.data());
        forBoundary(boundary, i,
                    [&](std::size_t b, const Vec3f& g, float) { divergence += (boundary.samples.v[b] - v).dot(g); });
        const float rho = snow.density[i];
        if (incompressible) data.restDensity[i] = snow.restDensity(i);
        const float rest = data.restDensity[i];
        system.source[i] = rho - rest - step * rho * divergence;

        const float lambda = deviatoric ? data.lambda[i] + 2.0f / 3 * data.shear[i] : data.lambda[i]; // section 3.5
        system.stiffness[i] = incompressible ? 1 : lambda / rest;
        const Vec3f s = data.snowSum[i].vec3(), b = data.boundarySum[i].vec3();
        const float slope = snow.mass[i] * data.squareSum[i] + (s + system.psi * b).dot(s + b); // Eq. 8
        const float scale = snow.mass[i] * data.squareSum[i] + s.squaredNorm() + b.squaredNorm();
        system.slope[i] = step * step * std::max(slope, kNoSlope * scale);
        data.pressure[i] = incompressible ? 0 : warmStart(snow.pressure[i], lambda); // it does not help IISPH
    });
}

void findPush(const StepData& data, PressureSystem& system)
{
    const float* p = data.pressure.data();
    forEach(data.count(), [&](std::size_t i) {
        const Lane4 own = data.snowSum[i].lanes() + Lane4(system.psi) * data.boundarySum[i].lanes();
        const Lane4 gradient = fma(Lane4(p[i]), own, sumScaled(data.near, i, p));
        Lane4 push = gradient * Lane4(1 / system.density[i]);
        push.raw[3] = 0;
        push.store(&system.push[i].x);
    });
}

float applyPressureRow(const StepData& data, const PressureSystem& system, std::size_t i)
{
    const float boundary = sum3(system.push[i].lanes() * data.boundarySum[i].lanes());
    const float divergence = sumDivergence(data.near, i, system.push.data()) - boundary;
    const auto dt2 = float(system.dt * system.dt);
    return system.alpha * data.pressure[i] - system.stiffness[i] * dt2 * system.density[i] * divergence;
}

PressureErrors iteratePressure(const SphParams& params, float omega, StepData& data, PressureSystem& system)
{
    system.missing.resize(data.count());
    findPush(data, system);
    const bool incompressible = params.pressure == Pressure::Incompressible;
    const Errors errors = findMissing(incompressible, omega, data, system);
    const double count = double(std::max<std::size_t>(errors.particles, 1)), allowed = double(params.densityError);
    if (incompressible) return {errors.missing / count, allowed};
    return {errors.missing / count, std::min(allowed, std::max(kShare * errors.done / count, kEnough))};
}

namespace {

/// Relaxed Jacobi (Algorithm 2, SOLVE). Departs from the paper: the error must also shrink to a share of what the
/// pressures do, or those of stiff, slow snow, whose strains are below the paper's 0.1 %, would never be solved for;
/// and a correction that makes the mean error larger is taken back and made half as long. Crowded neighbourhoods need
/// that, where a particle has many more neighbours than snow at rest and the diagonal is a small part of its row.
SolveReport relax(const SphParams& params, StepData& data, PressureSystem& system)
{
    const std::size_t n = data.count();
    system.best.resize(n), system.bestMissing.resize(n);
    SolveReport solve{"pressure"};
    solve.converged = false;
    double least = std::numeric_limits<double>::infinity(), wanted = 0;
    float omega = params.relaxation;
    while (solve.iterations < params.pressureIterations) {
        const PressureErrors errors = iteratePressure(params, omega, data, system);
        ++solve.iterations;
        if (errors.mean <= least || solve.iterations == 1) {
            least = errors.mean, wanted = errors.wanted;
            std::swap(system.best, data.pressure);
            std::swap(system.bestMissing, system.missing);
        } else {
            omega *= 0.5f;
        }
        forEach(n, [&](std::size_t i) { data.pressure[i] = system.best[i] + omega * system.bestMissing[i]; });
        if (least <= wanted) {
            solve.converged = true;
            break;
        }
    }
    if (!solve.converged) std::swap(data.pressure, system.best); // the last correction was not looked at
    solve.residual = least;
    return solve;
}

} // namespace

void solvePressure(const SphParams& params, double dt, const Snow& snow, StepData& data, PressureSystem& system,
                   StepReport& report)
{
    PassScope timer(report.times, "solvePressure");
    preparePressure(params, dt, snow, data, system);
    const SolveReport solve = relax(params, data, system);
    findPush(data, system);
    const auto step = float(dt);
    forEach(snow.count, [&](std::size_t i) {
        snow.pressure[i] = data.pressure[i];
        (data.velocity[i].lanes() - Lane4(step) * system.push[i].lanes()).store(&data.velocity[i].x);
    });
    if (!solve.converged)
        report.warnings.push_back("the pressure solve stopped above its tolerance, after pressure_iterations (" +
                                  std::to_string(params.pressureIterations) + "); a smaller waves makes it easier");
    report.solves.push_back(solve);
}

} // namespace firn::sph
