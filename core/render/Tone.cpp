#include "render/Tone.h"

#include "parallel/ForEach.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

/// Straight up to here; brighter light nears 1 without reaching it, so that snow keeps its shading in the sun.
constexpr float kShoulder = 0.55f;

float filmic(float x)
{
    if (x <= kShoulder) return x;
    return kShoulder + (1 - kShoulder) * (1 - std::exp(-(x - kShoulder) / (1 - kShoulder)));
}

} // namespace

uint8_t srgbByte(float linear)
{
    if (!(linear > 0)) return 0;
    const float x = std::min(1.0f, linear);
    const float encoded = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
    return uint8_t(255.0f * encoded + 0.5f);
}

float linearOf(uint8_t srgb)
{
    const float x = float(srgb) / 255.0f;
    return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f);
}

Vec3f snowReflectance(const Vec3f& albedo, float g)
{
    Vec3f share;
    for (int c = 0; c < 3; ++c) {
        const float s = std::sqrt((1 - albedo[c]) / std::max(1e-6f, 1 - albedo[c] * g));
        share[c] = (1 - s) * (1 - 0.139f * s) / (1 + 1.17f * s);
    }
    return share;
}

Vec3f whiteBalance(const RenderParams& params)
{
    Vec3f gain = Vec3f::Ones();
    const Vec3f snow = snowReflectance(params.albedo, params.anisotropy);
    const float brightest = snow.maxCoeff();
    for (int c = 0; c < 3; ++c)
        if (snow[c] > 1e-3f) gain[c] = std::pow(brightest / snow[c], params.whiteBalance);
    return gain;
}

Vec3f toneGain(const RenderParams& params) { return std::exp2(params.exposure) * whiteBalance(params); }

Rgb toned(const Vec3f& light, const Vec3f& gain, ToneCurve curve)
{
    uint8_t byte[3];
    for (int c = 0; c < 3; ++c) {
        const float x = light[c] * gain[c];
        byte[c] = srgbByte(curve == ToneCurve::Filmic ? filmic(x) : x);
    }
    return {byte[0], byte[1], byte[2]};
}

Image toned(const RadianceImage& light, const RenderParams& params)
{
    Image image(light.width, light.height);
    const Vec3f gain = toneGain(params);
    forEach(light.pixels.size(), [&](std::size_t i) {
        const Rgb c = toned(light.pixels[i], gain, params.toneCurve);
        image.rgb[3 * i] = c.r, image.rgb[3 * i + 1] = c.g, image.rgb[3 * i + 2] = c.b;
    });
    return image;
}

} // namespace firn
