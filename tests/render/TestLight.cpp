// Light through snow: transmittance, energy, scattering angles, noise.
#include "render/PathTracer.h"
#include "render/SnowGrid.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr float kSigma = 10.0f; // 1/m
constexpr float kVoxel = 0.05f; // m

/// A slab of 40 voxels a side and that many deep (along z), the same everywhere inside. Its nodes at the ends hold the
/// full value, so the ramp outside is one voxel long on each side.
SnowVolume slab(int deep)
{
    const Vec3i nodes(40, 40, deep);
    return SnowVolume(nodes, kVoxel, std::vector<float>(std::size_t(nodes.prod()), kSigma));
}

/// The optical depth of such a slab: `deep` nodes stand for as many voxels, the two half ramps included.
double depthOf(int deep) { return double(kSigma) * double(kVoxel) * deep; }

const Ray kThroughMiddle{Vec3f(1.0f, 0.97f, -3.0f), Vec3f(0, 0, 1)};

struct Estimate {
    double mean = 0, error = 0; ///< error: of the mean
};

template <class Sample> Estimate estimate(int count, Sample sample)
{
    double sum = 0, square = 0;
    for (int i = 0; i < count; ++i) {
        const double x = sample(i);
        sum += x, square += x * x;
    }
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, square / count - mean * mean) / count)};
}

/// A right answer lies farther off than this once in 16 000 tests.
constexpr double kErrors = 4;

TEST(Transmittance, OfASlabIsTheExponentialOfItsDepth)
{
    for (const int deep : {1, 3, 10, 24}) {
        const SnowVolume snow = slab(deep);
        SnowWalker walker(snow.grid());
        const double exact = std::exp(-depthOf(deep));
        for (const uint64_t seed : {1, 2, 3}) {
            const Estimate ratio = estimate(20000, [&](int i) {
                RandomStream random(seed, 0, uint64_t(i));
                return walker.transmittance(kThroughMiddle, 100, 1, random);
            });
            EXPECT_NEAR(ratio.mean, exact, kErrors * ratio.error + 1e-5) << "ratio tracking, " << deep << " voxels";
            const Estimate delta = estimate(20000, [&](int i) {
                RandomStream random(seed, 1, uint64_t(i));
                return std::isinf(walker.freeFlight(kThroughMiddle, 100, 1, random)) ? 1.0 : 0.0;
            });
            const double error = std::sqrt(exact * (1 - exact) / 20000); // of a coin
            EXPECT_NEAR(delta.mean, exact, kErrors * error) << "delta tracking, " << deep << " voxels";
        }
    }
}

TEST(Transmittance, HoldsAtASlantAndWithScaledExtinction)
{
    const SnowVolume snow = slab(8);
    SnowWalker walker(snow.grid());
    const Vec3f slant = Vec3f(0.3f, -0.2f, 1).normalized();
    const Ray ray{Vec3f(1.0f, 1.0f, 0.175f) - 3 * slant, slant};
    const double exact = std::exp(-0.5 * depthOf(8) / double(slant.z()));
    const Estimate ratio = estimate(40000, [&](int i) {
        RandomStream random(5, 0, uint64_t(i));
        return walker.transmittance(ray, 100, 0.5f, random);
    });
    EXPECT_NEAR(ratio.mean, exact, kErrors * ratio.error);
}

TEST(Transmittance, EndsAtTheGivenDistance)
{
    const SnowVolume snow = slab(20);
    SnowWalker walker(snow.grid());
    const Ray inside{Vec3f(1, 1, 0.2f), Vec3f(0, 0, 1)};
    const Estimate ratio = estimate(20000, [&](int i) {
        RandomStream random(6, 0, uint64_t(i));
        return walker.transmittance(inside, 0.1f, 1, random);
    });
    EXPECT_NEAR(ratio.mean, std::exp(-double(kSigma) * 0.1), kErrors * ratio.error);
}

TEST(Phase, HenyeyGreensteinHasItsMeanCosine)
{
    for (const float g : {-0.6f, 0.0f, 0.5f, 0.9f}) {
        const Estimate cosine = estimate(100000, [&](int i) { return sampleHg(g, randomUnit(3, uint64_t(i))); });
        EXPECT_NEAR(cosine.mean, g, kErrors * cosine.error) << g;
    }
}

TEST(Phase, HenyeyGreensteinIntegratesToOne)
{
    for (const float g : {-0.6f, 0.0f, 0.5f, 0.9f}) {
        double sum = 0;
        constexpr int kSteps = 20000;
        for (int i = 0; i < kSteps; ++i) sum += double(phaseHg(-1 + (float(i) + 0.5f) * 2 / kSteps, g));
        constexpr double kMidpointError = 1e-3; // of the rule with that many steps, in single precision
        EXPECT_NEAR(sum * 2 / kSteps * 2 * 3.14159265358979, 1, kMidpointError) << g;
    }
}

/// A block of dense snow in a room of even white light, seen from everywhere.
struct Furnace {
    RenderParams params;
    Lighting light;
    SnowVolume snow;
    Solids solids{{}, 0, Vec3f::Zero(), 1};

    explicit Furnace(const Vec3f& albedo) : snow(Vec3i(20, 20, 20), kVoxel, std::vector<float>(8000, 30.0f))
    {
        light.zenith = light.horizon = light.below = Vec3f::Ones();
        params.albedo = albedo;
        params.background = Vec3f::Constant(1);
        params.eye = Vec3f(0.5f, 0.5f, 4);
        params.target = Vec3f(0.5f, 0.5f, 0.5f);
        params.fov = 12;
        params.width = params.height = 12;
        params.samples = 64;
    }
    RadianceImage picture() const
    {
        const Camera camera = cameraFor(params, {});
        return tracePaths({snow, solids, light, camera}, params);
    }
};

TEST(Furnace, WhiteSnowInEvenLightCannotBeSeen)
{
    // The view is full of snow, as the block is wider than it; each path brings back exactly the room's light, but for
    // Russian roulette, which only acts on paths that lost some.
    for (const int similarity : {0, 4, 1000000}) {
        Furnace furnace(Vec3f::Ones());
        furnace.params.similarityBounces = similarity;
        constexpr float kRounding = 1e-4f;
        for (const Vec3f& pixel : furnace.picture().pixels)
            for (int c = 0; c < 3; ++c) EXPECT_NEAR(pixel[c], 1, kRounding) << "similarity " << similarity;
    }
}

TEST(Furnace, SnowThatAbsorbsIsNeverBrighterThanTheRoom)
{
    Furnace furnace(Vec3f(0.9f, 0.95f, 0.99f));
    const RadianceImage picture = furnace.picture();
    Vec3f mean = Vec3f::Zero();
    for (const Vec3f& pixel : picture.pixels) {
        // Roulette makes single paths brighter; with 64 of them a pixel stays below this.
        EXPECT_LT(pixel.maxCoeff(), 1.35f);
        mean += pixel / float(picture.pixels.size());
    }
    EXPECT_LT(mean.x(), mean.y());
    EXPECT_LT(mean.y(), mean.z());
    EXPECT_LT(mean.z(), 1);
    EXPECT_GT(mean.x(), 0.2f);
}

TEST(Similarity, KeepsTheBrightness)
{
    Furnace exact(Vec3f(0.9f, 0.95f, 0.99f)), fast = exact;
    exact.params.similarityBounces = 1000000;
    fast.params.similarityBounces = 4;
    Vec3f a = Vec3f::Zero(), b = Vec3f::Zero();
    const RadianceImage first = exact.picture(), second = fast.picture();
    for (std::size_t i = 0; i < first.pixels.size(); ++i) a += first.pixels[i], b += second.pixels[i];
    constexpr float kSimilar = 0.05f; // an approximation near the surface, and 3 % of noise
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(b[c] / a[c], 1, kSimilar) << c;
}

TEST(Noise, VarianceFallsAsOneOverTheSamples)
{
    Furnace furnace(Vec3f(0.9f, 0.95f, 0.99f));
    furnace.light.sunIrradiance = Vec3f::Constant(3);
    furnace.params.width = furnace.params.height = 12;
    const auto variance = [&](int samples) {
        furnace.params.samples = samples;
        constexpr int kSeeds = 6;
        std::vector<RadianceImage> pictures;
        for (int seed = 0; seed < kSeeds; ++seed) {
            furnace.params.seed = 100 + seed;
            pictures.push_back(furnace.picture());
        }
        double sum = 0;
        for (std::size_t i = 0; i < pictures[0].pixels.size(); ++i) {
            double mean = 0, square = 0;
            for (const auto& picture : pictures) {
                const double x = picture.pixels[i].y();
                mean += x / kSeeds, square += x * x / kSeeds;
            }
            sum += square - mean * mean;
        }
        return sum;
    };
    // 144 pixels and 6 seeds give a variance to about 7 %; a ratio of two to about 10 %.
    constexpr double kRatioError = 3 * 0.10;
    EXPECT_NEAR(variance(4) / variance(16), 4, 4 * kRatioError);
}

} // namespace
} // namespace firn
