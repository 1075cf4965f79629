// Air that flows round solids: the potential flow about obstacles in a box, on a grid.
#pragma once

#include "base/Hooks.h"
#include "geometry/VelocityGrid.h"

#include <functional>

namespace firn {

struct FlowBox {
    Box3f box;           ///< m
    float voxelSize = 0; ///< m
};

/// Signed distances (m, negative within a solid) of many points at once; callable from several threads.
using SolidDistance = std::function<void(Span<const Vec3f> x, Span<float> distance)>;

/// What solids change in air that flows at `far` (m/s): u - far of the flow without curl or divergence that does not
/// pass through them; zero beyond the box, -far within solids. Without curl there is no wake: behind a body the air
/// closes as it opened before it. Solids are seen as the voxels whose middle is within one.
///
/// Throws InputError, naming `where`, for a box that is empty or of too many voxels, Interrupted when the host asks to
/// stop.
VelocityGrid flowAround(const FlowBox& flow, const Vec3f& far, const SolidDistance& solids, const std::string& where,
                        const Hooks& hooks = {});

} // namespace firn
