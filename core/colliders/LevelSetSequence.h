// A deforming collider: level-set key frames, interpolated along the motion between them.
#pragma once

#include "colliders/Collider.h"
#include "colliders/FrameCache.h"

namespace firn {

/// Where the frames of a sequence come from, and when they are.
struct SequenceFrames {
    FrameCache::Load load;
    double fps = 24;    ///< frames per second
    int startFrame = 1; ///< the frame at time 0
};

/// [Stomakhin2013] section 8, deforming case. Between frames at t and t + dt, with gamma from 0 to 1:
///   phi(x, t + gamma dt) = (1 - gamma) phi(x - gamma dt v, t) + gamma phi(x + (1 - gamma) dt v, t + dt)
///   v = (1 - gamma) v(x, t) + gamma v(x, t + dt)
/// The normal is the same blend of the two normals, made unit; it leaves out the change of v over space.
///
/// Frames without a velocity grid get one from the two level sets: the foot of x on one surface moves to its foot on
/// the other. That is the normal velocity -(dphi/dt) n near the surface, known only within the band of both frames
/// (zero beyond), and it knows nothing of sliding along the surface: a spinning ball seems to rest. A surface that
/// moves farther than its band in one frame needs a velocity grid.
///
/// Before the first frame and from the last one on the body holds that frame, at rest.
class LevelSetSequence {
public:
    /// Throws InputError, naming `collider`, when the frames or rate make no sense. Loads nothing yet.
    LevelSetSequence(const SequenceFrames& frames, int firstFrame, int lastFrame, const Pose& pose, float scale,
                     const std::string& collider);

    /// Samples points of the world, the whole sequence being moved by `motion`. The velocity is that of the
    /// deformation alone.
    void sample(const Pose& motion, double time, Span<const Vec3f> x, Span<ColliderSample> out) const;

    Box3f bounds(const Pose& motion, double time) const;

    /// The time of the next frame of the sequence; infinity from the last one on.
    double nextChange(double time) const;

    /// The key frames around a time. At rest, `after` is null.
    struct Interval {
        std::shared_ptr<const LevelSetSampler> before, after;
        float gamma = 0;
    };
    Interval intervalAt(double time) const;
    double frameTime() const { return mDt; } ///< s, between frames
    const Pose& pose() const { return mPose; }

private:
    std::shared_ptr<const FrameCache> mFrames;
    int mFirst = 1, mLast = 1;
    double mFirstTime = 0; // s, of the first frame
    double mDt = 1;        // s, between frames
    Pose mPose;
};

} // namespace firn
