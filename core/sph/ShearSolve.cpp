#include "sph/ShearSolve.h"

#include "parallel/ForEach.h"
#include "sph/PairSums.h"

#include <algorithm>

namespace firn::sph {

namespace {

/// What Eq. 19 needs of a particle's stress.
FIRN_LANES void storeStress(const StepData& data, std::size_t i, const Mat3f& stress, ShearSystem& system)
{
    const Mat3f& L = data.correction[i];
    system.stress[i] = Mat4x3f::of(stress * L);
    const Vec3f mirrored = (stress.trace() * (1.0f / 3)) * (L * data.boundarySum[i].vec3());
    system.atBoundary[i] = Vec4f::of(mirrored);
}

/// Eq. 19: the divergence of the stress at particle i.
FIRN_LANES Vec3f divergenceOfStress(const StepData& data, const ShearSystem& system, std::size_t i)
{
    const Mat4x3f& own = system.stress[i];
    const Vec4f& g = data.snowSum[i];
    const Lane4 self = fma(own.column[0].lanes(), Lane4(g.x),
                           fma(own.column[1].lanes(), Lane4(g.y), own.column[2].lanes() * Lane4(g.z)));
    return sumProducts(data.near, i, system.stress.data()) + self.vec3() + system.atBoundary[i].vec3();
}

} // namespace

Mat3f gradientOfVelocity(const StepData& data, std::size_t i)
{
    float boundary = 0;
    const Vec3f v = data.velocity[i].vec3();
    forBoundary(data.boundary, i,
                [&](std::size_t b, const Vec3f& g, float) { boundary += (data.boundary.samples.v[b] - v).dot(g); });
    return velocityGradient(sumOuter(data.near, i, data.velocity.data()), boundary, data.correction[i]);
}

void findShearForces(double dt, const Snow& snow, const SphParams& params, const StepData& data, ShearSystem& system)
{
    const std::size_t n = snow.count;
    system.dt = float(dt);
    system.elasticity = params.elasticity;
    system.density = snow.density;
    system.F = snow.F;
    system.stress.resize(n), system.atBoundary.resize(n), system.rhs.resize(n), system.acceleration.resize(n);
    forEach(n, [&](std::size_t i) {
        // F** - 1, with F** = F + dt grad v** F as in Eq. 12.
        const Mat3f H = snow.F[i] - Mat3f::Identity() + system.dt * gradientOfVelocity(data, i) * snow.F[i];
        storeStress(data, i, stressOf(params.elasticity, data.shear[i], data.lambda[i], H), system);
    });
    forEach(n, [&](std::size_t i) {
        const Vec3f since = data.velocity[i].vec3() - data.predicted[i].vec3();
        const Vec3f force = divergenceOfStress(data, system, i) / snow.density[i] - data.friction[i] * since;
        system.rhs[i] = Vec4f::of(force / (1 + system.dt * data.friction[i]));
    });
}

void applyShear(const StepData& data, ShearSystem& system, const Vec4f* b, Vec4f* product)
{
    const std::size_t n = data.count();
    forEach(n, [&](std::size_t i) {
        const float boundary = -sum3(b[i].lanes() * data.boundarySum[i].lanes());
        const Mat3f gradient = velocityGradient(sumOuter(data.near, i, b), boundary, data.correction[i]);
        storeStress(data, i, stressOf(system.elasticity, data.shear[i], data.lambda[i], gradient * system.F[i]),
                    system);
    });
    forEach(n, [&](std::size_t i) {
        const float factor = system.dt * system.dt / (system.density[i] * (1 + system.dt * data.friction[i]));
        product[i] = Vec4f::of(b[i].vec3() - factor * divergenceOfStress(data, system, i));
    });
}

void solveShear(const SphParams& params, double dt, const Snow& snow, StepData& data, ShearSystem& system,
                StepReport& report)
{
    PassScope timer(report.times, "solveShear");
    findShearForces(dt, snow, params, data, system);
    const std::size_t n = snow.count;
    const double force = BiCgStab::rms(BiCgStab::dot(n, system.rhs.data(), system.rhs.data()), n);
    const double wanted = std::max(double(params.shearTolerance) * force, double(params.restTolerance) / dt);
    const BiCgStab::Result result = system.solver.solve(
        n, system.rhs.data(), [&](const Vec4f* b, Vec4f* product) { applyShear(data, system, b, product); }, wanted,
        params.shearIterations, system.acceleration.data());
    forEach(n, [&](std::size_t i) {
        fma(Lane4(system.dt), system.acceleration[i].lanes(), data.velocity[i].lanes()).store(&data.velocity[i].x);
    });
    report.solves.push_back({"shear", result.iterations, force > 0 ? result.residual / force : 0, result.converged});
}

} // namespace firn::sph
