// Parameters of the surface that is built from particles for renderers.
#pragma once

#include "params/ParamSet.h"

namespace firn {

enum class SurfaceMethod { Spheres, Smooth, Anisotropic };
inline constexpr std::string_view kSurfaceMethods[] = {"spheres", "smooth", "anisotropic"};

struct SurfaceParams {
    SurfaceMethod method = SurfaceMethod::Smooth;
    float voxelSize = 0;
    float radius = 0;
    float radiusScale = 1;
    int smoothing = 0;
    float bandVoxels = 3;         // OpenVDB's own half width of a narrow band
    float centreSmoothing = 0.9f; // [YuTurk2013] section 4.1: lambda
    float largestStretch = 4;     // [YuTurk2013] section 4.2: k_r
    float densityVoxel = 0;
};

inline constexpr Param kSurfaceParams[] = {
    choice<&SurfaceParams::method>("method", "Method", kSurfaceMethods,
                                   "spheres: every particle a ball; smooth: blended balls; anisotropic: kernels that "
                                   "flatten along the surface, the smoothest and slowest."),
    param<&SurfaceParams::voxelSize>("voxel_size", "Voxel Size", "m", {0, 1e3},
                                     "Detail of the surface; 0 takes the mean radius, half a particle spacing."),
    param<&SurfaceParams::radius>("radius", "Radius", "m", {0, 1e3},
                                  "Radius of every particle; 0 takes each one's pscale."),
    param<&SurfaceParams::radiusScale>("radius_scale", "Radius Scale", "", {0.1, 10},
                                       "Makes every particle larger or smaller; more closes gaps."),
    param<&SurfaceParams::smoothing>("smoothing", "Smoothing", "", {0, 100},
                                     "Times that the field is blurred by a voxel; lone crumbs are lost first."),
    param<&SurfaceParams::bandVoxels>("band_voxels", "Band", "voxels", {2, 20},
                                      "How far from the surface the level set knows the distance, on each side."),
    param<&SurfaceParams::centreSmoothing>("centre_smoothing", "Centre Smoothing", "", {0, 1},
                                           "anisotropic: how far a particle moves to the middle of its neighbours."),
    param<&SurfaceParams::largestStretch>("largest_stretch", "Largest Stretch", "", {1, 100},
                                          "anisotropic: a kernel is at most this many times longer than thick."),
    param<&SurfaceParams::densityVoxel>("density_voxel", "Density Voxel", "m", {0, 1e3},
                                        "Voxel size of the density grid; 0 takes twice the mean particle spacing."),
};

inline const ParamTable& surfaceTable()
{
    static const ParamTable kTable = paramTable<SurfaceParams>("surface", "Snow Surface", kSurfaceParams);
    return kTable;
}

} // namespace firn
