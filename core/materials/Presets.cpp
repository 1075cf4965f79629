#include "materials/Presets.h"

#include "base/Error.h"
#include "base/Text.h"

namespace firn {

namespace {

// [Stomakhin2013] section 5 says in words which parameters make which snow; the directions below are the paper's, the
// size of each step is ours. Densities are typical of the kind of snow they are named after: new snow 50 to 150 kg/m3,
// settled 200 to 300, wind packed 350 to 400, wet 400 to 600, firn from 400 to 830 [CuffeyPaterson2010] Table 2.2.
//
// density, Young's modulus, Poisson's ratio, hardening, critical compression, critical stretch
constexpr SnowPreset kPresets[] = {
    {"packing",
     "Packing",
     "Snow for snowballs and snowmen: holds together, breaks into a mix of clumps and crumbs.",
     "[Stomakhin2013] Table 2, unchanged.",
     {}},
    {"powder",
     "Powder",
     "Light dry snow that falls apart into dust and hardly packs.",
     "[Stomakhin2013] section 5: dry, powdery snow has smaller critical compression and stretch; softer as it is "
     "lighter, which keeps the speed of sound near that of packing snow; the density of settling new snow.",
     {150.0f, 4.8e4f, 0.2f, 10.0f, 1.9e-2f, 5.0e-3f}},
    {"wet",
     "Wet",
     "Heavy snow that stays together and breaks late, into large chunks.",
     "[Stomakhin2013] section 5: wet, chunky snow has larger critical compression and stretch; both are about one and "
     "a half times Table 2; the density of wet old snow.",
     {500.0f, 1.4e5f, 0.2f, 10.0f, 3.8e-2f, 1.2e-2f}},
    {"icy",
     "Icy",
     "Hard, brittle snow that shatters into stiff pieces.",
     "[Stomakhin2013] section 5: icy snow has a higher hardening coefficient and Young's modulus, here twice and about "
     "three times Table 2; the density of firn.",
     {550.0f, 4.0e5f, 0.2f, 20.0f, 2.5e-2f, 7.5e-3f}},
    {"muddy",
     "Muddy",
     "Slush that gives way softly, slumps and smears instead of breaking.",
     "[Stomakhin2013] section 5: muddy snow has a lower hardening coefficient and Young's modulus, here half and a "
     "third of Table 2; the density of soaked snow.",
     {600.0f, 4.8e4f, 0.2f, 5.0f, 2.5e-2f, 7.5e-3f}},
    {"crust",
     "Crust",
     "A frozen top layer: stiff, and it snaps under a boot into plates.",
     "[Stomakhin2013] section 10: a top layer stiffer and crunchier after a cold night; four times Table 2's Young's "
     "modulus, hardening as for icy snow, and breaking at a smaller stretch; the density of wind-packed snow.",
     {400.0f, 5.6e5f, 0.2f, 20.0f, 2.5e-2f, 5.0e-3f}},
};

} // namespace

Span<const SnowPreset> snowPresets() { return kPresets; }

std::vector<std::string> presetNames()
{
    std::vector<std::string> names;
    for (const auto& preset : kPresets) names.emplace_back(preset.name);
    return names;
}

const SnowMaterial& presetNamed(std::string_view name)
{
    for (const auto& preset : kPresets)
        if (preset.name == name) return preset.material;
    throw InputError(unknownName("snow preset", name, presetNames()));
}

} // namespace firn
