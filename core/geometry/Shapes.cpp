#include "geometry/Shapes.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/ShapeParams.h"

#include <cmath>
#include <limits>

namespace firn {
namespace {

float signOf(float value) { return value < 0 ? -1.0f : 1.0f; }

/// Radius and direction from an axis; on the axis itself any direction is as near as another.
struct Radial {
    float radius;
    Vec3f direction;
};

Radial radialFromY(const Vec3f& x)
{
    const float radius = std::sqrt(x.x() * x.x() + x.z() * x.z());
    if (radius == 0) return {0, Vec3f::UnitX()};
    return {radius, Vec3f(x.x() / radius, 0, x.z() / radius)};
}

float positive(const char* name, float value)
{
    if (value > 0 && std::isfinite(value)) return value;
    throw InputError(std::string("shape: ") + name + " is " + toText(value) + "; it must be a number above 0");
}

float notNegative(const char* name, float value)
{
    if (value >= 0 && std::isfinite(value)) return value;
    throw InputError(std::string("shape: ") + name + " is " + toText(value) + "; it must be 0 or more");
}

Vec3f unitNormal(const Vec3f& normal)
{
    const float length = normal.stableNorm();
    if (length > 0 && std::isfinite(length)) return normal / length;
    throw InputError("shape: normal is " + toText(normal.x()) + ", " + toText(normal.y()) + ", " + toText(normal.z()) +
                     "; it must point somewhere");
}

Primitive primitiveOf(const ShapeParams& params)
{
    switch (params.shape) {
    case ShapeKind::Plane: return Plane{unitNormal(params.normal)};
    case ShapeKind::Sphere: return Sphere{positive("radius", params.radius)};
    case ShapeKind::Box:
        for (int axis = 0; axis < 3; ++axis) positive("size", params.size[axis]);
        return Box{0.5f * params.size};
    case ShapeKind::Capsule:
        return Capsule{positive("radius", params.radius), 0.5f * notNegative("height", params.height)};
    case ShapeKind::Cylinder:
        return Cylinder{positive("radius", params.radius), 0.5f * notNegative("height", params.height)};
    case ShapeKind::Mesh:
    case ShapeKind::Vdb: break;
    }
    throw InputError("shape: '" + std::string(kShapeKinds[std::size_t(params.shape)]) +
                     "' has no closed form; analytic shapes are plane, sphere, box, capsule and cylinder");
}

// Half the size of the box around each shape, once it is turned.
Vec3f halfExtent(const Plane&, const Mat3f&) { return Vec3f::Constant(std::numeric_limits<float>::infinity()); }
Vec3f halfExtent(const Sphere& s, const Mat3f&) { return Vec3f::Constant(s.radius); }
Vec3f halfExtent(const Box& b, const Mat3f& rotation) { return rotation.cwiseAbs() * b.halfSize; }
Vec3f halfExtent(const Capsule& c, const Mat3f& rotation)
{
    return c.halfHeight * rotation.col(1).cwiseAbs() + Vec3f::Constant(c.radius);
}
Vec3f halfExtent(const Cylinder& c, const Mat3f& rotation)
{
    const Vec3f axis = rotation.col(1);
    // A disc whose axis is a reaches r sqrt(1 - a_i^2) along the world's axis i.
    const Vec3f disc = (Vec3f::Ones() - axis.cwiseProduct(axis)).cwiseMax(0.0f).cwiseSqrt();
    return c.halfHeight * axis.cwiseAbs() + c.radius * disc;
}

} // namespace

AnalyticShape analyticShape(const ShapeParams& params) { return {primitiveOf(params), poseOf(params)}; }

SurfaceSample sample(const Plane& plane, const Vec3f& x) { return {plane.normal.dot(x), plane.normal}; }

SurfaceSample sample(const Sphere& sphere, const Vec3f& x)
{
    const float length = x.norm();
    return {length - sphere.radius, length > 0 ? Vec3f(x / length) : Vec3f(Vec3f::UnitY())};
}

SurfaceSample sample(const Box& box, const Vec3f& x)
{
    const Vec3f beyond = x.cwiseAbs() - box.halfSize;
    const Vec3f outward(signOf(x.x()), signOf(x.y()), signOf(x.z()));
    int nearest;
    const float largest = beyond.maxCoeff(&nearest);
    if (largest <= 0) return {largest, Vec3f::Unit(nearest) * outward[nearest]}; // inside: the nearest face
    const Vec3f outside = beyond.cwiseMax(0.0f);
    const float distance = outside.norm();
    return {distance, outside.cwiseProduct(outward) / distance};
}

SurfaceSample sample(const Capsule& capsule, const Vec3f& x)
{
    const float along = std::min(std::max(x.y(), -capsule.halfHeight), capsule.halfHeight);
    const Vec3f fromAxis(x.x(), x.y() - along, x.z());
    const float length = fromAxis.norm();
    return {length - capsule.radius, length > 0 ? Vec3f(fromAxis / length) : Vec3f(Vec3f::UnitX())};
}

SurfaceSample sample(const Cylinder& cylinder, const Vec3f& x)
{
    const Radial radial = radialFromY(x);
    const Vec3f cap(0, signOf(x.y()), 0);
    const float beyondSide = radial.radius - cylinder.radius;
    const float beyondCap = std::abs(x.y()) - cylinder.halfHeight;
    if (beyondSide <= 0 || beyondCap <= 0) { // inside, or straight out from the side or from a cap
        if (beyondSide > beyondCap) return {beyondSide, radial.direction};
        return {beyondCap, cap};
    }
    const float distance = std::sqrt(beyondSide * beyondSide + beyondCap * beyondCap); // to the rim
    return {distance, (beyondSide / distance) * radial.direction + (beyondCap / distance) * cap};
}

void sample(const AnalyticShape& shape, Span<const Vec3f> x, Span<SurfaceSample> out)
{
    const Mat3f toWorld = shape.pose.rotation.cast<float>();
    const Mat3f toBody = toWorld.transpose();
    const Vec3f centre = shape.pose.translation.cast<float>();
    std::visit(
        [&](const auto& primitive) {
            for (std::size_t i = 0; i < x.size(); ++i) {
                SurfaceSample s = sample(primitive, Vec3f(toBody * (x[i] - centre)));
                s.normal = toWorld * s.normal;
                out[i] = s;
            }
        },
        shape.primitive);
}

SurfaceSample sample(const AnalyticShape& shape, const Vec3f& x)
{
    SurfaceSample out;
    sample(shape, Span<const Vec3f>(&x, 1), Span<SurfaceSample>(&out, 1));
    return out;
}

Box3f boundsOf(const AnalyticShape& shape)
{
    const Mat3f rotation = shape.pose.rotation.cast<float>();
    const Vec3f centre = shape.pose.translation.cast<float>();
    const Vec3f half =
        std::visit([&](const auto& primitive) { return halfExtent(primitive, rotation); }, shape.primitive);
    return {centre - half, centre + half};
}

} // namespace firn
