#include "geometry/LevelSetSampler.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/GridReading.h"
#include "geometry/LevelSetGrid.h"

#include <cmath>

namespace firn {
namespace {

// A gradient shorter than this (per metre) gives no direction: the middle of a thin shell, or beyond the band.
constexpr float kNoDirection = 1e-3f;

} // namespace

LevelSetSampler::LevelSetSampler(const LevelSet& levelSet, float scale) : mLevelSet(levelSet), mScale(scale)
{
    if (!(scale > 0) || !std::isfinite(scale))
        throw InputError("level set: scale is " + toText(scale) + "; it must be above 0");
    const LevelSetGrid& grid = levelSet.grid();
    FIRN_ASSERT(grid.distance);
    readGridMap(*grid.distance, "level set: the distance grid", mDistanceMap.linear, mDistanceMap.offset);
    mVoxel = 1 / mDistanceMap.linear.row(0).norm();
    mBackground = grid.distance->background();
    if (!(mBackground > 0) || !std::isfinite(mBackground))
        throw InputError("level set: the distance grid's background is " + toText(mBackground) +
                         "; a level set has the width of its narrow band there, above 0");
    mHasVelocity = bool(grid.velocity);
    if (mHasVelocity) {
        if (grid.velocity->getGridClass() == openvdb::GRID_STAGGERED)
            throw InputError("level set: the velocity grid is staggered; it must hold velocities at voxel centres");
        readGridMap(*grid.velocity, "level set: the velocity grid", mVelocityMap.linear, mVelocityMap.offset);
    }
    const openvdb::CoordBBox inside = insideVoxels(*grid.distance);
    mEmpty = inside.empty();
    if (mEmpty) return;
    mLower = Vec3d(inside.min().x(), inside.min().y(), inside.min().z());
    mUpper = Vec3d(inside.max().x(), inside.max().y(), inside.max().z());
    mBounds = levelSet.bounds();
    mBounds.lower *= scale;
    mBounds.upper *= scale;
}

LevelSetSampler::IndexMap LevelSetSampler::posed(const IndexMap& grid, const Pose& pose) const
{
    IndexMap map;
    map.linear = grid.linear * pose.rotation.transpose() / mScale;
    map.offset = grid.offset - map.linear * pose.translation;
    return map;
}

SurfaceSample LevelSetSampler::beyondBand(const Vec3d& p, bool inside, const IndexMap& map) const
{
    SurfaceSample s;
    s.distance = inside ? -band() : band();
    Vec3d away; // in voxels
    const Vec3d fromBox = p - p.cwiseMax(mLower).cwiseMin(mUpper);
    const Vec3d fromMiddle = p - 0.5 * (mLower + mUpper);
    if (inside) { // the way to the nearest side
        int axis;
        (fromMiddle.cwiseAbs() - 0.5 * (mUpper - mLower)).maxCoeff(&axis);
        away = Vec3d::Unit(axis) * (fromMiddle[axis] < 0 ? -1 : 1);
    } else if (!(fromBox.squaredNorm() == 0)) { // also for a point that is not a number: the answer is none either
        const float distance = float(fromBox.norm() * mVoxel * mScale);
        if (!(distance < band())) s.distance = distance;
        away = fromBox;
    } else
        away = fromMiddle;
    const Vec3d normal = map.linear.transpose() * away;
    const double length = normal.norm();
    if (!(length == 0)) s.normal = (normal / length).cast<float>();
    return s;
}

void LevelSetSampler::sample(const Pose& pose, Span<const Vec3f> x, Span<SurfaceSample> out) const
{
    const IndexMap map = posed(mDistanceMap, pose);
    const Mat3f toNormal = map.linear.transpose().cast<float>();
    GridAccessor<openvdb::FloatTree> accessor(mLevelSet.grid().distance->constTree());
    const double bandVoxels = mBackground / mVoxel;
    const float scale = float(mScale);
    const float edge = 0.9999f * mBackground;

    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3d p = map.linear * x[i].cast<double>() + map.offset;
        const Vec3d fromBox = p - p.cwiseMax(mLower).cwiseMin(mUpper);
        if (mEmpty || !(fromBox.squaredNorm() <= bandVoxels * bandVoxels)) { // far away: no need to look
            out[i] = mEmpty ? SurfaceSample{band(), Vec3f::UnitY()} : beyondBand(p, false, map);
            continue;
        }
        const GridCell cell(p);
        float v[8];
        readGridCell(accessor, cell.base, v);
        Vec3f gradient;
        const float distance = trilinear(cell, v, gradient);
        const Vec3f normal = toNormal * gradient;
        const float length = normal.norm();
        if (std::abs(distance) >= edge || length * scale < kNoDirection) {
            out[i] = beyondBand(p, distance < 0, map);
            if (std::abs(distance) < edge) out[i].distance = distance * scale; // known, but without a direction
            continue;
        }
        out[i] = {distance * scale, normal / length};
    }
}

void LevelSetSampler::velocity(const Pose& pose, Span<const Vec3f> x, Span<Vec3f> out) const
{
    if (!mHasVelocity) {
        std::fill(out.begin(), out.end(), Vec3f(Vec3f::Zero()));
        return;
    }
    const IndexMap map = posed(mVelocityMap, pose);
    const Mat3f toWorld = (mScale * pose.rotation).cast<float>();
    GridAccessor<openvdb::Vec3STree> accessor(mLevelSet.grid().velocity->constTree());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3d p = map.linear * x[i].cast<double>() + map.offset;
        if (!(p.cwiseAbs().maxCoeff() < 1e9)) { // beyond any grid, or not a number
            out[i] = Vec3f::Zero();
            continue;
        }
        const GridCell cell(p);
        openvdb::Vec3f v[8];
        readGridCell(accessor, cell.base, v);
        const openvdb::Vec3f value = trilinear(cell, v);
        out[i] = toWorld * Vec3f(value.x(), value.y(), value.z());
    }
}

} // namespace firn
