// One frame as a picture, path traced or as a preview: what `firn render` calls for each frame.
#pragma once

#include "base/Hooks.h"
#include "render/Preview.h"

namespace firn {

/// The picture that options.params asks for, by its mode. Colouring by an attribute is for previews: with
/// params.colourBy set, path tracing is refused. Throws InputError, and Interrupted when the host asks to stop.
Image renderPicture(const Particles& particles, const std::vector<Collider>& colliders, double time,
                    const PreviewOptions& options, const Hooks& hooks = {});

} // namespace firn
