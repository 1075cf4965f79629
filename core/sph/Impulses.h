// Momentum that snow hands to colliders, summed in one order.
#pragma once

#include "parallel/Reduce.h"
#include "solver/World.h"
#include "sph/ShearSolve.h"

#include <Eigen/Geometry>
#include <vector>

namespace firn::sph {

/// One sum per collider and fixed range of particles (kReduceRange of them), added up in the order of the ranges.
class ColliderImpulses {
public:
    ColliderImpulses(const World& world, std::size_t particles)
        : mColliders(std::min(world.impulses.size(), world.colliders.size())),
          mSums(mColliders * ((particles + kReduceRange - 1) / kReduceRange))
    {
    }
    bool wanted() const { return mColliders > 0; }

    /// Momentum (N s) that particle i hands to a collider at a place.
    void add(std::size_t i, int32_t collider, const Vec3f& place, const Vec3f& momentum)
    {
        if (std::size_t(collider) >= mColliders) return;
        Impulse& sum = mSums[i / kReduceRange * mColliders + std::size_t(collider)];
        const Vec3d m = momentum.cast<double>();
        sum.linear += m;
        sum.angular += place.cast<double>().cross(m);
    }

    void addTo(const World& world) const
    {
        for (std::size_t k = 0; k < mSums.size(); ++k) {
            world.impulses[k % mColliders].linear += mSums[k].linear;
            world.impulses[k % mColliders].angular += mSums[k].angular;
        }
    }

private:
    std::size_t mColliders;
    std::vector<Impulse> mSums;
};

/// The reaction of boundary particles to friction, adhesion, pressure and shear, in the step that is about to end.
void handOverImpulses(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
                      StepReport& report);

} // namespace firn::sph
