// Friction and adhesion between a snow and a boundary particle.
#pragma once

#include "math/AdhesionKernel.h"
#include "solver/World.h"
#include "sph/StepData.h"

#include <vector>

namespace firn::sph {

class BoundaryForces {
public:
    BoundaryForces(const SphParams& params, const World& world, const StepData& data, float dt)
        : mSamples(data.boundary.samples), mVolume(data.boundary.volume.data()), mKernel(2 * data.h), mH(data.h),
          mBeta(params.adhesion), mPull(data.h * data.h / (kSheetPull * params.boundaryVolume))
    {
        for (const Collider& collider : world.colliders) {
            const ColliderSurface& surface = collider.surface();
            // A sticky surface takes all but a thousandth of the relative velocity away.
            mFriction.push_back(surface.sticky ? 1000 * data.h * data.h / dt : params.friction * surface.friction);
            mAdhesion.push_back(surface.adhesion);
        }
    }

    /// The rate c (1/s) of friction a = c (v_b - v_i): a term of the sum of Eq. 25; V_b grad W_ib is slope x.
    float friction(std::size_t b, const Vec3f& x, float slope) const
    {
        const float square = x.squaredNorm();
        return -mFriction[std::size_t(mSamples.collider[b])] * slope * square / (square + 0.01f * mH * mH);
    }

    /// Acceleration of particle i towards b, x = x_i - x_b [Akinci2013, Eq. 6]. A collider's own adhesion (Pa) is the
    /// pull over a spacing squared at the distance where a flat sheet pulls most.
    Vec3f adhesion(const Snow& snow, std::size_t i, std::size_t b, const Vec3f& x) const
    {
        const float own = mAdhesion[std::size_t(mSamples.collider[b])];
        if (mBeta == 0 && own == 0) return Vec3f::Zero();
        const float r = x.norm();
        if (!(r > 0)) return Vec3f::Zero();
        const float strength = mBeta * snow.restDensity(i) + own * mPull / snow.mass[i];
        return (-strength * mVolume[b] * mKernel(r) / r) * x;
    }

private:
    /// The most that a flat, hexagonal sheet of boundary particles with phi = 1 pulls: max of sum V_b A cos.
    static constexpr float kSheetPull = 0.0044f;

    const BoundarySamples& mSamples;
    const float* mVolume;
    AdhesionKernel<float> mKernel;
    float mH, mBeta, mPull;
    std::vector<float> mFriction, mAdhesion; ///< of each collider: m2/s, Pa
};

} // namespace firn::sph
