// Which colliders a block of the grid can touch: the others cost it one sample each.
#pragma once

#include "solver/World.h"

#include <Eigen/Geometry>

#include <vector>

namespace firn::mpm {

/// Fills `near` with the colliders whose surface or inside may be within `reach` of the centre.
inline void findNear(const World& world, double time, const Vec3f& centre, float reach, std::vector<uint32_t>& near)
{
    near.clear();
    for (std::size_t c = 0; c < world.colliders.size(); ++c)
        if (!(world.colliders[c].sample(time, centre).distance > reach)) near.push_back(uint32_t(c));
}

/// Impulses of blocks on colliders, summed in the order of the blocks: the same bits for any number of threads.
class BlockImpulses {
public:
    BlockImpulses(const World& world, std::size_t blocks)
        : mColliders(world.impulses.size() == world.colliders.size() ? world.colliders.size() : 0),
          mSums(blocks * mColliders)
    {
    }
    bool wanted() const { return mColliders > 0; }

    /// Momentum (N s) that a block's snow hands to a collider at x.
    void add(std::size_t block, std::size_t collider, const Vec3f& momentum, const Vec3f& x)
    {
        if (!wanted()) return;
        Impulse& sum = mSums[block * mColliders + collider];
        const Vec3d p = momentum.cast<double>();
        sum.linear += p;
        sum.angular += x.cast<double>().cross(p);
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

} // namespace firn::mpm
