#include "colliders/LevelSetSequence.h"

#include "base/Error.h"
#include "base/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firn {
namespace {

constexpr std::size_t kRun = 64; // points at once, on the stack

using Points = Span<const Vec3f>;

/// The velocity at one key frame, that of each point's foot on this surface, so that it is known at any depth: its own
/// grid's, or else from where the foot lies on the other frame's surface. `seconds` is from this frame to the other,
/// negative when the other is earlier.
void keyVelocity(const LevelSetSampler& here, const LevelSetSampler& there, double seconds, const Pose& pose, Points x,
                 Vec3f* v)
{
    const std::size_t count = x.size();
    SurfaceSample own[kRun], other[kRun];
    Vec3f foot[kRun];
    here.sample(pose, x, Span<SurfaceSample>(own, count));
    for (std::size_t i = 0; i < count; ++i) foot[i] = x[i] - own[i].distance * own[i].normal;
    if (here.hasVelocity()) return here.velocity(pose, Points(foot, count), Span<Vec3f>(v, count));

    there.sample(pose, Points(foot, count), Span<SurfaceSample>(other, count));
    const float known = 0.999f * here.band();
    const float perSecond = float(1 / seconds);
    for (std::size_t i = 0; i < count; ++i) {
        if (std::abs(own[i].distance) < known)
            v[i] = (-other[i].distance * perSecond) * other[i].normal;
        else
            v[i] = Vec3f::Zero();
    }
}

} // namespace

LevelSetSequence::LevelSetSequence(const SequenceFrames& frames, int firstFrame, int lastFrame, const Pose& pose,
                                   float scale, const std::string& collider)
    : mFrames(std::make_shared<FrameCache>(frames.load, scale)), mFirst(firstFrame), mLast(lastFrame), mPose(pose)
{
    FIRN_ASSERT(frames.load);
    if (!(frames.fps > 0) || !std::isfinite(frames.fps))
        throw InputError(collider + ": fps is " + toText(frames.fps) + "; it must be above 0");
    if (lastFrame < firstFrame)
        throw InputError(collider + ": last_frame " + std::to_string(lastFrame) + " comes before first_frame " +
                         std::to_string(firstFrame));
    mDt = 1 / frames.fps;
    mFirstTime = (double(firstFrame) - frames.startFrame) * mDt;
}

LevelSetSequence::Interval LevelSetSequence::intervalAt(double time) const
{
    const double frames = (time - mFirstTime) / mDt; // since the first
    if (!(frames >= 0)) return {mFrames->get(mFirst), nullptr, 0};
    if (frames >= double(mLast) - mFirst) return {mFrames->get(mLast), nullptr, 0};
    const double whole = std::floor(frames);
    const int frame = mFirst + int(whole);
    return {mFrames->get(frame), mFrames->get(frame + 1), float(frames - whole)};
}

double LevelSetSequence::nextChange(double time) const
{
    const double next = std::max(0.0, std::floor((time - mFirstTime) / mDt) + 1); // frames since the first
    if (next > double(mLast) - mFirst) return std::numeric_limits<double>::infinity();
    return mFirstTime + next * mDt;
}

void LevelSetSequence::sample(const Pose& motion, double time, Span<const Vec3f> x, Span<ColliderSample> out) const
{
    const Pose pose = motion * mPose;
    const Interval key = intervalAt(time);
    const float gamma = key.gamma;
    const float dt = float(mDt);
    SurfaceSample before[kRun], after[kRun];
    Vec3f v0[kRun], v1[kRun], x0[kRun], x1[kRun];

    for (std::size_t begin = 0; begin < x.size(); begin += kRun) {
        const std::size_t count = std::min(kRun, x.size() - begin);
        const Points points = x.subspan(begin, count);
        if (!key.after) { // holds a frame
            key.before->sample(pose, points, Span<SurfaceSample>(before, count));
            for (std::size_t i = 0; i < count; ++i)
                out[begin + i] = {before[i].distance, before[i].normal, Vec3f::Zero()};
            continue;
        }
        keyVelocity(*key.before, *key.after, mDt, pose, points, v0);
        keyVelocity(*key.after, *key.before, -mDt, pose, points, v1);
        for (std::size_t i = 0; i < count; ++i) {
            v0[i] = (1 - gamma) * v0[i] + gamma * v1[i];
            x0[i] = points[i] - gamma * dt * v0[i];
            x1[i] = points[i] + (1 - gamma) * dt * v0[i];
        }
        key.before->sample(pose, Points(x0, count), Span<SurfaceSample>(before, count));
        key.after->sample(pose, Points(x1, count), Span<SurfaceSample>(after, count));
        for (std::size_t i = 0; i < count; ++i) {
            const float distance = (1 - gamma) * before[i].distance + gamma * after[i].distance;
            const Vec3f blend = (1 - gamma) * before[i].normal + gamma * after[i].normal;
            const float length = blend.norm();
            out[begin + i] = {distance, length > 0 ? Vec3f(blend / length) : before[i].normal, v0[i]};
        }
    }
}

Box3f LevelSetSequence::bounds(const Pose& motion, double time) const
{
    const Interval key = intervalAt(time);
    Box3f box = key.before->bounds();
    if (key.after && !key.after->bounds().empty()) {
        box.extend(key.after->bounds().lower);
        box.extend(key.after->bounds().upper);
    }
    return boundsOf(motion * mPose, box);
}

} // namespace firn
