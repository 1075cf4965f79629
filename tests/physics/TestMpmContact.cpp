// MPM snow on colliders: friction, sticking, packing, a moving blade.
#include "materials/Lame.h"
#include "mpm/SnowBlock.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

/// Snow that holds its shape.
MpmParams firmParams(float beta)
{
    MpmParams params;
    params.beta = beta;
    params.youngsModulus = 1e6f;
    params.criticalCompression = params.criticalStretch = 0.3f;
    return params;
}

/// How far a block slides in 0.25 s on a slope of that angle. The slope is level and gravity is tilted instead.
double slide(double degrees, float friction, float beta)
{
    const MpmParams params = firmParams(beta);
    BlockOfSnow block;
    block.count = {16, 8, 12};
    Particles particles = makeSnow(block, params);
    World world;
    const double angle = degrees * 3.14159265 / 180;
    world.gravity = Vec3d(9.81 * std::sin(angle), -9.81 * std::cos(angle), 0).cast<float>();
    world.colliders.push_back(floorCollider(friction));
    MpmSolver solver(params);
    const double start = centreOfMass(particles).x();
    EXPECT_TRUE(runFor(solver, world, particles, 0.25).ok());
    return centreOfMass(particles).x() - start;
}

TEST(MpmFriction, HoldsABlockBelowTheFrictionAngle)
{
    // tan(22 deg) = 0.40 < 0.5; one cell is 2 cm, and a free slide would be 11 cm.
    for (const float beta : {0.0f, 1.0f}) EXPECT_LT(slide(22, 0.5f, beta), 0.004) << "beta " << beta;
}

TEST(MpmFriction, LetsABlockSlideAboveTheFrictionAngle)
{
    const double angle = 35 * 3.14159265 / 180;
    const double expected = 0.5 * 9.81 * (std::sin(angle) - 0.5 * std::cos(angle)) * 0.25 * 0.25;
    for (const float beta : {0.0f, 1.0f})
        EXPECT_NEAR(slide(35, 0.5f, beta), expected, 0.15 * expected) << "beta " << beta;
}

TEST(MpmGround, SnowTouchesIt)
{
    // A block dropped from two cells comes to rest with its lowest layer within a separation of touching the ground;
    // with nodes on the ground itself it would float a whole cell above.
    MpmParams params;
    BlockOfSnow block;
    block.count = {12, 8, 12};
    block.corner = {0.003f, 0.04f, 0.006f};
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider(0.5f));
    MpmSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 0.4).ok());
    double lowest = 0;
    const int layer = block.count.x() * block.count.z();
    for (const Vec3f& x : particles.P()) EXPECT_GE(x.y(), 0.0f);
    for (std::size_t i = 0; i < particles.size(); ++i) // the lowest layer by where it began
        if ((particles.id()[i] / block.count.z()) % block.count.y() == 0)
            lowest += double(particles.P()[i].y()) / layer;
    const double cell = 2 * double(block.separation);
    EXPECT_LT(lowest, 0.75 * cell);
}

TEST(MpmSticky, HoldsSnowUpsideDown)
{
    for (const auto& [sticky, beta] : {std::pair(true, 0.0f), {false, 0.0f}, {true, 1.0f}, {false, 1.0f}}) {
        MpmParams params;
        params.beta = beta;
        BlockOfSnow block;
        block.count = {16, 6, 16};
        block.corner = {0, -0.06f, 0};
        Particles particles = makeSnow(block, params);
        World world;
        world.colliders.push_back(floorCollider(0.5f, sticky, -Vec3f::UnitY()));
        MpmSolver solver(params);
        const double start = centreOfMass(particles).y();
        ASSERT_TRUE(runFor(solver, world, particles, 0.2).ok());
        const double fallen = start - centreOfMass(particles).y();
        if (sticky)
            EXPECT_LT(fallen, 0.005) << "beta " << beta;
        else
            EXPECT_GT(fallen, 0.17) << "free fall is 0.196 m; beta " << beta;
    }
}

/// The mean vertical stress (Pa) from Eq. 1 and 2 with the particles' F and Jp, and the mean Jp.
double meanStress(const MpmParams& params, const Particles& particles, double& meanJp)
{
    const Lame<double> lame = lameFrom(double(params.youngsModulus), double(params.poissonsRatio));
    double stress = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Mat3d F = particles.get<Mat3f>("F")[i].cast<double>();
        const double J = F.determinant(), Jp = double(particles.get<float>("Jp")[i]);
        const Mat3d V = Eigen::SelfAdjointEigenSolver<Mat3d>(F * F.transpose()).operatorSqrt();
        const double tau = 2 * lame.mu * (V * V - V)(1, 1) + lame.lambda * (J - 1) * J;
        stress += tau * std::exp(double(params.hardening) * (1 - Jp)) / (J * Jp) / double(particles.size());
        meanJp += Jp / double(particles.size());
    }
    return stress;
}

/// The pressure on the lid that squeezes a column of snow between smooth walls, from the impulse it received.
TEST(MpmHardening, ACompressedColumnPushesBackAsEquationTwoSays)
{
    MpmParams params;
    params.beta = 0;
    params.hardening = 5;
    params.flipRatio = 0.5f; // a calm column
    BlockOfSnow block;
    block.count = {12, 24, 12};
    Particles particles = makeSnow(block, params);
    World world;
    world.gravity = Vec3f::Zero();
    const float eps = 1e-4f, width = 0.12f, height = 0.24f, lidSpeed = 0.5f;
    world.colliders.push_back(floorCollider(0, false, Vec3f::UnitY(), {0, eps, 0}));
    world.colliders.push_back(floorCollider(0, false, Vec3f::UnitX(), {eps, 0, 0}));
    world.colliders.push_back(floorCollider(0, false, -Vec3f::UnitX(), {width - eps, 0, 0}));
    world.colliders.push_back(floorCollider(0, false, Vec3f::UnitZ(), {0, 0, eps}));
    world.colliders.push_back(floorCollider(0, false, -Vec3f::UnitZ(), {0, 0, width - eps}));
    ColliderParams lid;
    lid.friction = 0;
    lid.velocity = {0, -lidSpeed, 0};
    ShapeParams plane;
    plane.shape = ShapeKind::Plane;
    plane.normal = -Vec3f::UnitY();
    plane.centre = {0, height, 0};
    world.colliders.push_back(makeCollider(lid, {}, analyticShape(plane)));
    MpmSolver solver(params);

    ASSERT_TRUE(runFor(solver, world, particles, 0.10).ok());
    world.impulses.assign(world.colliders.size(), {});
    const double interval = 0.04; // one cell of the lid's way, so that its steps from node to node average out
    ASSERT_TRUE(runFor(solver, world, particles, interval / 2).ok());
    double meanJp = 0;
    const double stress = meanStress(params, particles, meanJp);
    const double lidNow = double(height) - 0.12 * double(lidSpeed);
    EXPECT_NEAR(meanJp, lidNow / double(height) / (1 - 0.025), 0.05) // to half a cell of the column
        << "the column packs as the lid comes down";

    ASSERT_TRUE(runFor(solver, world, particles, interval / 2).ok());
    const double force = world.impulses[5].linear.y() / interval;
    EXPECT_NEAR(force / double(width * width), -stress, 0.1 * -stress);
}

TEST(MpmBlade, KeepsItsSnowInFront)
{
    // A blade two cells thick sweeps a bed of snow at 5 m/s, with automatic steps.
    for (const float beta : {0.0f, 1.0f}) {
        MpmParams params;
        params.beta = beta;
        BlockOfSnow bed;
        bed.count = {40, 8, 12};
        bed.jitter = 0.5f;
        bed.corner = {0.05f, 0, 0};
        Particles particles = makeSnow(bed, params);
        World world;
        world.colliders.push_back(floorCollider(0.3f));
        ColliderParams blade;
        blade.velocity = {5, 0, 0};
        blade.friction = 0.2f;
        ShapeParams box;
        box.shape = ShapeKind::Box;
        box.size = {0.04f, 4, 4};
        box.centre = {0, 0, 0};
        world.colliders.push_back(makeCollider(blade, {}, analyticShape(box)));
        MpmSolver solver(params);
        ASSERT_TRUE(runFor(solver, world, particles, 0.12).ok());
        const float middle = 5 * 0.12f;
        std::size_t leaked = 0;
        for (const Vec3f& x : particles.P()) leaked += x.x() < middle;
        EXPECT_EQ(leaked, 0u) << "beta " << beta;
    }
}

} // namespace
} // namespace firn::mpm
