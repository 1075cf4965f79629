#include "io/SceneMaterials.h"

#include "materials/Presets.h"

namespace firn {

const SnowMaterial* scenePreset(std::string_view name)
{
    for (const auto& preset : snowPresets())
        if (preset.name == name) return &preset.material;
    return nullptr;
}

std::vector<std::string> scenePresetNames() { return presetNames(); }

} // namespace firn
