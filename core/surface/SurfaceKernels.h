// The blobs that a snow surface is made of: where each particle's one is, how large and of which shape.
#pragma once

#include "particles/BlockOrder.h"
#include "particles/Particles.h"
#include "surface/SurfaceParams.h"

#include <vector>

namespace firn {

/// One blob per particle, in the particles' order.
struct SurfaceKernels {
    SurfaceMethod method = SurfaceMethod::Smooth;
    double voxelSize = 1;        ///< m: what the parameters say, or the mean radius
    std::vector<Vec3f> centres;  ///< m
    std::vector<Vec3f> velocity; ///< m/s
    std::vector<float> radii;    ///< m, of the ball that the particle stands for; larger than pscale for `spheres`
    std::vector<Vec3f> extents;  ///< m: half the box outside of which the blob has no influence
    std::vector<Mat3f> shapes;   ///< anisotropic only: G of [YuTurk2013], 1/m
    std::vector<float> volumes;  ///< anisotropic only: times det G, dimensionless

    float largestExtent = 0; ///< m
    float meanRadius = 0;    ///< m
    BlockOrder bins;         ///< the centres by blocks of voxels
    BlockNumbers binNumbers; ///< of each block's origin
};

/// Spacing of the particles over their radius: `pscale` is half of it.
inline constexpr float kSpacingPerRadius = 2;

/// Throws InputError for no particles, values that are not finite, radii that are not positive, voxels that cannot hold
/// the snow.
SurfaceKernels surfaceKernels(const Particles& particles, const SurfaceParams& params);

/// Fills in centres, shapes, volumes and extents of anisotropic kernels from the positions and radii that are there.
void shapeKernels(const SurfaceParams& params, SurfaceKernels& kernels);

} // namespace firn
