#include "render/PathTracer.h"

#include "base/Error.h"
#include "parallel/ForEach.h"
#include "render/Backdrop.h"
#include "render/SnowGrid.h"
#include "render/Tone.h"

namespace firn {

namespace {

constexpr int kTile = 16;
/// Tiles between two questions whether to stop.
constexpr std::size_t kTilesAtOnce = 48;
/// Scatterings before Russian roulette begins.
constexpr int kRouletteAfter = 12;

/// Scattering that spreads light as the snow's does, but evenly (g = 0) and less often: similarity theory,
/// [Wyman1989]. sigma_t' = (1 - a g) sigma_t and a' = a (1 - g) / (1 - a g). As one path serves three colours the
/// first has the mean albedo, the second each colour's own.
struct Similarity {
    Similarity(const Vec3f& albedo, float g) : scale(1 - albedo.mean() * g)
    {
        for (int c = 0; c < 3; ++c) reduced[c] = albedo[c] * (1 - g) / (1 - albedo[c] * g);
    }
    float scale;
    Vec3f reduced = Vec3f::Zero();
};

/// A colour that the white balance, which is meant for snow, gives back as it was chosen.
Vec3f neutral(const Vec3f& colour, const RenderParams& params)
{
    const Vec3f balance = whiteBalance(params);
    return colour.cwiseQuotient(balance);
}

/// Follows paths; one per task.
class Tracer {
public:
    Tracer(const PathScene& scene, const RenderParams& params)
        : mScene(scene), mParams(params), mWalker(scene.snow.grid()), mSimilarity(params.albedo, params.anisotropy),
          mGround(neutral(params.groundColour, params)), mCollider(neutral(params.colliderColour, params)),
          mLift(1e-3f * scene.snow.voxelSize())
    {
    }

    Vec3f trace(Ray ray, RandomStream& random);

private:
    Vec3f sunAt(const Vec3f& x, const Vec3f& direction, RandomStream& random);
    void meetSolid(const SolidHit& hit, RandomStream& random, Ray& ray, Vec3f& weight, Vec3f& light);

    const PathScene& mScene;
    const RenderParams& mParams;
    SnowWalker mWalker;
    Similarity mSimilarity;
    Vec3f mGround, mCollider; ///< the share of light that they give back
    float mLift;              ///< m: how far a ray starts from the surface it leaves
};

Vec3f Tracer::trace(Ray ray, RandomStream& random)
{
    Vec3f light = Vec3f::Zero(), weight = Vec3f::Ones();
    float clear = 0;   // m: no solid is nearer than this
    int scattered = 0; // in a row, since the camera or a solid
    for (int bounce = 0; bounce < mParams.maxBounces; ++bounce) {
        const bool similar = scattered >= mParams.similarityBounces;
        const float g = similar ? 0.0f : mParams.anisotropy;
        const float t =
            mWalker.freeFlight(ray, std::numeric_limits<float>::infinity(), similar ? mSimilarity.scale : 1.0f, random);
        if (t > clear || std::isinf(t)) {
            SolidHit hit;
            if (mScene.solids.hit(ray, t, hit)) {
                if (bounce == 0 && hit.plane) {
                    const float share = backdropShare(mScene.camera, hit.t);
                    light += share * neutral(backdropColour(mParams, ray.direction), mParams);
                    weight *= 1 - share;
                }
                meetSolid(hit, random, ray, weight, light);
                scattered = 0;
                clear = 0;
                continue;
            }
            if (std::isinf(t)) { // into the sky
                light += weight.cwiseProduct(bounce == 0 ? neutral(backdropColour(mParams, ray.direction), mParams)
                                                         : mScene.light.sky(ray.direction));
                return light;
            }
        }
        // A scattering in the snow.
        ray.origin = ray.at(t);
        clear = clear >= t ? clear - t : mScene.solids.clearance(ray.origin);
        weight = weight.cwiseProduct(similar ? mSimilarity.reduced : mParams.albedo);
        const Vec3f towardsSun = mScene.light.sampleSun(random);
        const float phase = phaseHg(ray.direction.dot(towardsSun), g);
        light += phase * weight.cwiseProduct(sunAt(ray.origin, towardsSun, random));
        ray.direction = directionAround(ray.direction, sampleHg(g, random.unit()), random.unit()).normalized();
        if (++scattered > kRouletteAfter) {
            const float survival = std::min(1.0f, weight.mean());
            if (random.unit() >= survival) return light;
            weight /= survival;
        }
    }
    return light;
}

/// The sun's light that arrives at x from that direction of its disc.
Vec3f Tracer::sunAt(const Vec3f& x, const Vec3f& direction, RandomStream& random)
{
    constexpr float kFar = std::numeric_limits<float>::infinity();
    if (mScene.light.sunIrradiance.isZero()) return Vec3f::Zero();
    const Ray ray{x, direction};
    const float share = mWalker.transmittance(ray, kFar, 1.0f, random);
    SolidHit hit;
    if (share <= 0 || (!mScene.solids.empty() && mScene.solids.hit(ray, kFar, hit))) return Vec3f::Zero();
    return share * mScene.light.sunIrradiance;
}

/// A matte surface: the sun's light, and a new direction by the cosine.
void Tracer::meetSolid(const SolidHit& hit, RandomStream& random, Ray& ray, Vec3f& weight, Vec3f& light)
{
    ray.origin = ray.at(hit.t) + mLift * hit.normal;
    weight = weight.cwiseProduct(hit.plane ? mGround : mCollider);
    const Vec3f towardsSun = mScene.light.sampleSun(random);
    const float cosine = hit.normal.dot(towardsSun);
    if (cosine > 0) light += (cosine / kPi) * weight.cwiseProduct(sunAt(ray.origin, towardsSun, random));
    ray.direction = sampleMatte(hit.normal, random);
}

/// A place in the pixel: a tent two pixels wide, which smooths edges.
float tent(float u) { return u < 0.5f ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u); }

} // namespace

Vec3f traceOne(const PathScene& scene, const RenderParams& params, const Ray& ray, uint64_t pixel, uint64_t sample)
{
    RandomStream random(uint64_t(params.seed), pixel, sample);
    return Tracer(scene, params).trace(ray, random);
}

RadianceImage tracePaths(const PathScene& scene, const RenderParams& params, const Hooks& hooks)
{
    const Camera& camera = scene.camera;
    RadianceImage image(camera.width(), camera.height());
    const int across = (image.width + kTile - 1) / kTile, down = (image.height + kTile - 1) / kTile;
    const auto tiles = std::size_t(across) * std::size_t(down);

    const auto traceTile = [&](std::size_t tile) {
        Tracer tracer(scene, params);
        const int left = int(tile % std::size_t(across)) * kTile, top = int(tile / std::size_t(across)) * kTile;
        for (int y = top; y < std::min(top + kTile, image.height); ++y)
            for (int x = left; x < std::min(left + kTile, image.width); ++x) {
                const std::size_t pixel = std::size_t(y) * std::size_t(image.width) + std::size_t(x);
                Vec3f sum = Vec3f::Zero();
                for (int s = 0; s < params.samples; ++s) {
                    RandomStream random(uint64_t(params.seed), pixel, uint64_t(s));
                    const float u = float(x) + 0.5f + tent(random.unit()), v = float(y) + 0.5f + tent(random.unit());
                    sum += tracer.trace(camera.ray(u, v), random);
                }
                image.pixels[pixel] = sum / float(params.samples);
            }
    };
    for (std::size_t done = 0; done < tiles; done += kTilesAtOnce) {
        if (hooks.stopRequested()) throw Interrupted();
        if (hooks.progress) hooks.progress(double(done) / double(tiles), "tracing");
        forEach(
            std::min(kTilesAtOnce, tiles - done), [&](std::size_t i) { traceTile(done + i); }, 1);
    }
    return image;
}

} // namespace firn
