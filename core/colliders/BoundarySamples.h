// Colliders as boundary particles: samples on their surfaces, near the snow, moving with them.
#pragma once

#include "colliders/Collider.h"

#include <memory>
#include <vector>

namespace firn {

class OccupiedCells;

/// In the world, at the time asked for; all the same length.
struct BoundarySamples {
    std::vector<Vec3f> P;          ///< m, on the surface
    std::vector<Vec3f> v;          ///< m/s, of the surface there
    std::vector<Vec3f> N;          ///< unit, towards the snow's side
    std::vector<int32_t> collider; ///< the collider that each belongs to, ascending

    std::size_t size() const { return P.size(); }
};

/// Samples colliders about `spacing` apart, evenly (see geometry/SampleSurface.h; planes get a hexagonal lattice). A
/// rigid body is sampled once, in its own frame, and its motion carries the samples; a deforming one is sampled at each
/// key frame, and its samples go straight to where they are at the next; a plane's lattice is fixed to the plane and
/// made near the snow only.
///
/// What it keeps is scratch: a sampler made anew gives the same bits, on any number of threads.
class BoundarySampler {
public:
    /// Throws InputError unless the spacing (m) is above 0.
    explicit BoundarySampler(float spacing);
    ~BoundarySampler();
    BoundarySampler(BoundarySampler&&) noexcept;
    BoundarySampler& operator=(BoundarySampler&&) noexcept;

    float spacing() const { return mSpacing; }

    /// Replaces `out` by all samples within `reach` (m) of a particle, and some up to 2 sqrt(3) times as far. A sample
    /// whose own neighbours count (its volume is measured from them) needs a reach of two supports. Throws InputError,
    /// naming the collider, for a surface of too many samples, and what a sequence's loader throws.
    void sample(Span<const Collider> colliders, double time, Span<const Vec3f> particles, float reach,
                BoundarySamples& out);

private:
    struct Cache;
    void add(const Collider& collider, int32_t index, double time, const OccupiedCells& region, BoundarySamples& out);

    float mSpacing;
    std::unique_ptr<Cache> mCache;
};

} // namespace firn
