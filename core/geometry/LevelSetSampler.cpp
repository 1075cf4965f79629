#include "geometry/LevelSetSampler.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/LevelSetGrid.h"

#include <cmath>

namespace firn {
namespace {

using openvdb::Coord;

// A gradient shorter than this (per metre) gives no direction: the middle of a thin shell, or beyond the band.
constexpr float kNoDirection = 1e-3f;

// An unregistered accessor: cheap to make, right as long as nobody changes the tree, and a LevelSet is immutable.
template <class Tree> using Accessor = openvdb::tree::ValueAccessor<const Tree, false>;

/// The eight values around a point, x slowest: v[4 dx + 2 dy + dz].
template <class Tree, class Value> void readCell(Accessor<Tree>& accessor, const Coord& base, Value v[8])
{
    constexpr int kLast = int(Tree::LeafNodeType::DIM) - 1;
    constexpr int kShift = int(Tree::LeafNodeType::LOG2DIM);
    if ((base.x() & kLast) != kLast && (base.y() & kLast) != kLast && (base.z() & kLast) != kLast) {
        if (const auto* leaf = accessor.probeConstLeaf(base)) { // the usual case: the cell lies in one leaf
            const Value* at = leaf->buffer().data() + Tree::LeafNodeType::coordToOffset(base);
            for (int n = 0; n < 8; ++n) v[n] = at[((n >> 2) << (2 * kShift)) + ((n >> 1 & 1) << kShift) + (n & 1)];
            return;
        }
    }
    for (int n = 0; n < 8; ++n) v[n] = accessor.getValue(base.offsetBy(n >> 2, n >> 1 & 1, n & 1));
}

/// The cell that holds a point, and where in it.
struct Cell {
    Coord base;
    float fx, fy, fz;

    explicit Cell(const Vec3d& p)
    {
        const double x = std::floor(p.x()), y = std::floor(p.y()), z = std::floor(p.z());
        base.reset(int(x), int(y), int(z));
        fx = float(p.x() - x);
        fy = float(p.y() - y);
        fz = float(p.z() - z);
    }
};

template <class Value> Value lerp(const Value& a, const Value& b, float t) { return a + (b - a) * t; }

/// Trilinear value and its gradient per voxel.
float trilinear(const Cell& c, const float v[8], Vec3f& gradient)
{
    const float v00 = lerp(v[0], v[1], c.fz), v01 = lerp(v[2], v[3], c.fz);
    const float v10 = lerp(v[4], v[5], c.fz), v11 = lerp(v[6], v[7], c.fz);
    const float v0 = lerp(v00, v01, c.fy), v1 = lerp(v10, v11, c.fy);
    gradient.x() = v1 - v0;
    gradient.y() = lerp(v01 - v00, v11 - v10, c.fx);
    gradient.z() = lerp(lerp(v[1] - v[0], v[3] - v[2], c.fy), lerp(v[5] - v[4], v[7] - v[6], c.fy), c.fx);
    return lerp(v0, v1, c.fx);
}

template <class Value> Value trilinear(const Cell& c, const Value v[8])
{
    return lerp(lerp(lerp(v[0], v[1], c.fz), lerp(v[2], v[3], c.fz), c.fy),
                lerp(lerp(v[4], v[5], c.fz), lerp(v[6], v[7], c.fz), c.fy), c.fx);
}

/// World to voxel coordinates of a grid; refuses any transform but a uniform scale with a rotation and a shift.
void readMap(const openvdb::GridBase& grid, const char* what, Mat3d& linear, Vec3d& offset)
{
    if (!grid.transform().isLinear())
        throw InputError(std::string("level set: the ") + what + " grid has a frustum transform; it must be linear");
    const openvdb::Mat4R toWorld = grid.transform().baseMap()->getAffineMap()->getMat4(); // for row vectors
    Mat3d forward;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) forward(r, c) = toWorld(c, r);
    const double voxel = forward.col(0).norm();
    const Mat3d gram = forward.transpose() * forward / (voxel * voxel);
    constexpr double kSkew = 1e-4; // files hold transforms as rounded text or float
    if (!(voxel > 0) || !((gram - Mat3d::Identity()).cwiseAbs().maxCoeff() < kSkew))
        throw InputError(std::string("level set: the ") + what + " grid's voxels are " + toText(forward.col(0).norm()) +
                         " x " + toText(forward.col(1).norm()) + " x " + toText(forward.col(2).norm()) +
                         " m; they must be cubes: resample it");
    linear = forward.transpose() / (voxel * voxel); // the inverse of a scaled rotation
    offset = -(linear * Vec3d(toWorld(3, 0), toWorld(3, 1), toWorld(3, 2)));
}

} // namespace

LevelSetSampler::LevelSetSampler(const LevelSet& levelSet, float scale) : mLevelSet(levelSet), mScale(scale)
{
    if (!(scale > 0) || !std::isfinite(scale))
        throw InputError("level set: scale is " + toText(scale) + "; it must be above 0");
    const LevelSetGrid& grid = levelSet.grid();
    FIRN_ASSERT(grid.distance);
    readMap(*grid.distance, "distance", mDistanceMap.linear, mDistanceMap.offset);
    mVoxel = 1 / mDistanceMap.linear.row(0).norm();
    mBackground = grid.distance->background();
    if (!(mBackground > 0) || !std::isfinite(mBackground))
        throw InputError("level set: the distance grid's background is " + toText(mBackground) +
                         "; a level set has the width of its narrow band there, above 0");
    mHasVelocity = bool(grid.velocity);
    if (mHasVelocity) {
        if (grid.velocity->getGridClass() == openvdb::GRID_STAGGERED)
            throw InputError("level set: the velocity grid is staggered; it must hold velocities at voxel centres");
        readMap(*grid.velocity, "velocity", mVelocityMap.linear, mVelocityMap.offset);
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
    Accessor<openvdb::FloatTree> accessor(mLevelSet.grid().distance->constTree());
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
        const Cell cell(p);
        float v[8];
        readCell(accessor, cell.base, v);
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
    Accessor<openvdb::Vec3STree> accessor(mLevelSet.grid().velocity->constTree());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3d p = map.linear * x[i].cast<double>() + map.offset;
        if (!(p.cwiseAbs().maxCoeff() < 1e9)) { // beyond any grid, or not a number
            out[i] = Vec3f::Zero();
            continue;
        }
        const Cell cell(p);
        openvdb::Vec3f v[8];
        readCell(accessor, cell.base, v);
        const openvdb::Vec3f value = trilinear(cell, v);
        out[i] = toWorld * Vec3f(value.x(), value.y(), value.z());
    }
}

} // namespace firn
