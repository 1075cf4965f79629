// A scene as canonical text: every value written out, in the order of the tables.
#pragma once

#include "sim/Scene.h"

namespace firn {

/// JSON that reads back as the same scene, whatever the defaults become: what a checkpoint stores and hosts export.
/// Throws InputError when it would be too large to read.
std::string sceneText(const Scene& scene);

/// Changes exactly when a value changes. The title, comments, the scene's folder and how it is rendered do not
/// count.
uint64_t sceneHash(const Scene& scene);

} // namespace firn
