// Reads a level set at many points: trilinear distance, its gradient, and the velocity grid.
#pragma once

#include "base/Span.h"
#include "geometry/LevelSet.h"
#include "geometry/Pose.h"
#include "geometry/SurfaceSample.h"

namespace firn {

/// Made once per level set (it looks at every leaf), then read from any thread.
///
/// A level set knows distances only in a narrow band. Beyond it, outside, the distance given is a lower bound: the
/// larger of the band's width and the distance to the box around the inside, with the normal pointing away from that
/// box (from its middle, for a point within it). Beyond the band inside, the distance is minus the band's width and
/// the normal points to the nearest side of the box.
class LevelSetSampler {
public:
    /// `scale` enlarges the level set about its own origin. Throws InputError when the grid's transform is not a
    /// uniform one, or the grid holds no narrow band.
    explicit LevelSetSampler(const LevelSet& levelSet, float scale = 1);

    const LevelSet& levelSet() const { return mLevelSet; }
    bool hasVelocity() const { return mHasVelocity; }
    float scale() const { return float(mScale); }
    float voxelSize() const { return float(mVoxel * mScale); } ///< m, scaled
    float band() const { return mBackground * float(mScale); } ///< m, scaled: distances beyond it are not known
    Box3f bounds() const { return mBounds; }                   ///< of the inside, scaled, before any pose

    /// Distance and normal (unit) of points in the world, the level set being scaled and posed.
    void sample(const Pose& pose, Span<const Vec3f> x, Span<SurfaceSample> out) const;

    /// The level set's own velocity (m/s), turned and scaled with it; zero where the grid has none.
    void velocity(const Pose& pose, Span<const Vec3f> x, Span<Vec3f> out) const;

private:
    /// World to voxel coordinates: linear * x + offset.
    struct IndexMap {
        Mat3d linear = Mat3d::Identity();
        Vec3d offset = Vec3d::Zero();
    };
    IndexMap posed(const IndexMap& grid, const Pose& pose) const;
    SurfaceSample beyondBand(const Vec3d& p, bool inside, const IndexMap& map) const;

    LevelSet mLevelSet;
    double mScale = 1;
    double mVoxel = 1;     // m, unscaled
    float mBackground = 0; // m, unscaled
    bool mHasVelocity = false;
    bool mEmpty = false; // nothing is inside
    Box3f mBounds;
    Vec3d mLower = Vec3d::Zero(), mUpper = Vec3d::Zero(); // the inside's box in voxels
    IndexMap mDistanceMap, mVelocityMap;
};

} // namespace firn
