#include "io/SceneMaterials.h"

namespace firn {

const SnowMaterial* scenePreset(std::string_view name)
{
    static const SnowMaterial kPacking;
    return name == "packing" ? &kPacking : nullptr;
}

std::vector<std::string> scenePresetNames() { return {"packing"}; }

} // namespace firn
