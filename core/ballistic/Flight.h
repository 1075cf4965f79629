// Free flight under gravity, wind and drag, in closed form over a step.
#pragma once

#include "ballistic/BallisticParams.h"
#include "base/Types.h"

#include <cmath>

namespace firn::ballistic {

/// The motion dv/dt = g - k (v - w) with constant k, solved exactly:
///   v(t) = u + (v0 - u) e^(-kt),  x(t) = x0 + u t + (v0 - u) (1 - e^(-kt)) / k,  u = w + g/k.
/// Written with the two decay integrals below, it holds for k = 0 (the parabola) too.
struct Flight {
    Vec3f x0, v0, gravity, wind;
    float k = 0; ///< 1/s

    Vec3f velocity(float t) const
    {
        const float a = firstIntegral(t);
        return v0 + a * (gravity - k * (v0 - wind));
    }
    Vec3f position(float t) const
    {
        const float b = secondIntegral(t);
        return x0 + t * v0 + b * (gravity - k * (v0 - wind));
    }

private:
    /// (1 - e^(-kt)) / k: the integral of e^(-ks) over [0, t]; t when k is 0.
    float firstIntegral(float t) const { return k * t < 1e-6f ? t : -std::expm1(-k * t) / k; }

    /// (t - (1 - e^(-kt)) / k) / k: the integral of the first; its series where the difference would cancel.
    float secondIntegral(float t) const
    {
        const float z = k * t;
        if (z < 0.05f) return t * t * (0.5f - z * (1.0f / 6 - z * (1.0f / 24 - z * (1.0f / 120))));
        return (t - firstIntegral(t)) / k;
    }
};

/// The drag rate k (1/s) of a flake that moves at `speed` through the air.
/// Linear: k = g / terminal speed with the Earth's g, so that the air stays the same when a scene's gravity does not.
/// Quadratic: F = rho/2 Cd A |v - w|^2 gives k = rho Cd pi r^2 |v - w| / (2 m).
inline float dragRate(const BallisticParams& params, float mass, float radius, float speed)
{
    switch (params.drag) {
    case Drag::None: return 0;
    case Drag::Linear: return 9.81f / params.terminalSpeed;
    case Drag::Quadratic: break;
    }
    const float area = 3.14159265f * radius * radius;
    return 0.5f * params.airDensity * params.dragCoefficient * area * speed / mass;
}

/// The flight from (x, v) over a step. Quadratic drag takes k at the mean of the speeds at the step's two ends.
inline Flight makeFlight(const BallisticParams& params, const Vec3f& x, const Vec3f& v, const Vec3f& gravity,
                         const Vec3f& wind, float mass, float radius, float dt)
{
    const float speed = (v - wind).norm();
    Flight flight{x, v, gravity, wind, dragRate(params, mass, radius, speed)};
    if (params.drag != Drag::Quadratic) return flight;
    const float speedAtEnd = (flight.velocity(dt) - wind).norm();
    flight.k = dragRate(params, mass, radius, 0.5f * (speed + speedAtEnd));
    return flight;
}

} // namespace firn::ballistic
