// Random numbers along a light path, and directions drawn from the distributions a path tracer needs.
#pragma once

#include "math/Random.h"

#include <cmath>

namespace firn {

/// A stream of random numbers that hangs on (seed, pixel, sample) and on nothing else.
class RandomStream {
public:
    RandomStream(uint64_t seed, uint64_t pixel, uint64_t sample) : mState(randomBits(seed, pixel, sample)) {}

    /// Uniform in [0, 1), with 24 bits.
    float unit()
    {
        mState += 0x9e3779b97f4a7c15ull;
        return float(foldedProduct(mState, mState ^ 0xd1b54a32d192ed03ull) >> 40) * 0x1p-24f;
    }

    /// A distance in mean free paths: exponentially distributed, mean 1.
    float exponential() { return -std::log(1.0f - unit()); }

private:
    uint64_t mState;
};

inline constexpr float kPi = 3.14159265f;

/// The direction at an angle from `axis` (unit) with that cosine, turned about it by `turn` (0 to 1 is once round).
inline Vec3f directionAround(const Vec3f& axis, float cosine, float turn)
{
    // A basis around the axis, without a branch: [Duff2017].
    const float sign = std::copysign(1.0f, axis.z());
    const float a = -1.0f / (sign + axis.z()), b = axis.x() * axis.y() * a;
    const Vec3f e(1.0f + sign * axis.x() * axis.x() * a, sign * b, -sign * axis.x());
    const Vec3f f(b, sign + axis.y() * axis.y() * a, -axis.y());
    const float sine = std::sqrt(std::max(0.0f, 1.0f - cosine * cosine));
    const float phi = 2.0f * kPi * turn;
    return (sine * std::cos(phi)) * e + (sine * std::sin(phi)) * f + cosine * axis;
}

/// The Henyey-Greenstein phase function (1/sr) at that cosine between the old and the new direction: its mean is g.
inline float phaseHg(float cosine, float g)
{
    const float d = std::max(1e-6f, 1.0f + g * g - 2.0f * g * cosine);
    return (1.0f - g * g) / (4.0f * kPi * d * std::sqrt(d));
}

/// A cosine drawn from it with a uniform number.
inline float sampleHg(float g, float u)
{
    if (std::abs(g) < 1e-3f) return 1.0f - 2.0f * u;
    const float s = (1.0f - g * g) / (1.0f - g + 2.0f * g * u);
    return std::min(1.0f, std::max(-1.0f, (1.0f + g * g - s * s) / (2.0f * g)));
}

/// A direction from a matte surface, by the cosine of its angle to the normal.
inline Vec3f sampleMatte(const Vec3f& normal, RandomStream& random)
{
    const float cosine = std::sqrt(1.0f - random.unit());
    return directionAround(normal, cosine, random.unit());
}

/// A ray in space; the direction has length 1.
struct Ray {
    Vec3f origin = Vec3f::Zero();
    Vec3f direction = Vec3f::UnitZ();

    Vec3f at(float t) const { return origin + t * direction; }
};

} // namespace firn
