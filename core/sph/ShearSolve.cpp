#include "sph/ShearSolve.h"

#include "parallel/ForEach.h"
#include "sph/PairSums.h"

#include <algorithm>
#include <string>

namespace firn::sph {

namespace {

/// At rest the tolerance is loosened by this factor at most: a change of speed is much in a short step.
constexpr double kMostRest = 10;

/// What Eq. 19 needs of a particle's stress.
FIRN_LANES void storeStress(const StepData& data, std::size_t i, const Mat3Lane& stress, ShearSystem& system)
{
    const Mat3f& L = data.correction[i];
    system.stress[i].store(times(stress, L));
    system.atBoundary[i] = trace(stress) * (1.0f / 3) * data.boundaryScale[i];
}

/// Eq. 19: the divergence of the stress at particle i.
FIRN_LANES Lane4 divergenceOfStress(const StepData& data, const ShearSystem& system, std::size_t i)
{
    const Vec4f& g = data.snowSum[i];
    const Lane4 own = times(system.stress[i].lanes(), g.x, g.y, g.z);
    const Lane4 all = sumProducts(data.near, i, system.stress.data()) + own;
    return fma(Lane4(system.atBoundary[i]), data.boundarySum[i].lanes(), all);
}

} // namespace

Mat3Lane gradientOfVelocity(const StepData& data, std::size_t i)
{
    float boundary = 0;
    const Vec3f v = data.velocity[i].vec3();
    forBoundary(data.boundary, i,
                [&](std::size_t b, const Vec3f& g, float) { boundary += (data.boundary.samples.v[b] - v).dot(g); });
    return velocityGradient(sumOuter(data.near, i, data.velocity.data()), boundary, data.correction[i]);
}

Mat3Lane displacementGradient(const StepData& data, const Mat3f& F, float dt, std::size_t i)
{
    Mat3Lane H = times(gradientOfVelocity(data, i), F);
    for (int c = 0; c < 3; ++c) H.column[c] = fma(Lane4(dt), H.column[c], Lane4(Vec3f(F.col(c))));
    return plusDiagonal(H, -1);
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
        const Mat3Lane H = displacementGradient(data, snow.F[i], system.dt, i); // F** - 1
        storeStress(data, i, stressOf(params.elasticity, data.shear[i], data.lambda[i], H), system);
    });
    forEach(n, [&](std::size_t i) {
        const Vec3f since = data.velocity[i].vec3() - data.predicted[i].vec3();
        const Vec3f force = divergenceOfStress(data, system, i).vec3() / snow.density[i] - data.friction[i] * since;
        system.rhs[i] = Vec4f::of(force / (1 + system.dt * data.friction[i]));
    });
}

void applyShear(const StepData& data, ShearSystem& system, const Vec4f* b, Vec4f* product)
{
    const std::size_t n = data.count();
    forEach(n, [&](std::size_t i) {
        const float boundary = -sum3(b[i].lanes() * data.boundarySum[i].lanes());
        const Mat3Lane gradient = velocityGradient(sumOuter(data.near, i, b), boundary, data.correction[i]);
        storeStress(data, i, stressOf(system.elasticity, data.shear[i], data.lambda[i], times(gradient, system.F[i])),
                    system);
    });
    forEach(n, [&](std::size_t i) {
        const float factor = system.dt * system.dt / (system.density[i] * (1 + system.dt * data.friction[i]));
        Lane4 row = fma(Lane4(-factor), divergenceOfStress(data, system, i), b[i].lanes());
        row.raw[3] = 0;
        row.store(&product[i].x);
    });
}

namespace {

/// For each piece the factor on the guess a, with product A a, that leaves the least residual; 0 for one in free
/// flight.
void findShares(std::size_t n, const Pieces& pieces, const Vec4f* product, const Vec4f* b,
                RawArray<ShearSystem::Share>& sums)
{
    sums.resize(n);
    forEach(n, [&](std::size_t i) { sums[i] = {0, 0}; });
    for (std::size_t i = 0; i < n; ++i) { // in one order, whatever the threads
        const Lane4 r = product[i].lanes();
        sums[pieces.of[i]].along += double(sum3(r * b[i].lanes()));
        sums[pieces.of[i]].square += double(sum3(r * r));
    }
}

} // namespace

void guessShear(const Snow& snow, const StepData& data, ShearSystem& system)
{
    const std::size_t n = snow.count;
    const Pieces& pieces = system.pieces;
    system.residual.resize(n);
    Vec4f *a = system.acceleration.data(), *r = system.residual.data();
    const Vec4f* b = system.rhs.data();
    if (!findPieces(data, system.pieces)) {
        forEach(n, [&](std::size_t i) { a[i] = {0, 0, 0, 0}, r[i] = b[i]; });
        return;
    }
    const float rate = 1 / system.dt;
    forEach(n, [&](std::size_t i) {
        const float scale = pieces.held[pieces.of[i]] ? rate : 0;
        a[i] = Vec4f::of(scale * (snow.v[i] - data.velocity[i].vec3()));
    });
    applyShear(data, system, a, r);
    findShares(n, pieces, r, b, system.shares);
    forEach(n, [&](std::size_t i) {
        const ShearSystem::Share& sums = system.shares[pieces.of[i]];
        const float share = sums.square > 0 ? float(sums.along / sums.square) : 0;
        (Lane4(share) * a[i].lanes()).store(&a[i].x);
        fma(Lane4(-share), r[i].lanes(), b[i].lanes()).store(&r[i].x);
    });
}

void solveShear(const SphParams& params, double dt, const Snow& snow, StepData& data, ShearSystem& system,
                StepReport& report)
{
    PassScope timer(report.times, "solveShear");
    findShearForces(dt, snow, params, data, system);
    guessShear(snow, data, system);
    const std::size_t n = snow.count;
    const double force = BiCgStab::rms(BiCgStab::dot(n, system.rhs.data(), system.rhs.data()), n);
    const double share = double(params.shearTolerance) * force;
    const double wanted = std::max(share, std::min(kMostRest * share, double(params.restTolerance) / dt));
    const BiCgStab::Result result = system.solver.solve(
        n, [&](const Vec4f* b, Vec4f* product) { applyShear(data, system, b, product); }, system.residual, wanted,
        params.shearIterations, system.acceleration);
    forEach(n, [&](std::size_t i) {
        fma(Lane4(system.dt), system.acceleration[i].lanes(), data.velocity[i].lanes()).store(&data.velocity[i].x);
    });
    if (!result.converged)
        report.warnings.push_back("the shear solve stopped above its tolerance, after at most shear_iterations (" +
                                  std::to_string(params.shearIterations) + "); a smaller waves makes it easier");
    report.solves.push_back({"shear", result.iterations, force > 0 ? result.residual / force : 0, result.converged});
}

} // namespace firn::sph
