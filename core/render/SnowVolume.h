// Snow as light sees it: extinction on a sparse grid, made from particles.
#pragma once

#include "particles/Particles.h"
#include "sim/RenderParams.h"

#include <memory>

namespace firn {

struct SnowGrid; // the bricks: SnowGrid.h, for the few files that walk through them

/// Shared and immutable.
class SnowVolume {
public:
    /// Nothing: light passes.
    SnowVolume();

    /// Spreads the particles' mass over a grid with the simulation's kernel ([Stomakhin2013] section 9). Particles
    /// without `pscale` get one from their mean spacing, those without `mass` that of snow of the reference density.
    ///
    /// Departs from the paper: a particle is drawn as several grains strewn over its own place (by its id, so that they
    /// travel with it), on a grid as much finer. The paper adds no detail below its grid; with few particles its snow
    /// would look like fog. Throws InputError for a place or mass that is not finite.
    SnowVolume(const Particles& particles, const RenderParams& params);

    /// Slabs and the like, for tests: extinction (1/m) at the nodes of a box, x slowest, z fastest; 0 outside.
    SnowVolume(const Vec3i& nodes, float voxelSize, Span<const float> extinction);

    bool empty() const;
    float voxelSize() const;
    double mass() const; ///< kg: the density's integral; of a volume made from particles
    const SnowGrid& grid() const { return *mGrid; }

private:
    std::shared_ptr<const SnowGrid> mGrid;
};

/// The mean radius of the particles: of the column `pscale`, or from their spacing when there is none.
float meanRadius(const Particles& particles);

/// Throws InputError, naming the first particle that is not at a finite place.
void requirePlaces(Span<const Vec3f> P);

} // namespace firn
