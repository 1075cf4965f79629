// Claims about the discretisation of [Gissler2020]: gradients, the two systems, friction.
#include "sph/BoundaryForces.h"
#include "sph/KernelLanes.h"
#include "sph/PairSums.h"
#include "sph/SphSnow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace firn::sph {
namespace {

/// A step up to the solvers: neighbours, boundaries, densities, gradients.
struct Prepared {
    Particles particles;
    World world;
    StepData data;
    StepReport report;
    Snow snow;

    Prepared(const SphParams& params, Particles p, World w = {}) : particles(std::move(p)), world(std::move(w))
    {
        EXPECT_TRUE(arrange(params, particles, data, report));
        snow = snowOf(particles);
        sampleBoundaries(params, world, snow, data, report);
        measureDensity(params, snow, data, report);
        findGradients(snow, data, report);
        data.velocity.resize(snow.count);
    }
};

Particles cloud(const SphParams& params, const Vec3i& count, float jitter = 0.4f)
{
    BlockOfSnow block;
    block.count = count;
    block.jitter = jitter;
    return makeSnow(block, params);
}

World floorWorld()
{
    World world;
    world.colliders.push_back(floorCollider());
    return world;
}

Mat3f someMatrix()
{
    Mat3f M;
    M << 0.3f, -1.2f, 0.7f, 2.1f, 0.4f, -0.6f, 0.9f, 1.3f, -0.8f;
    return M;
}

TEST(SphKernelLanes, AreTheKernel)
{
    const float h = 0.013f;
    const KernelLanes lanes(h);
    const SphKernel<float> W(h);
    for (int k = 0; k < 100; ++k) {
        const float r = 0.00031f * float(k);
        EXPECT_NEAR(lanes.value(Simd8(r))[3], W(r), 2e-6f * W(0)); // rounding of a few operations
        EXPECT_NEAR(lanes.slopeOverR(Simd8(r))[5], W.slopeOverR(r), 2e-6f * std::abs(W.slopeOverR(0)));
    }
}

/// The largest error of the corrected gradient of the field x -> M x, seen along the directions of `plane`.
float gradientError(Prepared& p, const Mat3f& plane)
{
    const Mat3f M = someMatrix();
    for (std::size_t i = 0; i < p.snow.count; ++i) p.data.velocity[i] = Vec4f::of(M * p.snow.x[i] + Vec3f(7, -3, 2));
    float worst = 0;
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        const Mat3f gradient = sumOuter(p.data.near, i, p.data.velocity.data()).mat3() * p.data.correction[i];
        worst = std::max(worst, (gradient - M * plane).cwiseAbs().maxCoeff());
    }
    return worst;
}

// Positions and velocities are single precision: 1e-7 of 7 m/s over a spacing of 1 cm, some neighbours.
constexpr float kLinear = 1e-3f;

TEST(SphGradient, IsExactForLinearFieldsInTheBulkAndAtTheSurface)
{
    Prepared p({}, cloud({}, {7, 7, 7}));
    EXPECT_LT(gradientError(p, Mat3f::Identity()), kLinear);
}

TEST(SphGradient, CorrectionCountsBoundaryParticles)
{
    // Beside a floor whose particles follow the field too, the corrected gradient is exact: Eq. 15 sums over both.
    Prepared p({}, cloud({}, {7, 7, 7}), floorWorld());
    const Mat3f M = someMatrix();
    for (std::size_t i = 0; i < p.snow.count; ++i) p.data.velocity[i] = Vec4f::of(M * p.snow.x[i]);
    int beside = 0;
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        Mat3f plain = sumOuter(p.data.near, i, p.data.velocity.data()).mat3();
        const float snowAlone = plain.norm();
        forBoundary(p.data.boundary, i, [&](std::size_t b, const Vec3f&, float slope) {
            const Vec3f x = p.snow.x[i] - p.data.boundary.samples.P[b];
            plain -= slope * (M * x) * x.transpose();
        });
        beside += std::abs(plain.norm() - snowAlone) > 0.1f * snowAlone;
        EXPECT_LT((plain * p.data.correction[i] - M).cwiseAbs().maxCoeff(), kLinear) << i;
    }
    EXPECT_GT(beside, 40) << "the floor is a good part of the sums of the lowest layer";
}

TEST(SphGradient, IsExactWithinAPlaneOfParticlesAndLeavesTheNormalAlone)
{
    Particles sheet = cloud({}, {9, 1, 9});
    for (auto& x : sheet.edit<Vec3f>("P")) x.y() = 0.02f;
    Prepared p({}, std::move(sheet));
    EXPECT_LT(gradientError(p, Vec3f(1, 0, 1).asDiagonal()), kLinear);
}

TEST(SphGradient, IsExactAlongALineOfParticles)
{
    Particles line = cloud({}, {12, 1, 1});
    const Vec3f along = Vec3f(1, 2, -2) / 3;
    for (auto& x : line.edit<Vec3f>("P")) x = x.x() * along;
    Prepared p({}, std::move(line));
    EXPECT_LT(gradientError(p, along * along.transpose()), kLinear);
}

TEST(SphGradient, TakesItsVolumeChangeFromThePlainSum)
{
    // Eq. 18: rotation and shear corrected, the trace not.
    Prepared p({}, cloud({}, {5, 5, 5}));
    const Mat3f M = someMatrix();
    for (std::size_t i = 0; i < p.snow.count; ++i) p.data.velocity[i] = Vec4f::of(M * p.snow.x[i]);
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        const Mat3f plain = sumOuter(p.data.near, i, p.data.velocity.data()).mat3();
        const Mat3f gradient = gradientOfVelocity(p.data, i).mat3();
        EXPECT_NEAR(gradient.trace(), plain.trace(), 1e-4f); // rounding
        const Mat3f deviator = gradient - gradient.trace() / 3 * Mat3f::Identity();
        const Mat3f expected = M - M.trace() / 3 * Mat3f::Identity();
        EXPECT_LT((deviator - expected).cwiseAbs().maxCoeff(), kLinear);
    }
}

TEST(SphDensity, OfALatticeIsTheMaterialsAlsoAtAFloor)
{
    // Half a spacing above the floor, whose particles lie half a spacing below it. The floor's lattice and phi are not
    // the snow's: 4 %.
    Prepared p({}, cloud({}, {9, 9, 9}, 0), floorWorld());
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        const Vec3f x = p.snow.x[i] / 0.01f;
        if (x.x() < 2 || x.x() > 7 || x.z() < 2 || x.z() > 7 || x.y() > 7) continue;
        EXPECT_NEAR(p.snow.density[i], 400, x.y() < 2 ? 16 : 1) << x.transpose();
    }
}

/// Compressible with split and with deviatoric stress, and IISPH: the settings that have a pressure solve.
std::vector<SphParams> pressureSettings()
{
    std::vector<SphParams> settings(3);
    settings[1].elasticity = Elasticity::Deviatoric;
    settings[2].pressure = Pressure::Incompressible;
    return settings;
}

TEST(SphPressure, DiagonalIsTheOperatorOnUnitVectors)
{
    for (const SphParams& params : pressureSettings()) {
        Particles snow = cloud(params, {6, 6, 6});
        snow.edit<Vec3f>("P")[3] = Vec3f(1, 1, 1); // a single flake
        Prepared p(params, std::move(snow), floorWorld());
        StepReport report;
        predictVelocities(params, p.world, 1e-3, p.snow, p.data, report);
        PressureSystem system;
        preparePressure(params, 1e-3, p.snow, p.data, system);
        const bool incompressible = params.pressure == Pressure::Incompressible;
        EXPECT_EQ(system.alpha, incompressible ? 0 : 1);
        EXPECT_EQ(system.psi, incompressible ? 1 : params.boundaryPressure);
        for (std::size_t i = 0; i < p.snow.count; i += 7) {
            for (auto& value : p.data.pressure) value = 0;
            p.data.pressure[i] = 1;
            findPush(p.data, system);
            const float expected = applyPressureRow(p.data, system, i);
            EXPECT_NEAR(pressureDiagonal(system, i), expected, 1e-5f * expected) << i; // rounding of the sums
        }
    }
}

TEST(SphPressure, HasTheBulkModulusWhereStressIsDeviatoric)
{
    // K = E / (3 (1 - 2 nu)) against lambda = E nu / ((1 + nu) (1 - 2 nu)): their ratio is (1 + nu) / (3 nu).
    SphParams params;
    PressureSystem split, deviatoric;
    Prepared p(params, cloud(params, {4, 4, 4}));
    preparePressure(params, 1e-3, p.snow, p.data, split);
    params.elasticity = Elasticity::Deviatoric;
    preparePressure(params, 1e-3, p.snow, p.data, deviatoric);
    const float ratio = (1 + params.poissonsRatio) / (3 * params.poissonsRatio);
    for (std::size_t i = 0; i < p.snow.count; ++i)
        EXPECT_NEAR(deviatoric.stiffness[i] / split.stiffness[i], ratio, 1e-5f * ratio);
}

TEST(SphPressure, OfASingleFlakeVanishesWhateverItsStiffness)
{
    SphParams params;
    params.hardening = 100; // e^-214: less than a float holds
    Prepared p(params, cloud(params, {1, 1, 1}));
    StepReport report;
    predictVelocities(params, p.world, 1e-3, p.snow, p.data, report);
    PressureSystem system;
    solvePressure(params, 1e-3, p.snow, p.data, system, report);
    EXPECT_EQ(p.data.pressure[0], 0);
    EXPECT_TRUE(report.solves.at(0).converged);
    EXPECT_TRUE(p.data.velocity[0].vec3().allFinite());
}

TEST(SphPressure, SolveMeetsItsTolerance)
{
    SphParams params;
    params.densityError = 1e-5f;
    BlockOfSnow block;
    block.velocity = {0, -2, 0};
    Prepared p(params, makeSnow(block, params), floorWorld());
    StepReport report;
    predictVelocities(params, p.world, 1e-3, p.snow, p.data, report);
    PressureSystem system;
    solvePressure(params, 1e-3, p.snow, p.data, system, report);
    ASSERT_TRUE(report.solves.at(0).converged);
    findPush(p.data, system);
    double error = 0;
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        // Eq. 5: what the state equation says of the density, and what the motion makes of it.
        const float s = system.stiffness[i];
        const float residual = s * system.source[i] - applyPressureRow(p.data, system, i);
        error += double(std::abs(residual) / pressureDiagonal(system, i) * system.slope[i] / p.data.restDensity[i]);
    }
    EXPECT_LT(error / double(p.snow.count), 1e-5);
}

/// Eq. 9 to 12, 18 and 19 and section 3.5 in double, plainly: the acceleration by shear stress at velocities v.
std::vector<Vec3d> shearAcceleration(const Prepared& p, Elasticity elasticity, const std::vector<Vec3d>& v, double dt)
{
    const auto& near = p.data.near;
    std::vector<Mat3d> stress(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
        Mat3d snow = Mat3d::Zero();
        forNeighbours(near, i, [&](std::size_t j, const float* g) {
            snow += (v[j] - v[i]) * Vec3d(g[0], g[1], g[2]).transpose();
        });
        double trace = snow.trace();
        forBoundary(p.data.boundary, i,
                    [&](std::size_t, const Vec3f& g, float) { trace -= v[i].dot(g.cast<double>()); });
        const Mat3d corrected = snow * p.data.correction[i].cast<double>().transpose();
        const Mat3d rotation = 0.5 * (corrected - corrected.transpose());
        const Mat3d shear = 0.5 * (corrected + corrected.transpose()) - corrected.trace() / 3 * Mat3d::Identity();
        const Mat3d gradient = rotation + shear + trace / 3 * Mat3d::Identity();
        const Mat3d F = p.snow.F[i].cast<double>(), next = F + dt * gradient * F;
        const Mat3d strain = 0.5 * (next + next.transpose()) - Mat3d::Identity();
        const double G = double(p.data.shear[i]), dilation = strain.trace();
        stress[i] = 2 * G * strain;
        if (elasticity == Elasticity::Deviatoric) stress[i] -= 2 * G / 3 * dilation * Mat3d::Identity();
        if (elasticity == Elasticity::Combined) stress[i] += double(p.data.lambda[i]) * dilation * Mat3d::Identity();
    }
    std::vector<Vec3d> a(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
        const Mat3d Li = p.data.correction[i].cast<double>();
        Vec3d sum = Vec3d::Zero();
        forNeighbours(near, i, [&](std::size_t j, const float* gradient) {
            const Vec3d g(gradient[0], gradient[1], gradient[2]);
            sum += stress[j] * (p.data.correction[j].cast<double>() * g) + stress[i] * (Li * g);
        });
        // Boundaries push along their normals: of the correction, what it does along their sum.
        Vec3d push = Vec3d::Zero();
        forBoundary(p.data.boundary, i, [&](std::size_t, const Vec3f& g, float) { push += g.cast<double>(); });
        if (push.squaredNorm() > 0) sum += stress[i].trace() / 3 * push.dot(Li * push) / push.squaredNorm() * push;
        a[i] = sum / double(p.snow.density[i]);
    }
    return a;
}

/// Compares a product of the shear system's matrix, and its right-hand side, with differences of shearAcceleration.
void compareShearSystem(const SphParams& params)
{
    Prepared p(params, cloud(params, {6, 6, 6}), floorWorld());
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        const Mat3f R = Mat3f::NullaryExpr([&](int r, int c) { return randomUnit(4, i, 0, uint64_t(3 * r + c)); });
        p.snow.F[i] = Mat3f::Identity() + 0.01f * (R + R.transpose() - Mat3f::Ones());
    }
    const double dt = 1e-3;
    StepReport report;
    predictVelocities(params, p.world, dt, p.snow, p.data, report);
    const std::size_t n = p.snow.count;
    for (std::size_t i = 0; i < n; ++i) // as the pressure would: from v* to v**
        p.data.velocity[i] =
            Vec4f::of(p.data.predicted[i].vec3() + 0.01f * (randomInCube(6, i) - Vec3f::Constant(0.5f)));
    ShearSystem system;
    findShearForces(dt, p.snow, params, p.data, system);

    std::vector<Vec3d> v(n), ahead(n);
    RawArray<Vec4f> b, product;
    b.resize(n), product.resize(n);
    constexpr double kStep = 1e-3;
    for (std::size_t i = 0; i < n; ++i) {
        v[i] = p.data.velocity[i].vec3().cast<double>();
        b[i] = Vec4f::of(randomInCube(5, i) - Vec3f::Constant(0.5f));
        ahead[i] = v[i] + kStep * b[i].vec3().cast<double>();
    }
    applyShear(p.data, system, b.data(), product.data());
    const auto here = shearAcceleration(p, params.elasticity, v, dt);
    const auto there = shearAcceleration(p, params.elasticity, ahead, dt);
    double size = 0, largestFriction = 0;
    for (std::size_t i = 0; i < n; ++i) size = std::max(size, (there[i] - here[i]).norm() / kStep * dt);
    for (std::size_t i = 0; i < n; ++i) {
        // b - dt d(a - c (v - v*))/dv b, and the row divided by 1 + dt c.
        const double c = double(p.data.friction[i]), divisor = 1 + dt * c;
        const Vec3d along = b[i].vec3().cast<double>(), change = dt / kStep * (there[i] - here[i]);
        const Vec3d expected = (along - change + dt * c * along) / divisor;
        EXPECT_LT((product[i].vec3().cast<double>() - expected).norm(), 2e-5 * size) << i; // single precision
        // And the right-hand side is the acceleration at v** itself.
        const Vec3d since = v[i] - p.data.predicted[i].vec3().cast<double>();
        const Vec3d rhs = (here[i] - c * since) / divisor;
        EXPECT_LT((system.rhs[i].vec3().cast<double>() - rhs).norm(), 1e-3 * (1 + rhs.norm())) << i;
        largestFriction = std::max(largestFriction, dt * c);
    }
    EXPECT_EQ(largestFriction > 1, params.friction > 0) << "friction counts where there is some";
}

TEST(SphShear, OperatorIsTheDerivativeOfTheStressUpdate)
{
    for (const Elasticity elasticity : {Elasticity::Split, Elasticity::Deviatoric, Elasticity::Combined}) {
        for (const float friction : {0.0f, 2.0f}) {
            SCOPED_TRACE("elasticity " + std::to_string(int(elasticity)) + ", friction " + std::to_string(friction));
            SphParams params;
            params.elasticity = elasticity;
            params.friction = friction;
            compareShearSystem(params);
        }
    }
}

TEST(SphFriction, ClosedFormSolvesTheViscousSystem)
{
    // Weiler's system with Morris' Laplacian: v* = v + dt a + dt nu sum V_b (v_b - v*) (...).
    SphParams params;
    params.drag = 0;
    World world;
    ColliderParams moving;
    moving.velocity = {0.7f, 0, -0.2f};
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    world.colliders.push_back(makeCollider(moving, {}, analyticShape(shape)));
    Particles snow = cloud(params, {6, 3, 6});
    for (auto& v : snow.edit<Vec3f>("v")) v = {1, 2, 3};
    Prepared p(params, std::move(snow), world);
    const double dt = 1e-3, nu = 1, h = 0.01;
    StepReport report;
    predictVelocities(params, world, dt, p.snow, p.data, report);
    int touched = 0;
    for (std::size_t i = 0; i < p.snow.count; ++i) {
        const Vec3d v = p.data.velocity[i].vec3().cast<double>();
        Vec3d sum = Vec3d::Zero();
        forBoundary(p.data.boundary, i, [&](std::size_t b, const Vec3f&, float slope) {
            const Vec3d x = (p.snow.x[i] - p.data.boundary.samples.P[b]).cast<double>();
            const Vec3d gradient = double(slope) * x;
            sum -= nu * x.dot(gradient) / (x.squaredNorm() + 0.01 * h * h) *
                   (p.data.boundary.samples.v[b].cast<double>() - v);
            ++touched;
        });
        const Vec3d other = Vec3d(1, 2, 3) + dt * world.gravity.cast<double>();
        EXPECT_LT((v - other - dt * sum).norm(), 1e-5 * dt * 5e4); // single precision at rates up to 5e4 / s
    }
    EXPECT_GT(touched, 100);
}

} // namespace
} // namespace firn::sph
