// Families of 3x3 matrices that are hard on a decomposition, each in its own way.
#pragma once

#include "math/Random.h"

#include <cmath>
#include <string>
#include <vector>

namespace firn {

/// A random number of matrix i, uniform in [lo, hi].
inline double draw(double lo, double hi, uint64_t i, uint64_t channel)
{
    return lo + (hi - lo) * double(randomUnit(99, i, 0, channel));
}

inline Mat3d drawGeneral(uint64_t i, uint64_t channel)
{
    Mat3d m;
    for (int k = 0; k < 9; ++k) m(k) = draw(-1.0, 1.0, i, channel + uint64_t(k));
    return m;
}

/// A random rotation from a random quaternion.
inline Mat3d drawRotation(uint64_t i, uint64_t channel)
{
    double w = draw(-1.0, 1.0, i, channel), x = draw(-1.0, 1.0, i, channel + 1);
    double y = draw(-1.0, 1.0, i, channel + 2), z = draw(-1.0, 1.0, i, channel + 3);
    const double r = 1.0 / std::sqrt(w * w + x * x + y * y + z * z);
    w *= r, x *= r, y *= r, z *= r;
    Mat3d m;
    m << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
        1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
    return m;
}

/// A matrix with the given singular values between two random rotations.
inline Mat3d withSingularValues(uint64_t i, double a, double b, double c)
{
    return drawRotation(i, 20) * Vec3d(a, b, c).asDiagonal() * drawRotation(i, 30).transpose();
}

/// A family has a name and a rule for its matrix number i.
struct MatrixFamily {
    const char* name;
    Mat3d (*make)(uint64_t i);
};

inline double tenTo(double lo, double hi, uint64_t i, uint64_t channel)
{
    return std::pow(10.0, draw(lo, hi, i, channel));
}

inline const MatrixFamily kMatrixFamilies[] = {
    {"General", [](uint64_t i) { return drawGeneral(i, 0); }},
    {"NearIdentity", [](uint64_t i) { return Mat3d(Mat3d::Identity() + tenTo(-7, -1, i, 50) * drawGeneral(i, 0)); }},
    {"Rotation", [](uint64_t i) { return drawRotation(i, 0); }},
    {"NearlyEqual",
     [](uint64_t i) { return withSingularValues(i, 1, 1 + tenTo(-8, 0, i, 51), 1 - tenTo(-8, -1, i, 52)); }},
    {"TwoNearlyEqual",
     [](uint64_t i) { return withSingularValues(i, 1, 1 - tenTo(-8, -1, i, 51), tenTo(-8, 0, i, 52)); }},
    {"SmallOnes", [](uint64_t i) { return withSingularValues(i, 1, tenTo(-8, 0, i, 51), tenTo(-8, 0, i, 52)); }},
    {"RankTwo", [](uint64_t i) { return withSingularValues(i, 1, tenTo(-4, 0, i, 51), 0); }},
    {"RankOne", [](uint64_t i) { return withSingularValues(i, 1, 0, 0); }},
    {"ExactRankOne",
     [](uint64_t i) {
         Vec3d a, b; // small whole numbers: the products are exact, so is the rank
         for (int k = 0; k < 3; ++k)
             a[k] = std::floor(draw(-4, 5, i, uint64_t(k))), b[k] = std::floor(draw(-4, 5, i, uint64_t(k) + 3));
         return Mat3d(a * b.transpose());
     }},
    {"Inverted", [](uint64_t i) { return withSingularValues(i, 1 + draw(0, 1, i, 50), 1, -tenTo(-2, 0, i, 51)); }},
    {"SmallWholeNumbers", [](uint64_t i) { return Mat3d((drawGeneral(i, 0) * 2.999).array().round().matrix() * 0.5); }},
    {"AnyScale", [](uint64_t i) { return Mat3d(drawGeneral(i, 0) * tenTo(-15, 15, i, 50)); }},
    {"AnyScalePerColumn",
     [](uint64_t i) {
         return Mat3d(drawGeneral(i, 0) *
                      Vec3d(tenTo(-15, 15, i, 50), tenTo(-15, 15, i, 51), tenTo(-15, 15, i, 52)).asDiagonal());
     }},
    {"AnyScalePerEntry",
     [](uint64_t i) {
         Mat3d m = drawGeneral(i, 0);
         for (int k = 0; k < 9; ++k) m(k) *= tenTo(-15, 15, i, 50 + uint64_t(k));
         return m;
     }},
};

/// `count` matrices of a family, rounded to float.
inline std::vector<Mat3f> matricesOf(const MatrixFamily& family, std::size_t count)
{
    std::vector<Mat3f> F(count);
    for (std::size_t i = 0; i < count; ++i) F[i] = family.make(i).cast<float>();
    return F;
}

} // namespace firn
