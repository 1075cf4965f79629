// Gradient noise in three dimensions as a pure function of (place, seed): smooth, about zero on average, in [-1, 1].
#pragma once

#include "base/Hash.h"
#include "base/Types.h"

#include <cmath>

namespace firn {

namespace detail {

/// One of the twelve directions from the centre of a cube to its edges, dotted with (x, y, z).
inline float gradientDot(uint64_t hash, float x, float y, float z)
{
    const unsigned pick = unsigned((hash >> 32) % 12);
    const float a = pick < 8 ? x : y, b = pick < 4 ? y : z;
    return (pick & 1 ? -a : a) + (pick & 2 ? -b : b);
}

inline uint64_t latticeHash(uint64_t seed, int64_t i, int64_t j, int64_t k)
{
    const uint64_t h = mix(mix(mix(seed, uint64_t(i)) + uint64_t(i), uint64_t(j)) + uint64_t(j), uint64_t(k));
    return mix(h, h >> 29);
}

/// 0 to 1 with no slope and no curvature at either end.
inline float smootherStep(float t) { return t * t * t * (t * (6.0f * t - 15.0f) + 10.0f); }

inline float mixBetween(float a, float b, float t) { return a + t * (b - a); }

} // namespace detail

/// Noise with features about one unit wide; zero at every whole-numbered place. |x| below 2^52.
inline float gradientNoise(const Vec3d& x, uint64_t seed)
{
    const double fi = std::floor(x.x()), fj = std::floor(x.y()), fk = std::floor(x.z());
    const auto i = int64_t(fi), j = int64_t(fj), k = int64_t(fk);
    const float u = float(x.x() - fi), v = float(x.y() - fj), w = float(x.z() - fk);

    float corner[8];
    for (int c = 0; c < 8; ++c) {
        const int di = c & 1, dj = c >> 1 & 1, dk = c >> 2;
        corner[c] = detail::gradientDot(detail::latticeHash(seed, i + di, j + dj, k + dk), u - float(di), v - float(dj),
                                        w - float(dk));
    }
    const float su = detail::smootherStep(u), sv = detail::smootherStep(v), sw = detail::smootherStep(w);
    using detail::mixBetween;
    const float lower = mixBetween(mixBetween(corner[0], corner[1], su), mixBetween(corner[2], corner[3], su), sv);
    const float upper = mixBetween(mixBetween(corner[4], corner[5], su), mixBetween(corner[6], corner[7], su), sv);

    // With these gradients the interpolated value stays below 1.037 (found by search over all choices of gradients).
    constexpr float kIntoUnit = 1.0f / 1.037f;
    return kIntoUnit * mixBetween(lower, upper, sw);
}

/// Layers of noise, each half the size and half the strength of the one before; the first has features `scale` wide.
inline float layeredNoise(const Vec3d& x, double scale, int octaves, uint64_t seed)
{
    float sum = 0, strength = 1, strengths = 0;
    double frequency = 1.0 / scale;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += strength * gradientNoise(x * frequency, mix(seed, uint64_t(octave) + 1));
        strengths += strength;
        strength *= 0.5f;
        frequency *= 2.0;
    }
    return sum / strengths;
}

} // namespace firn
