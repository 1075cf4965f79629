// Points spread evenly over a surface. The same bits for any number of threads.
#pragma once

#include "geometry/Shapes.h"

#include <string>
#include <vector>

namespace firn {

class LevelSetSampler;

struct SurfacePoints {
    std::vector<Vec3f> P; ///< m, on the surface
    std::vector<Vec3f> N; ///< unit, outwards

    std::size_t size() const { return P.size(); }
};

/// No point of the surface is farther than this many spacings from a sample, whatever the shape. The bound holds at the
/// places tried, which lie a third of a spacing apart.
inline constexpr float kSampleCover = 0.85f;

/// Points about `spacing` (m) apart all over a surface: a maximal Poisson-disk set, relaxed towards a hexagonal pattern
/// (the nearest neighbour is about a spacing away on average), with the gaps closed that are left. Distances are taken
/// through space: the two sides of a sheet thinner than the spacing share one layer of samples.
///
/// In the shape's own frame: an analytic shape without its pose, a level set scaled but not posed. Throws InputError,
/// which names `where`, when the samples would be too many, and for a plane, which has no end.
SurfacePoints sampleSurface(const Primitive& shape, float spacing, const std::string& where);
SurfacePoints sampleSurface(const LevelSetSampler& levelSet, float spacing, const std::string& where);

} // namespace firn
