// From light to colours of the screen: exposure, white balance, tone curve, sRGB.
#pragma once

#include "render/Image.h"
#include "sim/RenderParams.h"

namespace firn {

/// Linear light, 0 to 1, as an sRGB value of 0 to 255; beyond that it is cut off.
uint8_t srgbByte(float linear);

/// The light that an sRGB value stands for.
float linearOf(uint8_t srgb);

/// The share of light that snow without end gives back, per colour: [vandeHulst1980], from albedo and mean cosine.
Vec3f snowReflectance(const Vec3f& albedo, float g);

/// What each colour is multiplied by so that thick snow looks as white as params.whiteBalance asks; 1 at least.
Vec3f whiteBalance(const RenderParams& params);

/// What light is multiplied by before the tone curve: exposure and white balance.
Vec3f toneGain(const RenderParams& params);

/// One colour through gain and curve.
Rgb toned(const Vec3f& light, const Vec3f& gain, ToneCurve curve);

Image toned(const RadianceImage& light, const RenderParams& params);

} // namespace firn
