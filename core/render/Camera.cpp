#include "render/Camera.h"

#include "base/Error.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace firn {

namespace {

/// The share of the particles that framing leaves out at each end of each axis.
constexpr double kStrays = 0.005;
/// Space around the snow, as a share of the picture.
constexpr float kMargin = 1.12f;

/// The smallest distance from the target at which all corners of the box are in the picture.
float fittingDistance(const Box3f& box, const Vec3f& target, const Vec3f& towardsEye, const RenderParams& params)
{
    const Camera probe(target + towardsEye, target, params.fov, params.width, params.height);
    const Vec3f right = probe.ray(float(params.width), 0.5f * float(params.height)).direction;
    const Vec3f top = probe.ray(0.5f * float(params.width), 0.0f).direction;
    float distance = 0;
    for (const Vec3f& edge : {right, top}) {
        const float along = edge.dot(probe.forward());
        const Vec3f across = edge - along * probe.forward();
        const float slope = across.norm() / along;
        const Vec3f side = across.normalized();
        for (int c = 0; c < 8; ++c) {
            const Vec3f corner(c & 1 ? box.upper.x() : box.lower.x(), c & 2 ? box.upper.y() : box.lower.y(),
                               c & 4 ? box.upper.z() : box.lower.z());
            const Vec3f p = corner - target;
            distance = std::max(distance, kMargin * std::abs(p.dot(side)) / slope - p.dot(probe.forward()));
        }
    }
    return distance;
}

} // namespace

Camera::Camera(const Vec3f& eye, const Vec3f& target, float fovDegrees, int width, int height)
    : mEye(eye), mWidth(width), mHeight(height)
{
    const Vec3f view = target - eye;
    if (!(view.norm() > 0) || !view.allFinite()) throw InputError("render: eye and target are at the same place");
    mForward = view.normalized();
    mFocus = view.norm();
    const Vec3f up = std::abs(mForward.y()) > 0.9999f ? Vec3f(0, 0, -1) : Vec3f(0, 1, 0);
    mRight = mForward.cross(up).normalized();
    mUp = mRight.cross(mForward);
    mScale = 0.5f * float(height) / std::tan(0.5f * fovDegrees * kPi / 180.0f);
}

Ray Camera::ray(float x, float y) const
{
    const float u = (x - 0.5f * float(mWidth)) / mScale, v = (0.5f * float(mHeight) - y) / mScale;
    return {mEye, (mForward + u * mRight + v * mUp).normalized()};
}

bool Camera::project(const Vec3f& point, Vec3f& pixel) const
{
    const Vec3f p = point - mEye;
    const float depth = p.dot(mForward);
    if (!(depth > 1e-6f)) return false;
    const float scale = mScale / depth;
    pixel = {0.5f * float(mWidth) + scale * p.dot(mRight), 0.5f * float(mHeight) - scale * p.dot(mUp), depth};
    return true;
}

Box3f robustBounds(Span<const Vec3f> P)
{
    constexpr std::size_t kSample = 100000;
    const std::size_t stride = std::max<std::size_t>(1, P.size() / kSample);
    Box3f box;
    Vec3f lower, upper;
    for (int k = 0; k < 3; ++k) {
        std::vector<float> values;
        for (std::size_t i = 0; i < P.size(); i += stride)
            if (P[i].allFinite()) values.push_back(P[i][k]);
        if (values.empty()) return box;
        const auto cut = std::size_t(kStrays * double(values.size()));
        std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(cut), values.end());
        lower[k] = values[cut];
        const std::size_t high = values.size() - 1 - cut;
        std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(high), values.end());
        upper[k] = values[high];
    }
    box.extend(lower);
    box.extend(upper);
    return box;
}

Camera cameraFor(const RenderParams& params, const Box3f& bounds)
{
    if (params.eye != params.target) return Camera(params.eye, params.target, params.fov, params.width, params.height);
    Box3f box = bounds;
    if (box.empty()) box.lower = Vec3f::Constant(-1), box.upper = Vec3f::Constant(1);
    const float size = std::max(1e-3f, box.size().maxCoeff());
    box.lower.array() -= 0.02f * size;
    box.upper.array() += 0.02f * size;
    const Vec3f target = box.centre();
    const Vec3f towardsEye = Vec3f(0.45f, 0.32f, 0.85f).normalized();
    const float distance = fittingDistance(box, target, towardsEye, params);
    return Camera(target + distance * towardsEye, target, params.fov, params.width, params.height);
}

} // namespace firn
