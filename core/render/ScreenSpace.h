// Shading from a depth buffer alone: smooth depths, normals, darkened hollows.
#pragma once

#include "base/Types.h"
#include "render/Camera.h"

#include <vector>

namespace firn {

/// Depths (m along the view) of a picture; infinite where there is nothing.
struct DepthImage {
    int width = 0, height = 0;
    std::vector<float> depth;

    float at(int x, int y) const { return depth[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

/// Averages each depth with those around it that are nearer to it than `step` (m), within `radius` pixels.
DepthImage smoothed(const DepthImage& depths, int radius, float step);

/// The point of the world that a pixel shows.
Vec3f pointAt(const Camera& camera, int x, int y, float depth);

/// The surface's normal (unit, towards the camera) from the differences to neighbouring pixels.
Vec3f normalAt(const DepthImage& depths, const Camera& camera, int x, int y, float depth);

/// How open the surface is to the sky, 0 to 1: the share of places around a pixel, up to `reach` (m) away, that do not
/// stand before it.
float opennessAt(const DepthImage& depths, const Camera& camera, int x, int y, float depth, const Vec3f& normal,
                 float reach);

} // namespace firn
