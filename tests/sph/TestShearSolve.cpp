// Claims about the solve of the shear system: its first guess, what it conserves, and what it says when it ends early.
#include "sph/BiCgStab.h"
#include "sph/SphSnow.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace firn::sph {
namespace {

/// (A x)_i = d_i x_i + below x_{i-1} + above x_{i+1}, where d_i goes from 1 to `scales`: neither symmetric nor, with
/// more scales than one, well scaled.
struct Chain {
    std::size_t n = 60, scales = 7;
    float below = -1 / 2.0f, above = -1 / 3.0f;
    float diagonal(std::size_t i) const { return 1 + float(i % scales); }
    Vec3f rhs(std::size_t i) const { return randomInCube(1, i) - Vec3f::Constant(0.5f); }
    Vec3f guess(std::size_t i) const { return randomInCube(2, i); }
    void operator()(const Vec4f* x, Vec4f* out) const
    {
        for (std::size_t i = 0; i < n; ++i) {
            Vec3f sum = diagonal(i) * x[i].vec3();
            if (i > 0) sum += below * x[i - 1].vec3();
            if (i + 1 < n) sum += above * x[i + 1].vec3();
            out[i] = Vec4f::of(sum);
        }
    }
};

/// Solves the chain from a random guess; returns the residual of what comes out, computed anew.
double solveChain(const Chain& chain, double wanted, int most, BiCgStab::Result& result, double& atFirst)
{
    const std::size_t n = chain.n;
    RawArray<Vec4f> x, b, r;
    for (RawArray<Vec4f>* a : {&x, &b, &r}) a->resize(n);
    for (std::size_t i = 0; i < n; ++i) b[i] = Vec4f::of(chain.rhs(i)), x[i] = Vec4f::of(chain.guess(i));
    const auto residualOf = [&] {
        chain(x.data(), r.data());
        for (std::size_t i = 0; i < n; ++i) r[i] = Vec4f::of(b[i].vec3() - r[i].vec3());
        return BiCgStab::rms(BiCgStab::dot(n, r.data(), r.data()), n);
    };
    atFirst = residualOf();
    BiCgStab solver;
    result = solver.solve(n, chain, r, wanted, most, x);
    return residualOf();
}

/// The residuals of plain Bi-CGSTAB in double on the same system: of the guess, and after each iteration.
std::vector<double> plainResiduals(const Chain& chain, int iterations)
{
    const auto n = Eigen::Index(chain.n);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n), b(n, 3), x(n, 3);
    for (Eigen::Index i = 0; i < n; ++i) {
        A(i, i) = double(chain.diagonal(std::size_t(i)));
        if (i > 0) A(i, i - 1) = double(chain.below);
        if (i + 1 < n) A(i, i + 1) = double(chain.above);
        b.row(i) = chain.rhs(std::size_t(i)).cast<double>();
        x.row(i) = chain.guess(std::size_t(i)).cast<double>();
    }
    const auto dot = [](const Eigen::MatrixXd& u, const Eigen::MatrixXd& v) { return u.cwiseProduct(v).sum(); };
    const Eigen::MatrixXd shadow = b - A * x;
    Eigen::MatrixXd r = shadow, p = shadow;
    std::vector<double> history = {r.norm() / std::sqrt(double(n))};
    for (int k = 0; k < iterations; ++k) {
        const Eigen::MatrixXd v = A * p;
        const double rho = dot(shadow, r), alpha = rho / dot(shadow, v);
        const Eigen::MatrixXd s = r - alpha * v, t = A * s;
        const double omega = dot(t, s) / dot(t, t);
        r = s - omega * t;
        p = r + dot(shadow, r) / rho * alpha / omega * (p - omega * v);
        history.push_back(r.norm() / std::sqrt(double(n)));
    }
    return history;
}

TEST(BiCgStab, SolvesFromAGuess)
{
    BiCgStab::Result result;
    double atFirst = 0;
    const double residual = solveChain({}, 1e-5, 100, result, atFirst);
    EXPECT_TRUE(result.converged);
    EXPECT_LT(result.iterations, 40);
    EXPECT_LT(residual, 1.1e-5);
    EXPECT_NEAR(residual, result.residual, 1e-6);
}

TEST(BiCgStab, CutShortLeavesTheBestThatItMet)
{
    // Single precision, grown by residuals that rise; after more iterations than kSame its path is another one.
    constexpr double kSingle = 1e-3;
    constexpr int kMost = 11, kSame = 4;
    Chain rising; // eigenvalues along a line across the real axis: 1 - 6i to 1 + 6i
    rising.scales = 1;
    rising.below = -3;
    rising.above = 3;
    const std::vector<double> plain = plainResiduals(rising, kMost);
    ASSERT_GT(plain[1], 2 * plain[0]) << "the first iteration is worse than the guess";
    ASSERT_GT(plain[3], 1.5 * plain[2]) << "and the third worse than the second";
    double least = plain[0];
    for (int most = 1; most <= kMost; ++most) {
        BiCgStab::Result result;
        double atFirst = 0;
        const double residual = solveChain(rising, 1e-9, most, result, atFirst);
        EXPECT_FALSE(result.converged);
        EXPECT_EQ(result.iterations, most);
        EXPECT_NEAR(residual, result.residual, kSingle * atFirst);
        EXPECT_LT(residual, least + kSingle * atFirst) << "iteration " << most << " makes nothing worse";
        least = std::min(least, residual);
        if (most > kSame) continue;
        const double best = *std::min_element(plain.begin(), plain.begin() + most + 1);
        EXPECT_NEAR(residual, best, kSingle * atFirst) << "the best of " << most;
    }
    EXPECT_LT(least, 0.3 * plain[0]) << "and it comes down";
}

/// A block that rests on the floor, and a lump whose parts fly every way well above it.
struct RestAndFlight {
    explicit RestAndFlight(const SphParams& params, const Vec3i& count = {10, 5, 10}, int edge = 6)
    {
        BlockOfSnow block;
        block.count = count;
        block.jitter = 0.1f;
        particles = makeSnow(block, params);
        resting = int64_t(particles.size());
        world.colliders.push_back(floorCollider());
        SphSolver solver(params);
        EXPECT_TRUE(runFor(solver, world, particles, 0.5).ok()); // settles
        BlockOfSnow lump;
        lump.count = Vec3i::Constant(edge);
        lump.corner = {0.02f, 0.3f, 0.02f};
        lump.jitter = 0.3f;
        addSnow(lump, particles);
        for (std::size_t i = 0; i < particles.size(); ++i)
            if (particles.id()[i] >= resting)
                particles.edit<Vec3f>("v")[i] = randomInCube(5, i) - Vec3f::Constant(0.5f);
    }
    Vec3d momentumOfLump() const
    {
        Vec3d sum = Vec3d::Zero();
        for (std::size_t i = 0; i < particles.size(); ++i)
            if (particles.id()[i] >= resting)
                sum += double(particles.get<float>("mass")[i]) * particles.v()[i].cast<double>();
        return sum;
    }
    Particles particles;
    World world;
    int64_t resting = 0;
};

TEST(SphShearSolve, ALumpInFlightKeepsItsMomentumWhileOtherSnowRests)
{
    SphParams params;
    params.drag = 0;
    params.shearTolerance = 0.05f; // ends early: what is conserved must not hang on it
    RestAndFlight scene(params);
    const Vec3d before = scene.momentumOfLump();
    SphSolver solver(params);
    constexpr double dt = 1e-3;
    for (int s = 0; s < 20; ++s) ASSERT_TRUE(solver.step(dt, scene.world, scene.particles).ok());
    const double mass = 216 * 400 * 1e-6;
    const Vec3d expected = before + 20 * dt * mass * scene.world.gravity.cast<double>();
    EXPECT_LT((scene.momentumOfLump() - expected).norm(), 2e-6 * mass) << "of parts that move at about 0.5 m/s";
}

TEST(SphShearSolve, ALumpFallsPastASmoothWallAsFastAsAlone)
{
    SphParams params;
    params.drag = 0;
    params.shearTolerance = 0.01f;
    RestAndFlight scene(params, {24, 6, 24}, 3);
    // The lump grazes a wall, so it is held as far as the first guess can know.
    scene.world.colliders.push_back(floorCollider(0, false, Vec3f::UnitX()));
    for (std::size_t i = 0; i < scene.particles.size(); ++i)
        if (scene.particles.id()[i] >= scene.resting) {
            scene.particles.edit<Vec3f>("P")[i].x() -= 0.01f; // its side is a spacing from the wall
            scene.particles.edit<Vec3f>("v")[i] = Vec3f::Zero();
        } else {
            scene.particles.edit<Vec3f>("P")[i].x() += 0.3f;
        }
    SphSolver solver(params);
    for (int s = 0; s < 20; ++s) ASSERT_TRUE(solver.step(1e-3, scene.world, scene.particles).ok());
    const double mass = 27 * 400 * 1e-6;
    EXPECT_NEAR(scene.momentumOfLump().y() / mass, -0.1962, 0.002);
}

TEST(SphShearSolve, SnowAtRestNeedsHardlyAnIteration)
{
    SphParams params;
    BlockOfSnow block;
    block.count = {12, 12, 12};
    block.jitter = 0.1f;
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider());
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 1).ok());
    std::map<std::string, int> iterations;
    for (int s = 0; s < 20; ++s)
        for (const SolveReport& solve : solver.step(1e-3, world, particles).solves)
            iterations[solve.solve] += solve.iterations;
    EXPECT_LT(iterations.at("shear"), 40) << "two a step; from 0 it takes about ten";
    EXPECT_LT(iterations.at("pressure"), 30) << "and the pressure starts from the last step's";
}

TEST(SphShearSolve, SaysWhenASolveEndsTooEarly)
{
    SphParams params;
    params.shearIterations = 1;
    params.shearTolerance = 1e-6f;
    params.restTolerance = 0;
    params.pressureIterations = 1;
    params.densityError = 1e-6f;
    BlockOfSnow block;
    block.jitter = 0.5f;
    block.velocity = {0, -2, 0};
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider());
    SphSolver solver(params);
    StepReport report;
    for (int s = 0; s < 5; ++s) report = solver.step(1e-3, world, particles);
    ASSERT_TRUE(report.ok());
    ASSERT_EQ(report.warnings.size(), 2u);
    EXPECT_NE(report.warnings[0].find("pressure_iterations (1)"), std::string::npos) << report.warnings[0];
    EXPECT_NE(report.warnings[1].find("shear_iterations (1)"), std::string::npos) << report.warnings[1];
}

} // namespace
} // namespace firn::sph
