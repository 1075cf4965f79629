// What a piece of snow is made of: the parameters of [Stomakhin2013] section 5.
#pragma once

#include "params/ParamSet.h"

namespace firn {

struct SnowMaterial {
    float density = 400.0f; // [Stomakhin2013] Table 2, as all values here
    float youngsModulus = 1.4e5f;
    float poissonsRatio = 0.2f;
    float hardening = 10.0f;
    float criticalCompression = 2.5e-2f;
    float criticalStretch = 7.5e-3f;
};

inline constexpr Param kSnowMaterialParams[] = {
    param<&SnowMaterial::density>("density", "Density", "kg/m3", {1, 2000},
                                  "Mass per volume of the snow as it is placed."),
    param<&SnowMaterial::youngsModulus>("youngs_modulus", "Young's Modulus", "Pa", {1, 1e10},
                                        "Stiffness E0 before hardening; icy snow has more, muddy snow less."),
    param<&SnowMaterial::poissonsRatio>("poissons_ratio", "Poisson's Ratio", "", {0, 0.49},
                                        "How much the snow bulges sideways when pressed."),
    param<&SnowMaterial::hardening>(
        "hardening", "Hardening", "", {0, 100},
        "How fast the snow stiffens when packed and weakens when pulled; more is brittle, less is ductile."),
    param<&SnowMaterial::criticalCompression>(
        "critical_compression", "Critical Compression", "", {0, 0.9},
        "Compression at which packing begins; larger is chunky, smaller is powdery."),
    param<&SnowMaterial::criticalStretch>("critical_stretch", "Critical Stretch", "", {0, 0.9},
                                          "Stretch at which breaking begins; larger is chunky, smaller is powdery."),
};

inline const ParamTable& snowMaterialTable()
{
    static const ParamTable kTable = paramTable<SnowMaterial>("material", "Snow Material", kSnowMaterialParams);
    return kTable;
}

} // namespace firn
