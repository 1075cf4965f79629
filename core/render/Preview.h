// Quick pictures of snow: particles as shaded balls, for looking at a run while it goes on.
#pragma once

#include "colliders/Collider.h"
#include "particles/Particles.h"
#include "render/Camera.h"
#include "render/Image.h"

#include <vector>

namespace firn {

struct PreviewOptions {
    RenderParams params; ///< size, camera, sun, colours, colour_by; the rest is for path tracing
    Box3f framing;       ///< what an automatic camera shows; empty: these particles
};

/// Draws the particles with sun, a soft shadow, darkened hollows, and the colliders as they are at that time. With
/// params.colourBy the attribute's values are shown as colours, with a legend. No particles give a picture without
/// snow. Throws InputError for particles that are not at finite places and for an attribute that is not there.
/// The same bits for any number of threads.
Image renderPreview(const Particles& particles, const std::vector<Collider>& colliders, double time,
                    const PreviewOptions& options);

} // namespace firn
