#include "render/ScreenSpace.h"

#include "parallel/ForEach.h"

#include <Eigen/Geometry>
#include <cmath>

namespace firn {

namespace {

/// One pass of the filter along a row or a column.
DepthImage smoothedAlong(const DepthImage& depths, int radius, float step, int dx, int dy)
{
    DepthImage result = depths;
    forEach(
        std::size_t(depths.height),
        [&](std::size_t row) {
            const int y = int(row);
            for (int x = 0; x < depths.width; ++x) {
                const float middle = depths.at(x, y);
                if (!std::isfinite(middle)) continue;
                float sum = middle, weights = 1;
                for (int k = -radius; k <= radius; ++k) {
                    if (k == 0 || !depths.has(x + k * dx, y + k * dy)) continue;
                    const float other = depths.at(x + k * dx, y + k * dy);
                    const float apart = std::abs(other - middle) / step;
                    if (!(apart < 1)) continue;
                    const float off = float(k) / float(radius + 1);
                    const float weight = (1 - apart * apart) * (1 - off * off);
                    sum += weight * other;
                    weights += weight;
                }
                result.depth[row * std::size_t(depths.width) + std::size_t(x)] = sum / weights;
            }
        },
        8);
    return result;
}

/// The nearer of the two neighbours along an axis, so that normals do not reach over edges.
Vec3f slopeAlong(const DepthImage& depths, const Camera& camera, int x, int y, float depth, int dx, int dy)
{
    const Vec3f middle = pointAt(camera, x, y, depth);
    float best = std::numeric_limits<float>::infinity();
    Vec3f slope = Vec3f::Zero();
    for (const int side : {1, -1}) {
        const int u = x + side * dx, v = y + side * dy;
        if (!depths.has(u, v) || !(std::abs(depths.at(u, v) - depth) < best)) continue;
        best = std::abs(depths.at(u, v) - depth);
        slope = float(side) * (pointAt(camera, u, v, depths.at(u, v)) - middle);
    }
    return slope;
}

} // namespace

DepthImage smoothed(const DepthImage& depths, int radius, float step)
{
    if (radius < 1) return depths;
    return smoothedAlong(smoothedAlong(depths, radius, step, 1, 0), radius, step, 0, 1);
}

Vec3f pointAt(const Camera& camera, int x, int y, float depth)
{
    const Ray ray = camera.ray(float(x) + 0.5f, float(y) + 0.5f);
    return ray.at(depth / ray.direction.dot(camera.forward()));
}

Vec3f normalAt(const DepthImage& depths, const Camera& camera, int x, int y, float depth)
{
    const Vec3f right = slopeAlong(depths, camera, x, y, depth, 1, 0);
    const Vec3f down = slopeAlong(depths, camera, x, y, depth, 0, 1);
    const Vec3f normal = down.cross(right);
    const float length = normal.norm();
    return length > 0 ? Vec3f(normal / length) : Vec3f(-camera.forward());
}

float opennessAt(const DepthImage& depths, const Camera& camera, int x, int y, float depth, const Vec3f& normal,
                 float reach)
{
    constexpr int kTaps = 16;
    const Vec3f middle = pointAt(camera, x, y, depth);
    const float pixels = camera.pixelsPerMetre() * reach / depth;
    if (pixels < 1) return 1;
    float blocked = 0;
    for (int k = 0; k < kTaps; ++k) {
        // A spiral by the golden angle: places evenly spread over the disc.
        const float r = pixels * std::sqrt((float(k) + 0.5f) / kTaps), angle = 2.3999632f * float(k);
        const int u = x + int(std::lround(r * std::cos(angle))), v = y + int(std::lround(r * std::sin(angle)));
        if (!depths.has(u, v) || !std::isfinite(depths.at(u, v))) continue;
        const Vec3f towards = pointAt(camera, u, v, depths.at(u, v)) - middle;
        const float distance = towards.norm();
        if (!(distance > 0)) continue;
        const float rise = towards.dot(normal) / distance - 0.1f;
        if (rise > 0) blocked += rise * std::max(0.0f, 1 - distance / (2 * reach));
    }
    return std::max(0.0f, 1 - 1.9f * blocked / kTaps);
}

} // namespace firn
