#include "ColliderMotion.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>

namespace firn::houdini {

namespace {

Vec3d rotationVector(const Mat3d& rotation)
{
    const Eigen::AngleAxisd turn(rotation);
    return turn.angle() * turn.axis();
}

/// The steady motion that passes through `pose` at the time `when`.
SteadyPose steadyThrough(const Pose& pose, const Vec3d& pivot, const Vec3d& velocity, const Vec3d& spin, double when)
{
    if (velocity.isZero(0) && spin.isZero(0)) return {Still{}, pose};
    const SteadyMotion motion{velocity, spin, pivot - when * velocity};
    const Pose now = motion.at(when).pose;
    const Mat3d back = now.rotation.transpose();
    return {motion, Pose{back, back * -now.translation} * pose};
}

} // namespace

SplitTransform splitTransform(const UT_DMatrix4& transform)
{
    Mat3d linear; // for column vectors
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) linear(r, c) = transform(c, r);
    SplitTransform split;
    split.pose.translation = Vec3d(transform(3, 0), transform(3, 1), transform(3, 2));
    if (linear == Mat3d::Identity()) return split;

    // The nearest rotation; a mirror goes to the stretch.
    const Eigen::JacobiSVD<Mat3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3d rotation = svd.matrixU() * svd.matrixV().transpose();
    if (rotation.determinant() < 0) rotation = -rotation;
    split.pose.rotation = rotation;
    split.stretch = rotation.transpose() * linear;
    // Rotations come rounded: a stretch of nothing must not make another mesh in every frame.
    constexpr double kRounding = 1e-6;
    if (split.stretch.isApprox(Mat3d::Identity(), kRounding)) split.stretch = Mat3d::Identity();
    return split;
}

SteadyPose motionDuring(const AffectorMotion& state, const Pose& pose, const Pose* before, const StepTime& step)
{
    if (state.atEnd && before) {
        if (before->translation == pose.translation && before->rotation == pose.rotation) return {Still{}, pose};
        const Vec3d velocity = (pose.translation - before->translation) / step.length;
        const Vec3d spin = rotationVector(pose.rotation * before->rotation.transpose()) / step.length;
        return steadyThrough(*before, before->translation, velocity, spin, step.begin);
    }
    const double when = state.atEnd ? step.begin + step.length : step.begin;
    return steadyThrough(pose, state.centre, state.velocity, state.spin, when);
}

} // namespace firn::houdini
