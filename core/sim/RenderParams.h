// How pictures of a scene are made: camera, light, the snow's optical properties.
#pragma once

#include "params/ParamSet.h"

namespace firn {

enum class RenderMode { Path, Preview };
inline constexpr std::string_view kRenderModes[] = {"path", "preview"};

enum class ToneCurve { Filmic, Srgb };
inline constexpr std::string_view kToneCurves[] = {"filmic", "srgb"};

struct RenderParams {
    RenderMode mode = RenderMode::Path;
    int width = 960;
    int height = 540;
    int samples = 96;
    Vec3f eye = Vec3f::Zero();
    Vec3f target = Vec3f::Zero();
    float fov = 30.0f;
    Vec3f sunDirection{-0.75f, 0.65f, 0.15f};
    float sunSize = 3.0f;
    float sunStrength = 1.0f;
    float skyStrength = 1.0f;
    float extinction = 724.0f;       // [Stomakhin2013] section 9
    float referenceDensity = 400.0f; // [Stomakhin2013] Table 2
    Vec3f albedo{0.97f, 0.98f, 0.99f};
    float anisotropy = 0.5f; // [Stomakhin2013] section 9
    float voxel = 1.0f;
    int detail = 3;
    float strew = 1.0f;
    int maxBounces = 2000;
    int similarityBounces = 4;
    Vec3f groundColour{0.30f, 0.31f, 0.33f};
    Vec3f colliderColour{0.36f, 0.25f, 0.16f};
    Vec3f background{0.38f, 0.46f, 0.58f};
    float exposure = 0.35f;
    ToneCurve toneCurve = ToneCurve::Filmic;
    float whiteBalance = 0.5f;
    int64_t seed = 1;
    std::string colourBy;
    float colourMin = 0.0f;
    float colourMax = 0.0f;
};

inline constexpr Param kRenderParams[] = {
    choice<&RenderParams::mode>("mode", "Mode", kRenderModes,
                                "path follows light through the snow; preview shades the particles in a second."),
    param<&RenderParams::width>("width", "Width", "", {16, 16384}, "Pixels across."),
    param<&RenderParams::height>("height", "Height", "", {16, 16384}, "Pixels down."),
    param<&RenderParams::samples>("samples", "Samples", "", {1, 1e6},
                                  "Light paths per pixel; four times as many halve the noise."),
    param<&RenderParams::eye>("eye", "Eye", "m", {},
                              "Where the camera is; at the same place as the target, both are chosen from the snow."),
    param<&RenderParams::target>("target", "Target", "m", {}, "What the camera looks at."),
    param<&RenderParams::fov>("fov", "Field of View", "deg", {1, 150}, "The picture's height as an angle."),
    param<&RenderParams::sunDirection>("sun_direction", "Sun Direction", "", {}, "From the snow towards the sun."),
    param<&RenderParams::sunSize>("sun_size", "Sun Size", "deg", {0.01, 90},
                                  "The sun's diameter as an angle: 0.53 in the sky, larger for softer shadows."),
    param<&RenderParams::sunStrength>("sun_strength", "Sun Strength", "", {0, 1e4},
                                      "Factor on the sun's light; at 1 white paper facing the sun has brightness 1."),
    param<&RenderParams::skyStrength>("sky_strength", "Sky Strength", "", {0, 1e4}, "Factor on the sky's light."),
    param<&RenderParams::extinction>("extinction", "Extinction", "1/m", {0, 1e7},
                                     "How often light meets snow of the reference density; scaled by the density."),
    param<&RenderParams::referenceDensity>("reference_density", "Reference Density", "kg/m3", {1e-3, 1e5},
                                           "The density that the extinction is given for."),
    param<&RenderParams::albedo>(
        "albedo", "Albedo", "", {0, 1},
        "The share of light that survives a scattering: red, green, blue. The paper has 0.9 0.95 1."),
    param<&RenderParams::anisotropy>("anisotropy", "Anisotropy", "", {-0.95, 0.95},
                                     "Mean cosine g of the Henyey-Greenstein phase function; above 0 light goes on "
                                     "forwards."),
    param<&RenderParams::voxel>("voxel", "Voxel", "", {0.1, 100},
                                "Edge of the density grid's voxels in spacings of the grains; smaller is sharper."),
    param<&RenderParams::detail>("detail", "Detail", "", {1, 8},
                                 "Each particle is drawn as this many grains along each axis, strewn around its "
                                 "place; fewer when there are very many particles."),
    param<&RenderParams::strew>("strew", "Strew", "", {0, 10},
                                "How far grains are strewn at most, in mean particle spacings (twice pscale)."),
    param<&RenderParams::maxBounces>("max_bounces", "Maximum Bounces", "", {1, 1e6},
                                     "Where a light path ends at the latest."),
    param<&RenderParams::similarityBounces>(
        "similarity_bounces", "Similarity Bounces", "", {0, 1e6},
        "After this many scatterings in a row light scatters evenly and less often, which spreads it the same."),
    param<&RenderParams::groundColour>("ground_colour", "Ground Colour", "", {0, 1},
                                       "Of planes: the share of red, green and blue light given back.")
        .formerly("ground_color"),
    param<&RenderParams::colliderColour>("collider_colour", "Collider Colour", "", {0, 1}, "Of all other colliders.")
        .formerly("collider_color"),
    param<&RenderParams::background>("background", "Background", "", {0, 100},
                                     "Light behind everything, as the camera sees it; it gives the snow none."),
    param<&RenderParams::exposure>("exposure", "Exposure", "", {-20, 20}, "In stops: 1 doubles the brightness."),
    choice<&RenderParams::toneCurve>("tone_curve", "Tone Curve", kToneCurves,
                                     "filmic rolls bright light off softly; srgb cuts it off at 1."),
    param<&RenderParams::whiteBalance>("white_balance", "White Balance", "", {0, 1},
                                       "How far thick snow in the sun is taken for white; at 0 it shows its blue."),
    param<&RenderParams::seed>("seed", "Seed", "", {0, 9e15}, "Another seed gives another noise."),
    param<&RenderParams::colourBy>("colour_by", "Colour By",
                                   "The attribute that a preview shows as colour, with a legend; empty: none.")
        .formerly("color_by"),
    param<&RenderParams::colourMin>("colour_min", "Colour Minimum", "", {}, "The value of the map's dark end."),
    param<&RenderParams::colourMax>("colour_max", "Colour Maximum", "", {},
                                    "The value of the map's bright end; the same as the minimum: found from the snow."),
};

inline const ParamTable& renderTable()
{
    static const ParamTable kTable = paramTable<RenderParams>("render", "Render", kRenderParams);
    return kTable;
}

} // namespace firn
