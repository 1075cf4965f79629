// Kinds of snow by name, for artists to start from.
#pragma once

#include "materials/SnowMaterial.h"

#include <string>
#include <string_view>
#include <vector>

namespace firn {

struct SnowPreset {
    std::string_view name;        ///< as scenes write it: "powder"
    std::string_view label;       ///< as menus show it: "Powder"
    std::string_view description; ///< one sentence: how it looks and moves
    std::string_view reason;      ///< where its numbers come from
    SnowMaterial material;
};

/// Every preset; the first is the default.
Span<const SnowPreset> snowPresets();
std::vector<std::string> presetNames();

/// The preset's material; throws InputError with the nearest name for an unknown one.
const SnowMaterial& presetNamed(std::string_view name);

} // namespace firn
