#include "render/Preview.h"

#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "render/Backdrop.h"
#include "render/ColourMap.h"
#include "render/Lighting.h"
#include "render/ScreenSpace.h"
#include "render/SnowVolume.h"
#include "render/Solids.h"
#include "render/SplatBuffer.h"
#include "render/Tone.h"

#include <Eigen/Geometry>
#include <optional>

namespace firn {

namespace {

/// Balls are drawn a little larger than the particles, so that packed snow shows no holes.
constexpr float kSwell = 1.45f;
/// Pixels of the sun's depth buffer along each side.
constexpr int kShadowSize = 1024;
/// Snow as a matte surface: its share of light given back.
const Vec3f kSnow(0.88f, 0.91f, 0.95f);

/// Depths seen from the sun, straight along its rays.
class ShadowMap {
public:
    ShadowMap(Span<const Vec3f> P, float radius, const Box3f& bounds, const Lighting& light)
        : mBuffer(kShadowSize, kShadowSize), mForward(-light.sunDirection),
          mRight(directionAround(mForward, 0.0f, 0.0f)), mUp(mRight.cross(mForward)), mCentre(bounds.centre())
    {
        const float half = 0.5f * bounds.size().norm() + 4 * radius;
        mScale = 0.5f * kShadowSize / half;
        mRadius = radius;
        // Strays may lie far towards the sun: the depths' zero is beyond all of them.
        mNear = maxOf(P.size(), half, [&](std::size_t i) { return -(P[i] - mCentre).dot(mForward); }) + 2 * half;
        mBuffer.draw(P.size(), [&](std::size_t i) {
            const Vec3f p = place(P[i]);
            return Splat{p.x(), p.y(), p.z(), radius * mScale, radius};
        });
    }

    /// The share of the sun that is seen from x, blurred at the edges.
    float sunAt(const Vec3f& x) const
    {
        constexpr int kBlur = 3;
        const Vec3f p = place(x);
        const int u = int(std::floor(p.x())), v = int(std::floor(p.y()));
        if (u < kBlur || v < kBlur || u >= kShadowSize - kBlur || v >= kShadowSize - kBlur) return 1;
        const float bias = 2.5f * mRadius + 1.5f / mScale;
        float lit = 0, weights = 0;
        for (int dy = -kBlur; dy <= kBlur; ++dy)
            for (int dx = -kBlur; dx <= kBlur; ++dx) {
                const float weight = float((kBlur + 1 - std::abs(dx)) * (kBlur + 1 - std::abs(dy)));
                weights += weight;
                if (!(mBuffer.depth(u + dx, v + dy) < p.z() - bias)) lit += weight;
            }
        return lit / weights;
    }

private:
    Vec3f place(const Vec3f& x) const
    {
        const Vec3f p = x - mCentre;
        return {0.5f * kShadowSize + mScale * p.dot(mRight), 0.5f * kShadowSize - mScale * p.dot(mUp),
                p.dot(mForward) + mNear};
    }

    SplatBuffer mBuffer;
    Vec3f mForward, mRight, mUp, mCentre;
    float mScale = 1, mRadius = 0, mNear = 0;
};

/// Everything that shading a pixel needs.
struct Shading {
    const RenderParams& params;
    const Camera& camera;
    const Lighting& light;
    const Solids& solids;
    const SplatBuffer& splats;
    const ShadowMap& shadow;
    const DepthImage& depths;
    const ColourValues* colours;
    float radius; ///< m, of the particles
    float reach;  ///< m, how far hollows are looked for
};

Vec3f lit(const Shading& s, const Vec3f& x, const Vec3f& normal, float wrap, float openness, const Vec3f& colour)
{
    const float cosine = std::max(0.0f, (normal.dot(s.light.sunDirection) + wrap) / (1 + wrap));
    const float sun = cosine > 0 ? cosine * s.shadow.sunAt(x) : 0.0f;
    const float up = 0.5f + 0.5f * normal.y();
    const Vec3f sky = openness * (up * 0.5f * (s.light.zenith + s.light.horizon) + (1 - up) * s.light.below);
    return colour.cwiseProduct(Vec3f(sun / kPi * s.light.sunIrradiance + sky));
}

Vec3f shadeSnow(const Shading& s, int x, int y)
{
    const float depth = s.depths.at(x, y);
    const Vec3f normal = normalAt(s.depths, s.camera, x, y, depth);
    const float openness = opennessAt(s.depths, s.camera, x, y, depth, normal, s.reach);
    Vec3f colour = kSnow;
    if (s.colours) {
        const float value = s.colours->value[s.splats.index(x, y)];
        colour = std::isfinite(value) ? colourOf((value - s.colours->lowest) / (s.colours->highest - s.colours->lowest))
                                      : Vec3f(1, 0, 1);
    }
    // Light creeps around in snow: the shading wraps about its shape.
    return lit(s, pointAt(s.camera, x, y, depth), normal, s.colours ? 0.5f : 0.25f, openness, colour);
}

Vec3f shadePixel(const Shading& s, int x, int y)
{
    const Ray ray = s.camera.ray(float(x) + 0.5f, float(y) + 0.5f);
    const float along = ray.direction.dot(s.camera.forward());
    const float snow = s.splats.depth(x, y) / along;
    SolidHit hit;
    if (!s.solids.empty() && s.solids.hit(ray, snow, hit)) {
        const Vec3f p = ray.at(hit.t);
        const float openness = opennessAt(s.depths, s.camera, x, y, hit.t * along, hit.normal, 2 * s.reach);
        if (!hit.plane) return lit(s, p, hit.normal, 0, openness, s.params.colliderColour);
        const float share = backdropShare(s.camera, hit.t);
        return (1 - share) * lit(s, p, hit.normal, 0, openness, s.params.groundColour) +
               share * backdropColour(s.params, ray.direction);
    }
    return std::isfinite(snow) ? shadeSnow(s, x, y) : backdropColour(s.params, ray.direction);
}

} // namespace

Image renderPreview(const Particles& particles, const std::vector<Collider>& colliders, double time,
                    const PreviewOptions& options)
{
    const RenderParams& params = options.params;
    const auto P = particles.P();
    requirePlaces(P);
    std::optional<ColourValues> colours;
    if (!params.colourBy.empty())
        colours = colourValues(particles, params.colourBy, params.colourMin, params.colourMax);
    const Box3f own = robustBounds(P);
    const Camera camera = cameraFor(params, options.framing.empty() ? own : options.framing);
    const Lighting light = lightingOf(params);
    const float radius = kSwell * meanRadius(particles);
    const float size = own.empty() ? 1.0f : std::max(own.size().norm(), 4 * radius);
    const Solids solids(colliders, time, camera.eye(), size);

    SplatBuffer splats(camera.width(), camera.height());
    splats.draw(P.size(), [&](std::size_t i) {
        Vec3f at;
        if (!camera.project(P[i], at)) return Splat{};
        return Splat{at.x(), at.y(), at.z(), radius * camera.pixelsPerMetre() / at.z(), radius};
    });
    const ShadowMap shadow(P, radius, own.empty() ? Box3f{Vec3f::Zero(), Vec3f::Ones()} : own, light);

    DepthImage raw{camera.width(), camera.height(), {}};
    raw.depth.resize(std::size_t(raw.width) * std::size_t(raw.height));
    forEach(raw.depth.size(), [&](std::size_t i) {
        raw.depth[i] = splats.depth(int(i % std::size_t(raw.width)), int(i / std::size_t(raw.width)));
    });
    const float distance = own.empty() ? 1.0f : std::max(radius, (own.centre() - camera.eye()).norm());
    const float pixels = radius * camera.pixelsPerMetre() / distance; // of a particle's radius
    // Twice over a small radius: once over a large one would leave squares.
    const int around = int(std::min(6.0f, std::max(1.0f, 0.8f * pixels)));
    const DepthImage depths = smoothed(smoothed(raw, around, 2.5f * radius), around, 2.5f * radius);

    const Shading shading{params, camera,
                          light,  solids,
                          splats, shadow,
                          depths, colours ? &*colours : nullptr,
                          radius, std::max(6 * radius, 0.03f * size)};
    Image image(camera.width(), camera.height());
    const Vec3f gain = Vec3f::Constant(std::exp2(params.exposure));
    forEach(
        std::size_t(image.height),
        [&](std::size_t row) {
            for (int x = 0; x < image.width; ++x)
                image.set(x, int(row), toned(shadePixel(shading, x, int(row)), gain, params.toneCurve));
        },
        4);
    if (colours) drawLegend(*colours, image);
    return image;
}

} // namespace firn
