#include "geometry/Pose.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/ShapeParams.h"

#include <Eigen/Geometry>

namespace firn {
namespace {

void requireFinite(const char* name, const Vec3f& v)
{
    if (v.allFinite()) return;
    throw InputError(std::string("shape: ") + name + " is " + toText(v.x()) + ", " + toText(v.y()) + ", " +
                     toText(v.z()) + "; it must be finite numbers");
}

} // namespace

Mat3d rotationXyz(const Vec3f& degrees)
{
    const Vec3d angle = degrees.cast<double>() * (3.14159265358979323846 / 180.0);
    return (Eigen::AngleAxisd(angle.z(), Vec3d::UnitZ()) * Eigen::AngleAxisd(angle.y(), Vec3d::UnitY()) *
            Eigen::AngleAxisd(angle.x(), Vec3d::UnitX()))
        .toRotationMatrix();
}

Box3f boundsOf(const Pose& pose, const Box3f& box)
{
    if (box.empty()) return box;
    if (!box.lower.allFinite() || !box.upper.allFinite()) return box; // infinite stays infinite
    const Vec3d centre = pose.toWorld(0.5 * (box.lower.cast<double>() + box.upper.cast<double>()));
    const Vec3d half = pose.rotation.cwiseAbs() * (0.5 * (box.upper.cast<double>() - box.lower.cast<double>()));
    return {(centre - half).cast<float>(), (centre + half).cast<float>()};
}

Pose poseOf(const ShapeParams& params)
{
    requireFinite("centre", params.centre);
    requireFinite("rotate", params.rotate);
    return {rotationXyz(params.rotate), params.centre.cast<double>()};
}

} // namespace firn
