// The velocity of the air: the same everywhere, or that and a field on a grid, at rest or from frame to frame.
#pragma once

#include "colliders/KeptFrames.h"
#include "geometry/VelocityGrid.h"

#include <limits>

namespace firn {

/// Grids at frames; between two frames the velocity changes linearly, before the first and after the last it holds.
class WindSequence {
public:
    struct Frames {
        std::function<VelocityGrid(int frame)> load;
        double fps = 24;    ///< frames per second
        int startFrame = 1; ///< the frame at time 0
        int first = 1, last = 1;
    };

    /// Throws InputError when the frames or rate make no sense, and passes on what loading the first frame throws. The
    /// others are loaded when a sample first needs them.
    explicit WindSequence(Frames frames);

    void sample(double time, Span<const Vec3f> x, Span<Vec3f> out) const;
    float voxelSize() const { return mVoxel; } ///< m, of the first frame

private:
    Frames mFrames;
    KeptFrames<VelocityGrid> mKept;
    float mVoxel = 0;
};

/// A value: copies share the field. Made of one velocity alone it gives exactly that everywhere.
class Wind {
public:
    Wind() = default;
    Wind(const Vec3f& steady) : mSteady(steady) {}

    /// The velocity (m/s) that the air has everywhere, apart from the field.
    void setSteady(const Vec3f& velocity) { mSteady = velocity; }
    const Vec3f& steady() const { return mSteady; }

    /// Adds a field, times a scale, to the steady wind; replaces an earlier field.
    void setField(const VelocityGrid& grid, float scale = 1);
    void setField(std::shared_ptr<const WindSequence> sequence, float scale = 1);

    /// The same everywhere and at all times.
    bool uniform() const { return !mGrid && !mSequence; }

    /// The voxels' edge (m): over shorter ways the wind changes little. Infinite when it is uniform.
    float detail() const;

    /// Samples many points at once; call it on ranges from parallel loops.
    void sample(double time, Span<const Vec3f> x, Span<Vec3f> out) const;
    Vec3f at(double time, const Vec3f& x) const;

private:
    Vec3f mSteady = Vec3f::Zero();
    float mScale = 1;
    std::shared_ptr<const VelocityGrid> mGrid; // one of these, or none
    std::shared_ptr<const WindSequence> mSequence;
};

} // namespace firn
