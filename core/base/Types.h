// Small fixed-size vectors and matrices, in the memory layout Houdini uses.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>

namespace firn {

using Vec2f = Eigen::Matrix<float, 2, 1>;
using Vec3f = Eigen::Matrix<float, 3, 1>;
using Vec3d = Eigen::Matrix<double, 3, 1>;
using Vec3i = Eigen::Matrix<int32_t, 3, 1>;

/// Column-major, for column vectors: the same nine floats as Houdini's row-major matrix3 for row vectors.
using Mat3f = Eigen::Matrix<float, 3, 3>;
using Mat3d = Eigen::Matrix<double, 3, 3>;

/// An axis-aligned box; empty when any lower bound exceeds its upper one.
struct Box3f {
    Vec3f lower = Vec3f::Constant(3.4e38f);
    Vec3f upper = Vec3f::Constant(-3.4e38f);

    bool empty() const { return (lower.array() > upper.array()).any(); }
    bool contains(const Vec3f& x) const
    {
        return (x.array() >= lower.array()).all() && (x.array() <= upper.array()).all();
    }
    void extend(const Vec3f& x)
    {
        lower = lower.cwiseMin(x);
        upper = upper.cwiseMax(x);
    }
    Vec3f size() const { return upper - lower; }
    Vec3f centre() const { return 0.5f * (lower + upper); }
};

} // namespace firn
