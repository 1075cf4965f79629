// MPM against closed forms of elasticity: waves, damping by the time integration, energy.
#include "mpm/SnowBlock.h"

#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

constexpr double kPi = 3.14159265358979;

/// Snow that neither yields nor hardens, without sideways bulging: a bar of it has the wave speed sqrt(E / density).
MpmParams elasticParams(float beta)
{
    MpmParams params;
    params.beta = beta;
    params.flipRatio = 1;
    params.poissonsRatio = 0;
    params.hardening = 0;
    params.criticalCompression = params.criticalStretch = 0.9f;
    params.tolerance = 1e-6f;
    params.restTolerance = 0;
    return params;
}

/// A free bar along x that starts in its first mode of vibration.
class VibratingBar {
public:
    explicit VibratingBar(const MpmParams& params, int length = 96) : mSolver(params)
    {
        BlockOfSnow bar;
        bar.count = {length, 6, 6};
        bar.corner = {0.013f, 0.007f, -0.004f};
        mParticles = makeSnow(bar, params);
        mLength = double(bar.separation) * length;
        for (std::size_t i = 0; i < mParticles.size(); ++i) {
            const double phase = kPi * (double(mParticles.P()[i].x()) - 0.013) / mLength;
            mShape.push_back(std::cos(phase)); // by id, which is the order at first
            mParticles.edit<Vec3f>("v")[i].x() = float(0.05 * mShape[i]);
        }
        mWorld.gravity = Vec3f::Zero();
    }

    double speed() const { return std::sqrt(1.4e5 / 400); }
    double omega() const { return kPi * speed() / mLength; }

    /// Amplitude of the mode's velocity and displacement.
    double velocity() const
    {
        double sum = 0;
        for (std::size_t i = 0; i < mParticles.size(); ++i)
            sum += double(mParticles.v()[i].x()) * mShape[std::size_t(mParticles.id()[i])];
        return 2 * sum / double(mParticles.size());
    }

    StepReport step(double dt) { return mSolver.step(dt, mWorld, mParticles); }
    const Particles& particles() const { return mParticles; }

private:
    MpmSolver mSolver;
    Particles mParticles;
    World mWorld;
    std::vector<double> mShape;
    double mLength;
};

TEST(MpmWave, TravelsAtTheSpeedOfTheMaterial)
{
    for (const Kernel kernel : {Kernel::Quadratic, Kernel::Cubic}) {
        MpmParams params = elasticParams(0);
        params.kernel = kernel;
        VibratingBar bar(params);
        // The velocity of the first mode is zero after a quarter period, the time a wave takes through half the bar.
        const double dt = 2e-4;
        double t = 0, before = bar.velocity();
        for (;; t += dt) {
            ASSERT_TRUE(bar.step(dt).ok());
            const double now = bar.velocity();
            if (now <= 0) {
                t += dt * before / (before - now);
                break;
            }
            before = now;
            ASSERT_LT(t, 0.1);
        }
        const double expected = kPi / 2 / bar.omega();
        EXPECT_NEAR(t, expected, 0.05 * expected);
    }
}

TEST(MpmIntegration, DampsAsItsBetaPredicts)
{
    // v' = v - dt omega^2 (x + beta dt v'), x' = x + dt v': the amplitude falls by (1 + beta (omega dt)^2)^(-1/2) a
    // step.
    const double dt = 8e-4;
    for (const float beta : {0.0f, 0.5f, 1.0f}) {
        VibratingBar bar(elasticParams(beta));
        const int half = int(std::lround(kPi / bar.omega() / dt));
        double lowest = 0; // the velocity's extremum half a period later
        for (int s = 0; s < half * 11 / 10; ++s) {
            ASSERT_TRUE(bar.step(dt).ok());
            lowest = std::min(lowest, bar.velocity());
        }
        const double a = bar.omega() * dt * bar.omega() * dt;
        const double expected = 0.05 * std::pow(1 + double(beta) * a, -0.5 * half);
        EXPECT_NEAR(-lowest, expected, 0.01 * 0.05) << "beta " << beta; // free ends and particles cost up to a percent
    }
}

TEST(MpmIntegration, ImplicitTendsToExplicitWithFirstOrder)
{
    // Both schemes are of first order and differ by beta dt^2 omega^2 v per step, that is, by a multiple of dt in all.
    double difference[2];
    for (int k = 0; k < 2; ++k) {
        const double dt = k == 0 ? 4e-4 : 2e-4;
        VibratingBar explicitBar(elasticParams(0), 48), implicitBar(elasticParams(1), 48);
        for (int s = 0; s < (k == 0 ? 30 : 60); ++s) {
            ASSERT_TRUE(explicitBar.step(dt).ok());
            ASSERT_TRUE(implicitBar.step(dt).ok());
        }
        difference[k] = std::abs(explicitBar.velocity() - implicitBar.velocity());
    }
    EXPECT_NEAR(difference[0] / difference[1], 2.0, 0.3);
}

TEST(MpmIntegration, TrapezoidalDiffersHalfAsMuchAsBackwardEuler)
{
    const double dt = 2e-4;
    double velocity[3];
    for (int k = 0; k < 3; ++k) {
        VibratingBar bar(elasticParams(0.5f * float(k)), 48);
        for (int s = 0; s < 60; ++s) ASSERT_TRUE(bar.step(dt).ok());
        velocity[k] = bar.velocity();
    }
    EXPECT_NEAR((velocity[2] - velocity[0]) / (velocity[1] - velocity[0]), 2.0, 0.2);
}

/// Two blocks that meet at 8 m/s and break, without gravity or colliders.
TEST(MpmEnergy, NeverGrowsByMoreThanTwoPercent)
{
    struct Choice {
        Transfer transfer;
        float flipRatio, beta;
        Kernel kernel = Kernel::Cubic;
    };
    for (const Choice& choice :
         {Choice{Transfer::Flip, 0.95f, 0}, Choice{Transfer::Flip, 1, 0}, Choice{Transfer::Apic, 0, 0},
          Choice{Transfer::Flip, 0.95f, 1}, Choice{Transfer::Flip, 0.95f, 0.5f}, Choice{Transfer::Flip, 1, 1},
          Choice{Transfer::Apic, 0, 1}, Choice{Transfer::Flip, 0.95f, 0, Kernel::Quadratic},
          Choice{Transfer::Flip, 0.95f, 1, Kernel::Quadratic}}) {
        MpmParams params;
        params.transfer = choice.transfer;
        params.flipRatio = choice.flipRatio;
        params.beta = choice.beta;
        params.kernel = choice.kernel;
        BlockOfSnow left, right;
        left.jitter = right.jitter = 0.5f;
        left.velocity = {4, 0, 0};
        right.velocity = {-4, 0, 0.3f};
        right.corner = {0.13f, 0.02f, 0.01f};
        Particles particles = makeSnow(left, params);
        particles.append(makeSnow(right, params));
        World world;
        world.gravity = Vec3f::Zero();
        MpmSolver solver(params);
        double first = 0, largest = 0;
        while (world.time < 0.05) {
            const double dt = solver.largestStep(world, particles);
            const StepReport report = solver.step(dt, world, particles);
            ASSERT_TRUE(report.ok());
            const double energy = report.kineticEnergy + report.potentialEnergy;
            if (world.time == 0) first = energy;
            largest = std::max(largest, energy);
            world.time += dt;
        }
        EXPECT_LT(largest, 1.02 * first) << "flip " << choice.flipRatio << " beta " << choice.beta;
        EXPECT_GT(first, 0);
    }
}

} // namespace
} // namespace firn::mpm
