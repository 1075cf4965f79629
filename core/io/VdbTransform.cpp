#include "io/VdbTransform.h"

#include "io/VdbHeader.h"

#include <cmath>

namespace firn {

namespace {

using namespace openvdb::math;

/// Voxels are between an atom and the distance to the sun, and stay so when their size is squared or inverted.
constexpr double kSmallest = 1e-12, kLargest = 1e12;

Vec3<double> readVector(ByteReader& in)
{
    Vec3<double> v;
    for (int k = 0; k < 3; ++k) {
        v[k] = in.read<double>();
        if (!(std::abs(v[k]) <= kLargest)) in.fail("is damaged: its transform has a number out of all reason");
    }
    return v;
}

void checkSize(ByteReader& in, const Vec3<double>& size)
{
    for (int k = 0; k < 3; ++k)
        if (!(std::abs(size[k]) >= kSmallest && std::abs(size[k]) <= kLargest))
            in.fail("has a transform with no usable voxel size");
}

/// The scale, and four vectors that follow from it: the voxel's size, inverses and squares.
Vec3<double> readScale(ByteReader& in)
{
    const Vec3<double> scale = readVector(in);
    checkSize(in, scale);
    in.take(4 * 3 * sizeof(double));
    return scale;
}

MapBase::Ptr readAffine(ByteReader& in)
{
    Mat4<double> matrix;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            matrix(row, column) = in.read<double>();
            if (!(std::abs(matrix(row, column)) <= kLargest))
                in.fail("is damaged: its transform has a number out of all reason");
        }
    MapBase::Ptr map(new AffineMap(matrix)); // throws when it has no inverse
    checkSize(in, map->voxelSize());
    return map;
}

MapBase::Ptr readMap(ByteReader& in, const std::string& kind)
{
    if (kind == AffineMap::mapType()) return readAffine(in);
    if (kind == TranslationMap::mapType()) return MapBase::Ptr(new TranslationMap(readVector(in)));
    if (kind == ScaleMap::mapType()) return MapBase::Ptr(new ScaleMap(readScale(in)));
    const bool uniform = kind == UniformScaleMap::mapType() || kind == UniformScaleTranslateMap::mapType();
    const bool moved = kind == ScaleTranslateMap::mapType() || kind == UniformScaleTranslateMap::mapType();
    if (!uniform && !moved) return nullptr;
    const Vec3<double> translation = moved ? readVector(in) : Vec3<double>(0.0);
    const Vec3<double> scale = readScale(in);
    if (!uniform) return MapBase::Ptr(new ScaleTranslateMap(scale, translation));
    if (scale[0] != scale[1] || scale[0] != scale[2]) in.fail("is damaged: its uniform scale is not uniform");
    if (!moved) return MapBase::Ptr(new UniformScaleMap(scale[0]));
    return MapBase::Ptr(new UniformScaleTranslateMap(scale[0], translation));
}

} // namespace

Transform::Ptr readVdbTransform(ByteReader& in, std::string& kind)
try {
    kind = readVdbText(in);
    const MapBase::Ptr map = readMap(in, kind);
    return map ? Transform::Ptr(new Transform(map)) : nullptr;
} catch (const openvdb::Exception& error) {
    in.fail(std::string("has an unusable transform: ") + error.what());
}

} // namespace firn
