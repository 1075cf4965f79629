// Claims about heat: it is conserved, flows between snow and colliders, and softens the snow.
#include "materials/Lame.h"
#include "sph/SphSnow.h"

#include <cmath>
#include <gtest/gtest.h>

namespace firn::sph {
namespace {

TEST(SphHeat, PassesBetweenParticlesAndNoneIsLost)
{
    SphParams params;
    params.conductivity = 50;
    BlockOfSnow block;
    block.count = {10, 4, 4};
    Particles particles = makeSnow(block, params);
    const auto T = particles.edit<float>("temperature");
    double before = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        T[i] = particles.P()[i].x() < 0.05f ? -20.0f : -5.0f;
        before += double(T[i]);
    }
    World world;
    world.gravity.setZero();
    SphSolver solver(params);
    double cold = 0, after = 0;
    for (int s = 0; s < 200; ++s)
        ASSERT_TRUE(solver.step(std::min(1e-3, solver.largestStep(world, particles)), world, particles).ok());
    const auto now = particles.get<float>("temperature");
    for (std::size_t i = 0; i < particles.size(); ++i) {
        EXPECT_GE(now[i], -20.001f);
        EXPECT_LE(now[i], -4.999f);
        after += double(now[i]);
        cold = std::max(cold, particles.P()[i].x() < 0.05f ? double(now[i]) : -20.0);
    }
    EXPECT_NEAR(after, before, 1e-4 * std::abs(before)); // rounding of 200 steps
    EXPECT_GT(cold, -15);
}

TEST(SphHeat, BoundariesWarmTheSnowBesideThemFirst)
{
    SphParams params;
    params.conductivity = 200;
    BlockOfSnow block;
    block.count = {5, 5, 5};
    Particles particles = makeSnow(block, params);
    for (auto& T : particles.edit<float>("temperature")) T = -100;
    World world;
    world.colliders.push_back(floorCollider());
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 0.2, 1e-3).ok());
    float bottom = -100, top = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        float& T = particles.P()[i].y() < 0.01f ? bottom : top;
        T = particles.P()[i].y() < 0.01f ? std::max(T, particles.get<float>("temperature")[i])
                                         : std::min(T, particles.get<float>("temperature")[i]);
    }
    EXPECT_GT(bottom, -80);
    EXPECT_LT(top, bottom - 20);
}

/// A plate of a temperature (when it has one of its own) that fills all beyond `height`, seen along the normal.
Collider plate(const Vec3f& normal, float height, bool ownTemperature, float temperature)
{
    ColliderParams params;
    params.friction = 0;
    params.ownTemperature = ownTemperature;
    params.temperature = temperature;
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = normal;
    shape.centre = {0, height, 0};
    return makeCollider(params, {}, analyticShape(shape));
}

/// Snow at rest, `layers` deep, between a lower plate that has the solver's temperature of -10 degrees and an upper one
/// of its own -30; steady. The largest error of the profile, as a share of the difference.
double profileError(int layers)
{
    constexpr float h = 0.01f;
    SphParams params;
    params.conductivity = 100;
    params.boundaryTemperature = -10;
    BlockOfSnow block;
    block.count = {5, layers, 5};
    Particles particles = makeSnow(block, params);
    for (float& T : particles.edit<float>("temperature")) T = -20;
    const float height = float(layers) * h;
    World world;
    world.gravity.setZero();
    world.colliders.push_back(plate(Vec3f::UnitY(), 0, false, 50));
    world.colliders.push_back(plate(-Vec3f::UnitY(), height, true, -30));

    StepData data;
    StepReport report;
    EXPECT_TRUE(arrange(params, particles, data, report));
    const Snow snow = snowOf(particles);
    sampleBoundaries(params, world, snow, data, report);
    measureDensity(params, snow, data, report);
    findGradients(snow, data, report);
    const double dt = stepLimit(params, world, particles);
    // The slowest part of the way to the steady profile decays in (height / pi)^2 / diffusivity.
    const double decay = std::pow(double(height) / 3.14159265, 2) * 400 * 2090 / 100;
    for (double time = 0; time < 12 * decay; time += dt) conductHeat(params, world, dt, snow, data, report);

    double error = 0;
    for (std::size_t i = 0; i < snow.count; ++i) {
        const double expected = -10 - 20 * double(snow.x[i].y() / height);
        error = std::max(error, std::abs(double(snow.temperature[i]) - expected) / 20);
    }
    return error;
}

TEST(SphHeat, BetweenPlatesOfTheirOwnTemperaturesTendsToTheLinearProfile)
{
    const double coarse = profileError(6), fine = profileError(12);
    EXPECT_LT(coarse, 0.06);
    EXPECT_LT(fine, 0.65 * coarse) << "a plate acts as if it were a share of a spacing away; that error alone is left";
}

/// [Gissler2020] section 4.1.4: 600 kPa at -100 degrees, 20 kPa at 0.
float paperModulus(float T) { return 600e3f - (T + 100) / 100 * 580e3f; }

TEST(SphHeat, MapsTemperatureToThePapersModulus)
{
    SphParams params;
    params.thermalStiffness = true;
    const auto modulusAt = [&](float T) {
        const float E = 1; // a particle's own modulus does not count
        return modulusOf(params, &E, &T, 0);
    };
    EXPECT_EQ(modulusAt(-100), 600e3f);
    EXPECT_EQ(modulusAt(0), 20e3f);
    for (int T = -99; T < 0; ++T) EXPECT_FLOAT_EQ(modulusAt(float(T)), paperModulus(float(T)));
    EXPECT_EQ(modulusAt(-150), 600e3f) << "colder than the paper's coldest";
    EXPECT_EQ(modulusAt(30), 20e3f) << "warmer than its warmest";
}

TEST(SphHeat, EachParticleHasTheStiffnessOfItsOwnTemperature)
{
    SphParams params;
    params.thermalStiffness = true;
    params.hardening = 0; // or density would change the stiffness as well
    BlockOfSnow block;
    block.count = {11, 3, 3};
    Particles particles = makeSnow(block, params);
    const auto T = particles.edit<float>("temperature");
    for (std::size_t i = 0; i < particles.size(); ++i) T[i] = -100 + float(i) / float(particles.size() - 1) * 100;
    StepData data;
    StepReport report;
    ASSERT_TRUE(arrange(params, particles, data, report));
    const Snow snow = snowOf(particles);
    measureDensity(params, snow, data, report);
    for (std::size_t i = 0; i < snow.count; ++i) {
        const Lame<float> lame = lameFrom(paperModulus(snow.temperature[i]), params.poissonsRatio);
        EXPECT_NEAR(data.shear[i], lame.mu, 1e-5f * lame.mu);
        EXPECT_NEAR(data.lambda[i], lame.lambda, 1e-5f * lame.lambda);
    }
}

} // namespace
} // namespace firn::sph
