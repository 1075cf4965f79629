#include "solver/Wind.h"

#include "base/Error.h"
#include "base/Text.h"

#include <algorithm>
#include <cmath>

namespace firn {

WindSequence::WindSequence(Frames frames) : mFrames(std::move(frames)), mKept(mFrames.load)
{
    FIRN_ASSERT(mFrames.load);
    if (!(mFrames.fps > 0) || !std::isfinite(mFrames.fps))
        throw InputError("wind: fps is " + toText(mFrames.fps) + "; it must be above 0");
    if (mFrames.last < mFrames.first)
        throw InputError("wind: last_frame " + std::to_string(mFrames.last) + " comes before first_frame " +
                         std::to_string(mFrames.first));
    mVoxel = mKept.get(mFrames.first)->voxelSize();
}

void WindSequence::sample(double time, Span<const Vec3f> x, Span<Vec3f> out) const
{
    const double frames = time * mFrames.fps + mFrames.startFrame - mFrames.first; // since the first
    if (!(frames > 0)) return mKept.get(mFrames.first)->sample(x, out);
    if (frames >= double(mFrames.last) - mFrames.first) return mKept.get(mFrames.last)->sample(x, out);
    const double whole = std::floor(frames);
    const auto gamma = float(frames - whole);
    mKept.get(mFrames.first + int(whole))->sample(x, out);
    if (gamma == 0) return;
    std::vector<Vec3f> later(x.size());
    mKept.get(mFrames.first + int(whole) + 1)->sample(x, later);
    for (std::size_t i = 0; i < x.size(); ++i) out[i] += gamma * (later[i] - out[i]);
}

void Wind::setField(const VelocityGrid& grid, float scale)
{
    mGrid = std::make_shared<const VelocityGrid>(grid);
    mSequence.reset();
    mScale = scale;
}

void Wind::setField(std::shared_ptr<const WindSequence> sequence, float scale)
{
    mSequence = std::move(sequence);
    mGrid.reset();
    mScale = scale;
}

float Wind::detail() const
{
    if (mGrid) return mGrid->voxelSize();
    return mSequence ? mSequence->voxelSize() : std::numeric_limits<float>::infinity();
}

void Wind::sample(double time, Span<const Vec3f> x, Span<Vec3f> out) const
{
    if (uniform()) {
        std::fill(out.begin(), out.end(), mSteady);
        return;
    }
    if (mGrid)
        mGrid->sample(x, out);
    else
        mSequence->sample(time, x, out);
    for (Vec3f& v : out) v = mSteady + mScale * v;
}

Vec3f Wind::at(double time, const Vec3f& x) const
{
    if (uniform()) return mSteady;
    Vec3f out;
    sample(time, {&x, 1}, {&out, 1});
    return out;
}

} // namespace firn
