// Presets of snow as scenes see them: the one place where scene files meet the list of presets.
#pragma once

#include "materials/SnowMaterial.h"

namespace firn {

/// The preset of that name, or null.
const SnowMaterial* scenePreset(std::string_view name);

std::vector<std::string> scenePresetNames();

} // namespace firn
