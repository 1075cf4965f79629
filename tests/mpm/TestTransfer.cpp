// Claims about the transfers between particles and grid.
#include "materials/Lame.h"
#include "math/BSplineStencil.h"
#include "mpm/DoubleLane.h"
#include "mpm/NodeTransfer.h"
#include "mpm/SnowBlock.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>
#include <map>

namespace firn::mpm {
namespace {

constexpr double kRounding = 2e-6; // relative: single precision sums over a few thousand particles

struct Choice {
    Kernel kernel;
    Transfer transfer;
    float beta;
};

class MpmTransfer : public testing::TestWithParam<Choice> {
protected:
    MpmTransfer()
    {
        mParams.kernel = GetParam().kernel;
        mParams.transfer = GetParam().transfer;
        mParams.beta = GetParam().beta;
        mParams.tolerance = 1e-6f;
        mWorld.gravity = Vec3f::Zero();
    }

    /// A jittered block with random velocities, deformations and affine velocities.
    Particles livelySnow() const
    {
        BlockOfSnow block;
        block.jitter = 0.9f;
        block.corner = {-0.037f, 0.013f, -0.051f};
        Particles particles = makeSnow(block, mParams);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            particles.edit<Vec3f>("v")[i] = 2 * randomInCube(1, i) - Vec3f::Constant(0.7f);
            for (int k = 0; k < 9; ++k)
                particles.edit<Mat3f>("F")[i](k / 3, k % 3) += 0.01f * (randomUnit(2, i, 0, uint64_t(k)) - 0.5f);
            if (mParams.transfer == Transfer::Apic)
                for (int k = 0; k < 9; ++k)
                    particles.edit<Mat3f>("C")[i](k / 3, k % 3) = randomUnit(3, i, 0, uint64_t(k)) - 0.5f;
        }
        return particles;
    }

    /// Arranges and rasterises.
    MpmGrid gridOf(Particles& particles) const
    {
        MpmGrid grid;
        StepReport report;
        EXPECT_TRUE(arrange(mParams, particles, grid, report));
        rasterise(mParams, snowOf(mParams, particles), grid, report);
        return grid;
    }

    MpmParams mParams;
    World mWorld;
};

/// A plain sum over particles and stencils in double precision.
template <int Nodes>
std::map<std::array<int, 3>, std::array<double, 8>> plainNodes(const MpmParams& params, Particles& particles,
                                                               float cell)
{
    std::map<std::array<int, 3>, std::array<double, 8>> nodes;
    for (std::size_t p = 0; p < particles.size(); ++p) {
        const Vec3d X = (particles.P()[p] * (1.0f / cell)).cast<double>() - Vec3d::Constant(kNodeOffset);
        BSplineStencil<Nodes, double> s;
        if constexpr (Nodes == 3)
            s = quadraticStencil<double>(X);
        else
            s = cubicStencil<double>(X);
        const double m = double(particles.get<float>("mass")[p]), V = double(particles.get<float>("restvolume")[p]);
        const Vec3d v = particles.v()[p].cast<double>();
        const Mat3d C = params.transfer == Transfer::Apic ? Mat3d(particles.get<Mat3f>("C")[p].cast<double>())
                                                          : Mat3d(Mat3d::Zero());
        // Small strain at the default material: P F^T from V by iteration in double.
        const Mat3d F = particles.get<Mat3f>("F")[p].cast<double>();
        Mat3d S = Mat3d::Identity();
        const Mat3d B = F * F.transpose();
        for (int k = 0; k < 20; ++k) S = 0.5 * (S + B * S.inverse());
        const double E = double(params.youngsModulus), nu = double(params.poissonsRatio), J = F.determinant();
        const double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
        const Mat3d tau = 2 * mu * (B - S) + lambda * (J - 1) * J * Mat3d::Identity();
        for (int i = 0; i < Nodes; ++i)
            for (int j = 0; j < Nodes; ++j)
                for (int k = 0; k < Nodes; ++k) {
                    const Vec3i at = s.base() + Vec3i(i, j, k);
                    auto& node = nodes[{at.x(), at.y(), at.z()}];
                    const Vec3d arm = double(cell) * (at.cast<double>() - X);
                    const Vec3d momentum = m * s.weight(i, j, k) * (v + C * arm);
                    const Vec3d force = -V / double(cell) * tau * s.gradient(i, j, k);
                    node[kMass] += m * s.weight(i, j, k);
                    for (int a = 0; a < 3; ++a) {
                        node[std::size_t(kVelocity + a)] += momentum[a];
                        node[std::size_t(kForce + a)] += force[a];
                    }
                }
    }
    return nodes;
}

TEST_P(MpmTransfer, MatchesAPlainSumOverParticles)
{
    Particles particles = livelySnow();
    const MpmGrid grid = gridOf(particles);
    const auto plain = mParams.kernel == Kernel::Cubic ? plainNodes<4>(mParams, particles, grid.cell)
                                                       : plainNodes<3>(mParams, particles, grid.cell);
    double largest[8] = {}, worst[8] = {};
    for (const auto& [at, values] : plain) {
        const Vec3i node(at[0], at[1], at[2]);
        const int64_t b = grid.blocks.find(blockOf(node));
        ASSERT_GE(b, 0);
        for (int c = 0; c < 8; ++c) {
            const float got =
                grid.nodes[(std::size_t(b) * kBlockNodes + std::size_t(placeInBlock(node))) * 8 + std::size_t(c)];
            largest[c] = std::max(largest[c], std::abs(values[std::size_t(c)]));
            worst[c] = std::max(worst[c], std::abs(values[std::size_t(c)] - double(got)));
        }
    }
    // Weights come from positions with 24 bits, of which the cell's number takes 3.
    for (const int c : {0, 1, 2, 3}) EXPECT_LT(worst[c], 3e-6 * largest[c]) << "channel " << c;
    for (const int c : {5, 6, 7}) EXPECT_LT(worst[c], 2e-4 * largest[c]) << "force " << c; // strains of 1e-2, 24 bits
}

TEST_P(MpmTransfer, PutsAllMassOnTheGrid)
{
    Particles particles = livelySnow();
    const MpmGrid grid = gridOf(particles);
    double onGrid = 0, onParticles = 0;
    for (std::size_t n = 0; n < grid.nodes.size(); n += kNodeChannels) onGrid += double(grid.nodes[n]);
    for (const float m : particles.get<float>("mass")) onParticles += double(m);
    EXPECT_NEAR(onGrid, onParticles, kRounding * onParticles);
}

TEST_P(MpmTransfer, ElasticForcesSumToZero)
{
    Particles particles = livelySnow();
    const MpmGrid grid = gridOf(particles);
    Vec3d sum = Vec3d::Zero(), size = Vec3d::Zero();
    for (std::size_t n = 0; n < grid.nodes.size(); n += kNodeChannels)
        for (int k = 0; k < 3; ++k) {
            sum[k] += double(grid.nodes[n + std::size_t(kForce + k)]);
            size[k] += std::abs(double(grid.nodes[n + std::size_t(kForce + k)]));
        }
    EXPECT_LT(sum.norm(), kRounding * size.norm());
}

TEST_P(MpmTransfer, ConservesLinearMomentum)
{
    Particles particles = livelySnow();
    MpmSolver solver(mParams);
    const Vec3d before = momentum(particles);
    double mass = 0;
    for (const float m : particles.get<float>("mass")) mass += double(m);
    for (int s = 0; s < 5; ++s) ASSERT_TRUE(solver.step(1e-4, mWorld, particles).ok());
    EXPECT_LT((momentum(particles) - before).norm(), 5 * kRounding * mass) << "of snow at about 1 m/s";
}

TEST_P(MpmTransfer, FreeFallIsExact)
{
    BlockOfSnow block;
    block.velocity = {1, 2, 0};
    Particles particles = makeSnow(block, mParams);
    const Vec3f start = particles.P()[100];
    const int64_t id = particles.id()[100];
    mWorld.gravity = {0, -9.81f, 0};
    MpmSolver solver(mParams);
    const double dt = 5e-4; // below the elastic limit of either kernel
    for (int s = 0; s < 200; ++s) ASSERT_TRUE(solver.step(dt, mWorld, particles).ok());
    std::size_t i = 0;
    while (particles.id()[i] != id) ++i;
    constexpr double kFallRounding = 4e-6; // m: 200 additions to 0.2 m in single precision
    // v_n = v0 + n g dt; x = x0 + sum of v_n dt (the paper's step 10 uses the new velocity).
    const double t = 0.1, fall = -9.81 * dt * dt * 200 * 201 / 2;
    EXPECT_NEAR(double(particles.v()[i].y()), 2 - 9.81 * t, 1e-4);
    EXPECT_NEAR(double(particles.P()[i].y()), double(start.y()) + 2 * t + fall, kFallRounding);
    EXPECT_NEAR(double(particles.P()[i].x()), double(start.x()) + t, kFallRounding);
}

TEST_P(MpmTransfer, RotatedStressFreeBodyFeelsNoForce)
{
    Particles particles = makeSnow({}, mParams);
    const Mat3f R = (Eigen::AngleAxisf(0.7f, Vec3f(1, 2, -1).normalized())).toRotationMatrix();
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles.edit<Vec3f>("P")[i] = R * particles.P()[i];
        particles.edit<Mat3f>("F")[i] = R;
    }
    const MpmGrid grid = gridOf(particles);
    // Against the force of one part in a thousand of strain: rounding of F is 6e-8.
    const double scale = 1.4e5 * 1e-3 * 0.02 * 0.02;
    double largest = 0;
    for (std::size_t n = 0; n < grid.nodes.size(); n += kNodeChannels)
        for (int k = 0; k < 3; ++k)
            largest = std::max(largest, std::abs(double(grid.nodes[n + std::size_t(kForce + k)])));
    EXPECT_LT(largest, 1e-3 * scale);
}

/// beta dt^2 times Eq. 7 and 8, summed plainly in double precision.
template <int Nodes, class Field>
Vec3d plainProduct(Particles& particles, float cell, const Field& u, const Vec3i& target)
{
    Vec3d sum = Vec3d::Zero();
    for (std::size_t p = 0; p < particles.size(); ++p) {
        const Vec3d X = (particles.P()[p] * (1.0f / cell)).cast<double>() - Vec3d::Constant(kNodeOffset);
        BSplineStencil<Nodes, double> s;
        if constexpr (Nodes == 3)
            s = quadraticStencil<double>(X);
        else
            s = cubicStencil<double>(X);
        const Vec3i at = target - s.base();
        if (at.minCoeff() < 0 || at.maxCoeff() >= Nodes) continue;
        Mat3d D = Mat3d::Zero();
        for (int i = 0; i < Nodes; ++i)
            for (int j = 0; j < Nodes; ++j)
                for (int k = 0; k < Nodes; ++k)
                    D += u(s.base() + Vec3i(i, j, k)) * s.gradient(i, j, k).transpose() / double(cell);
        const Lame<double> lame = lameFrom(1.4e5, 0.2);
        const auto V = leftStretch(lanesOf(particles.get<Mat3f>("F")[p].cast<double>()));
        const Mat3d G = matrixOf(stressChange<DoubleLane>(V, {lame.mu, lame.lambda}, lanesOf(D)));
        sum += double(particles.get<float>("restvolume")[p]) / double(cell) * G * s.gradient(at.x(), at.y(), at.z());
    }
    return sum;
}

TEST_P(MpmTransfer, HessianProductMatchesAPlainSumOverParticles)
{
    mParams.beta = 1;
    Particles particles = livelySnow();
    const MpmGrid grid = gridOf(particles);
    ImplicitSystem system;
    const double dt = 1e-3;
    prepareProducts(mParams, dt, snowOf(mParams, particles), grid, system);
    const auto u = [](const Vec3i& node) {
        return Vec3d(std::sin(node.x() + 0.3 * node.y()), std::cos(node.z()), std::sin(node.x() * node.z()));
    };
    NodeField field, force;
    grid.blocks.zero(kVectorChannels, field);
    const auto nodeAt = [&](std::size_t n) -> Vec3i {
        const int k = int(n % kBlockNodes);
        return kBlockSide * grid.blocks.block(n / kBlockNodes) + Vec3i(k >> 4, (k >> 2) & 3, k & 3);
    };
    for (std::size_t n = 0; n < field.size() / kVectorChannels; ++n)
        for (int k = 0; k < 3; ++k) field[n * kVectorChannels + std::size_t(k)] = float(u(nodeAt(n))[k]);
    multiplyHessian(mParams, grid, system, field, force);

    double largest = 0, worst = 0;
    for (std::size_t n = 0; n < force.size() / kVectorChannels; n += 7) {
        const Vec3d plain = dt * dt *
                            (mParams.kernel == Kernel::Cubic ? plainProduct<4>(particles, grid.cell, u, nodeAt(n))
                                                             : plainProduct<3>(particles, grid.cell, u, nodeAt(n)));
        for (int k = 0; k < 3; ++k)
            worst = std::max(worst, std::abs(plain[k] - double(force[n * kVectorChannels + std::size_t(k)])));
        largest = std::max(largest, plain.norm());
    }
    EXPECT_GT(largest, 0);
    EXPECT_LT(worst, 1e-5 * largest); // positions and stretches with 24 bits
}

INSTANTIATE_TEST_SUITE_P(
    All, MpmTransfer,
    testing::Values(Choice{Kernel::Cubic, Transfer::Flip, 0}, Choice{Kernel::Quadratic, Transfer::Flip, 0},
                    Choice{Kernel::Cubic, Transfer::Apic, 0}, Choice{Kernel::Quadratic, Transfer::Apic, 0},
                    Choice{Kernel::Cubic, Transfer::Flip, 1}, Choice{Kernel::Quadratic, Transfer::Apic, 0.5f}));

TEST(MpmApic, ConservesAngularMomentum)
{
    for (const Kernel kernel : {Kernel::Quadratic, Kernel::Cubic}) {
        MpmParams params;
        params.kernel = kernel;
        params.transfer = Transfer::Apic;
        params.beta = 0;
        Particles particles = makeSnow({}, params);
        const Vec3d centre = centreOfMass(particles);
        const Vec3f spin(3, -2, 5);
        for (std::size_t i = 0; i < particles.size(); ++i)
            particles.edit<Vec3f>("v")[i] = spin.cross(particles.P()[i] - centre.cast<float>());

        // With APIC a particle also carries m D (the skew part of C) of angular momentum: D = cell^2 / 4 or / 3.
        const auto angular = [&] {
            const double cell = 0.02, D = cell * cell / (kernel == Kernel::Quadratic ? 4 : 3);
            Vec3d sum = Vec3d::Zero();
            for (std::size_t i = 0; i < particles.size(); ++i) {
                const double m = double(particles.get<float>("mass")[i]);
                const Mat3d C = particles.get<Mat3f>("C")[i].cast<double>();
                const Vec3d axis(C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1));
                sum += m * (particles.P()[i].cast<double>().cross(particles.v()[i].cast<double>()) + D * axis);
            }
            return sum;
        };
        World world;
        world.gravity = Vec3f::Zero();
        MpmSolver solver(params);
        const Vec3d before = angular();
        for (int s = 0; s < 20; ++s) ASSERT_TRUE(solver.step(1e-4, world, particles).ok());
        EXPECT_LT((angular() - before).norm(), 2e-5 * before.norm());
    }
}

TEST(MpmRestVolume, IsMeasuredWhereUnknown)
{
    MpmParams params;
    params.beta = 0;
    BlockOfSnow block;
    block.count = Vec3i::Constant(16);
    Particles particles = makeSnow(block, params);
    for (float& V : particles.edit<float>("restvolume")) V = 0;
    particles.edit<float>("restvolume")[5] = 3e-6f;
    const int64_t known = particles.id()[5];
    World world;
    MpmSolver solver(params);
    ASSERT_TRUE(solver.step(1e-5, world, particles).ok());
    // In the middle of a lattice of 8 particles per cell the grid's density is the true one.
    const double s3 = 1e-6;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        if (particles.id()[i] == known) {
            EXPECT_EQ(particles.get<float>("restvolume")[i], 3e-6f);
        } else if ((particles.P()[i] - Vec3f::Constant(0.08f)).cwiseAbs().maxCoeff() < 0.03f) {
            EXPECT_NEAR(double(particles.get<float>("restvolume")[i]), s3, 1e-3 * s3);
            EXPECT_NEAR(double(particles.get<float>("density")[i]), 400.0, 1.0);
        }
    }
}

} // namespace
} // namespace firn::mpm
