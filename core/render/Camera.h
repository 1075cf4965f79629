// The camera of a picture, and the one that shows a run well when a scene names none.
#pragma once

#include "base/Span.h"
#include "render/Sampling.h"
#include "sim/RenderParams.h"

namespace firn {

class Camera {
public:
    Camera(const Vec3f& eye, const Vec3f& target, float fovDegrees, int width, int height);

    int width() const { return mWidth; }
    int height() const { return mHeight; }
    const Vec3f& eye() const { return mEye; }
    const Vec3f& forward() const { return mForward; }
    float focus() const { return mFocus; } ///< m: how far the target is

    /// The ray through a place of the picture: pixels from the upper left corner.
    Ray ray(float x, float y) const;

    /// Where a point appears: pixels from the upper left corner, and its depth (m) along the view; false behind it.
    bool project(const Vec3f& point, Vec3f& pixel) const;

    /// Pixels that one metre across the view takes at a depth of one metre.
    float pixelsPerMetre() const { return mScale; }

private:
    Vec3f mEye, mForward, mRight, mUp;
    int mWidth, mHeight;
    float mScale, mFocus;
};

/// A box that holds the snow but for the few particles farthest out; not finite ones are left out. Empty when there
/// are none.
Box3f robustBounds(Span<const Vec3f> P);

/// The scene's own camera, or where it has none (eye = target) a three-quarter view slightly from above that holds
/// `bounds`. Use the bounds of the whole run, so that the camera stands still.
Camera cameraFor(const RenderParams& params, const Box3f& bounds);

} // namespace firn
