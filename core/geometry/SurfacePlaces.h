// The places of a surface that a sampling of it chooses from. For SampleSurface.cpp.
#pragma once

#include "geometry/LevelSetSampler.h"
#include "geometry/Shapes.h"

#include <functional>
#include <string>
#include <vector>

namespace firn {

/// Distances and normals of many points at once; callable from several threads.
using SurfaceField = std::function<void(Span<const Vec3f> x, Span<SurfaceSample> out)>;

/// Moves points onto the zero of a distance field along its gradient, each until it is within the tolerance (m); `out`
/// gets what they see there. A point that does not arrive keeps the distance it has left.
void projectOnto(const SurfaceField& field, float tolerance, Span<Vec3f> x, Span<SurfaceSample> out);

/// The tolerance of samples, in spacings.
inline constexpr float kSharpest = 1e-4f;

/// A sample lies on the surface when the distance left is at most this share of the spacing.
inline constexpr float kOnSurface = 0.01f;

/// Places all over the surface, about a third of a spacing apart, each with a random number that hangs on its
/// place in the lattice alone, so that the same piece of a surface is sampled much the same way from frame to frame.
struct SurfacePlaces {
    std::vector<Vec3f> P;
    std::vector<uint64_t> random;
};

SurfacePlaces placesOn(const Primitive& shape, const SurfaceField& field, float spacing, const std::string& where);
SurfacePlaces placesOn(const LevelSetSampler& levelSet, const SurfaceField& field, float spacing,
                       const std::string& where);

} // namespace firn
