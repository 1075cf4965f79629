// Claims about the polygons and level sets that are built from particles.
#include "surface/SnowSurface.h"

#include "SurfaceSupport.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "geometry/LevelSetSampler.h"
#include "parallel/Threads.h"
#include "surface/SurfaceLevelSet.h"

#include <gtest/gtest.h>

using namespace firn;
using namespace firn::test;

namespace {

constexpr float kSpacing = 0.02f;
constexpr float kRadius = 0.2f;

SurfaceParams with(SurfaceMethod method)
{
    SurfaceParams params;
    params.method = method;
    return params;
}

class EverySurface : public testing::TestWithParam<SurfaceMethod> {
protected:
    SurfaceParams params() const { return with(GetParam()); }
};

std::string methodName(const testing::TestParamInfo<SurfaceMethod>& info)
{
    return std::string(kSurfaceMethods[std::size_t(info.param)]);
}

/// The mean and spread of the surface's height over the middle of a slab's top.
struct Top {
    double mean = 0, spread = 0;
};
Top topOf(const Mesh& mesh, float halfWidth)
{
    double sum = 0, squares = 0;
    int count = 0;
    for (const Vec3f& x : mesh.points) {
        if (std::abs(x.x()) > halfWidth || std::abs(x.z()) > halfWidth || x.y() < -2 * kSpacing) continue;
        sum += double(x.y());
        squares += double(x.y()) * double(x.y());
        ++count;
    }
    const double mean = sum / count;
    return {mean, std::sqrt(squares / count - mean * mean)};
}

uint64_t hashOf(const SurfaceMesh& surface)
{
    HashStream hash;
    hash.add(surface.mesh.points.data(), surface.mesh.points.size() * sizeof(Vec3f));
    hash.add(surface.mesh.velocities.data(), surface.mesh.velocities.size() * sizeof(Vec3f));
    hash.add(surface.normals.data(), surface.normals.size() * sizeof(Vec3f));
    hash.add(surface.mesh.corners.data(), surface.mesh.corners.size() * sizeof(uint32_t));
    return hash.value();
}

} // namespace

TEST_P(EverySurface, OfABallLiesWithinHalfASpacingOfIt)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing, 0), params(), false);
    float farthest = 0;
    for (const Vec3f& x : snow.mesh.mesh.points) farthest = std::max(farthest, std::abs(x.norm() - kRadius));
    // Balls of the plain union are larger so as to leave no holes, and stand out by 0.45 of a spacing more.
    const float allowed = GetParam() == SurfaceMethod::Spheres ? 0.95f : 0.5f;
    EXPECT_LT(farthest, allowed * kSpacing);
}

TEST_P(EverySurface, OfABallHasItsVolume)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing), params(), false);
    const double exact = 4.0 / 3 * M_PI * std::pow(double(kRadius), 3);
    // A layer of a fifth of a spacing is 6 %; balls of the plain union stand out by 0.45 of one.
    const double allowed = GetParam() == SurfaceMethod::Spheres ? 0.16 : 0.06;
    EXPECT_NEAR(figuresOf(snow.mesh.mesh).volume / exact, 1, allowed);
}

TEST_P(EverySurface, OfABallIsOneClosedSphere)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing, 0), params(), false);
    const MeshFigures figures = figuresOf(snow.mesh.mesh);
    EXPECT_EQ(figures.onceOrThrice, 0u);
    EXPECT_EQ(figures.euler, 2);
}

TEST_P(EverySurface, OfScatteredCrumbsIsClosedToo)
{
    // Random places at one quarter of the density of packed snow: every awkward case of a cell occurs.
    Particles particles = ball(kRadius, kSpacing);
    uint64_t n = 0;
    for (Vec3f& x : particles.edit<Vec3f>("P")) {
        for (int k = 0; k < 3; ++k) x[k] = 0.5f * float(randomUnit(3, n, 0, uint32_t(k)));
        ++n;
    }
    const SnowSurface snow = snowSurface(particles, params(), false);
    EXPECT_EQ(figuresOf(snow.mesh.mesh).onceOrThrice, 0u);
}

TEST_P(EverySurface, HasUnitNormalsThatPointOutwards)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing), params(), false);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < snow.mesh.normals.size(); ++i) {
        const Vec3f& n = snow.mesh.normals[i];
        if (std::abs(n.norm() - 1) > 1e-5f || n.dot(snow.mesh.mesh.points[i]) <= 0) ++wrong;
    }
    // Between two balls of the plain union the crease may look sideways, never more than here and there.
    const std::size_t allowed = GetParam() == SurfaceMethod::Spheres ? snow.mesh.normals.size() / 50 : 0;
    EXPECT_LE(wrong, allowed);
}

TEST_P(EverySurface, KeepsALoneParticleAsASmallBall)
{
    Particles particles = ball(kRadius, kSpacing);
    const std::size_t lone = particles.append(1);
    particles.edit<Vec3f>("P")[lone] = Vec3f(1, 1, 1);
    const SnowSurface snow = snowSurface(particles, params(), false);
    float smallest = 1, largest = 0;
    for (const Vec3f& x : snow.mesh.mesh.points) {
        const float distance = (x - Vec3f(1, 1, 1)).norm();
        if (distance > 0.5f) continue;
        smallest = std::min(smallest, distance);
        largest = std::max(largest, distance);
    }
    EXPECT_GT(smallest, 0.25f * kSpacing); // its radius is half a spacing; a voxel is as large as that
    EXPECT_LT(largest, 1.1f * kSpacing);
}

TEST_P(EverySurface, CarriesTheSnowsVelocity)
{
    Particles particles = ball(kRadius, kSpacing);
    // A rigid motion is linear in space, so weighted means of it are exact up to how the weights lie about the point.
    const auto motion = [](const Vec3f& x) { return Vec3f(Vec3f(1, 2, 3) + Vec3f(0, 5, 0).cross(x)); };
    for (std::size_t i = 0; i < particles.size(); ++i) particles.edit<Vec3f>("v")[i] = motion(particles.P()[i]);
    const SnowSurface snow = snowSurface(particles, params(), false);
    float worst = 0;
    for (std::size_t i = 0; i < snow.mesh.mesh.points.size(); ++i)
        worst = std::max(worst, (snow.mesh.mesh.velocities[i] - motion(snow.mesh.mesh.points[i])).norm());
    EXPECT_LT(worst, 5 * 2 * kSpacing); // rad/s times the reach of the mean, two spacings
}

TEST_P(EverySurface, IsTheSameForAnyNumberOfThreads)
{
    const Particles particles = ball(kRadius, kSpacing);
    SurfaceParams smoothed = params();
    smoothed.smoothing = 1;
    const uint64_t whole = hashOf(snowSurface(particles, smoothed, false).mesh);
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads,
                       [&] { EXPECT_EQ(hashOf(snowSurface(particles, smoothed, false).mesh), whole) << threads; });
}

TEST_P(EverySurface, IsTheSameWhereverTheSnowIs)
{
    // Far from the origin floats are coarse: 100 m away they have steps of 7.6e-6 m.
    Particles particles = ball(kRadius, kSpacing);
    const double near = figuresOf(snowSurface(particles, params(), false).mesh.mesh).volume;
    for (Vec3f& x : particles.edit<Vec3f>("P")) x += Vec3f(100, -100, 100);
    Mesh far = snowSurface(particles, params(), false).mesh.mesh;
    for (Vec3f& x : far.points) x -= Vec3f(100, -100, 100);
    EXPECT_NEAR(figuresOf(far).volume / near, 1, 5e-3);
}

INSTANTIATE_TEST_SUITE_P(Methods, EverySurface,
                         testing::Values(SurfaceMethod::Spheres, SurfaceMethod::Smooth, SurfaceMethod::Anisotropic),
                         methodName);

TEST(SnowSurface, OfASlabLiesHalfASpacingOutsideItsTopLayer)
{
    const Particles snow = slab(0.3f, 0.16f, kSpacing, 0);
    for (const auto method : {SurfaceMethod::Smooth, SurfaceMethod::Anisotropic}) {
        const Top top = topOf(snowSurface(snow, with(method), false).mesh.mesh, 0.2f);
        EXPECT_NEAR(top.mean, 0, 0.15 * double(kSpacing)) << kSurfaceMethods[std::size_t(method)];
    }
}

TEST(SnowSurface, IsFlatterWithAnisotropicKernels)
{
    const Particles sheet = slab(0.3f, 0.16f, kSpacing, 0.3f);
    const double round = topOf(snowSurface(sheet, with(SurfaceMethod::Smooth), false).mesh.mesh, 0.2f).spread;
    const double flat = topOf(snowSurface(sheet, with(SurfaceMethod::Anisotropic), false).mesh.mesh, 0.2f).spread;
    EXPECT_LT(flat, 0.85 * round);
    EXPECT_LT(flat, 0.1 * double(kSpacing));
}

TEST(SnowSurface, GetsFlatterWithSmoothing)
{
    const Particles sheet = slab(0.3f, 0.16f, kSpacing, 0.3f);
    SurfaceParams params;
    const double rough = topOf(snowSurface(sheet, params, false).mesh.mesh, 0.2f).spread;
    params.smoothing = 4;
    EXPECT_LT(topOf(snowSurface(sheet, params, false).mesh.mesh, 0.2f).spread, 0.9 * rough);
}

TEST(SnowSurface, LevelSetIsTheDistanceToTheMesh)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing), {}, true);
    const LevelSetSampler sampler(*snow.levelSet);
    std::vector<SurfaceSample> samples(snow.mesh.mesh.points.size());
    sampler.sample(Pose{}, snow.mesh.mesh.points, samples);
    float worst = 0;
    for (const auto& sample : samples) worst = std::max(worst, std::abs(sample.distance));
    EXPECT_LT(worst, 0.2f * snow.levelSet->voxelSize()); // trilinear between exact distances, over curved ground
}

TEST(SnowSurface, LevelSetIsNegativeInsideAndPositiveOutside)
{
    const SnowSurface snow = snowSurface(ball(kRadius, kSpacing), {}, true);
    const LevelSetSampler sampler(*snow.levelSet);
    const std::vector<Vec3f> x = {{0, 0, 0}, {0.15f, 0, 0}, {0.25f, 0, 0}, {0, 0.5f, 0}};
    std::vector<SurfaceSample> samples(x.size());
    sampler.sample(Pose{}, x, samples);
    EXPECT_LT(samples[0].distance, 0);
    EXPECT_LT(samples[1].distance, 0);
    EXPECT_GT(samples[2].distance, 0);
    EXPECT_GT(samples[3].distance, 0);
}

TEST(SnowSurface, IsRefusedWithoutParticles)
{
    try {
        snowSurface(Particles(), {}, false);
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("no particles"), std::string::npos);
    }
}

TEST(SnowSurface, NamesTheParticleThatIsNotFinite)
{
    Particles particles = ball(0.05f, kSpacing);
    particles.edit<Vec3f>("P")[5].y() = std::numeric_limits<float>::quiet_NaN();
    try {
        snowSurface(particles, {}, false);
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("particle 5"), std::string::npos) << error.what();
    }
}

TEST(SnowSurface, RefusesVoxelsThatNeedTooMuchMemory)
{
    SurfaceParams params;
    params.voxelSize = 1e-5f;
    EXPECT_THROW(snowSurface(ball(0.05f, kSpacing), params, false), InputError);
}

TEST(SnowSurface, AsksForARadiusWhenThereIsNoPscale)
{
    Particles particles = ball(0.05f, kSpacing);
    particles.erase("pscale");
    EXPECT_THROW(snowSurface(particles, {}, false), InputError);
    SurfaceParams params;
    params.radius = kSpacing / 2;
    EXPECT_FALSE(snowSurface(particles, params, false).mesh.mesh.points.empty());
}
