// A source of snow as scenes describe it, beside its shape (geometry/ShapeParams.h).
#pragma once

#include "geometry/FillLattice.h"
#include "params/ParamSet.h"

namespace firn {

enum class EmitKind { Once, Continuous, Snowfall };
inline constexpr std::string_view kEmitKinds[] = {"once", "continuous", "snowfall"};

struct SourceParams {
    std::string name;
    EmitKind emit = EmitKind::Once;
    double start = 0.0;
    double stop = 1e9;
    float separation = 0.02f;
    FillLayout layout = FillLayout::Jittered;
    float jitter = 1.0f;
    int perCell = 8;
    Vec3f velocity = Vec3f::Zero();
    Vec3f spin = Vec3f::Zero();
    std::string material = "packing";
    float flakeRate = 200.0f;
    float flakeSizeMin = 0.002f;
    float flakeSizeMax = 0.006f;
    float velocitySpread = 0.0f;
    float temperature = 0.0f;
    std::string points;
    int64_t seed = 1;
};

inline constexpr Param kSourceParams[] = {
    param<&SourceParams::name>("name", "Name", "What messages and the sourcename attribute call this source."),
    choice<&SourceParams::emit>("emit", "Emit", kEmitKinds,
                                "Once at its start; continuously, refilling the shape as the snow leaves at the "
                                "source's velocity; or as flakes falling from the shape's top face."),
    param<&SourceParams::start>("start", "Start", "s", {0, 1e9}, "When emission begins."),
    param<&SourceParams::stop>("stop", "Stop", "s", {0, 1e9}, "When continuous emission and snowfall end."),
    param<&SourceParams::separation>("separation", "Particle Separation", "m", {1e-5, 1e3},
                                     "Distance between neighbouring particles; each stands for a cube of this edge."),
    choice<&SourceParams::layout>("layout", "Layout", kFillLayouts,
                                  "A regular lattice; a lattice with each particle moved at random within its own "
                                  "cell; or random places, several per cell."),
    param<&SourceParams::jitter>("jitter", "Jitter", "", {0, 1}, "Share of its cell that a jittered particle may use."),
    param<&SourceParams::perCell>(
        "per_cell", "Particles per Cell", "", {1, 64},
        "Random layout: particles in each cell, a cell being as large as that many separations cubed."),
    param<&SourceParams::velocity>("velocity", "Velocity", "m/s", {},
                                   "Initial velocity; a snowfall that has none falls at 1 m/s."),
    param<&SourceParams::spin>("spin", "Spin", "rad/s", {},
                               "Initial rotation about the shape's centre, as a vector along the axis."),
    param<&SourceParams::material>("material", "Material", "A preset or a material of the scene."),
    param<&SourceParams::flakeRate>("flake_rate", "Flake Rate", "1/(m2 s)", {0, 1e7},
                                    "Snowfall: flakes per square metre and second."),
    param<&SourceParams::flakeSizeMin>("flake_size_min", "Smallest Flake", "m", {1e-5, 1},
                                       "Snowfall: the smallest flake's diameter."),
    param<&SourceParams::flakeSizeMax>("flake_size_max", "Largest Flake", "m", {1e-5, 1},
                                       "Snowfall: the largest flake's diameter."),
    param<&SourceParams::velocitySpread>("velocity_spread", "Velocity Spread", "m/s", {0, 1e3},
                                         "Largest random addition to each component of a particle's velocity."),
    param<&SourceParams::temperature>("temperature", "Temperature", "degC", {-273.15, 1e4},
                                      "Temperature at the start, for methods with heat."),
    param<&SourceParams::points>(
        "points", "Points",
        "A cache whose points this source emits instead of filling its shape, relative to the scene."),
    param<&SourceParams::seed>("seed", "Seed", "", {0, 9e15}, "Another seed gives other random places and sizes."),
};

inline const ParamTable& sourceTable()
{
    static const ParamTable kTable = paramTable<SourceParams>("source", "Source", kSourceParams);
    return kTable;
}

enum class NoiseKind { Noise, Shell };
inline constexpr std::string_view kNoiseKinds[] = {"noise", "shell"};

/// Varies one material parameter over a source: "harder and heavier on the outside" ([Stomakhin2013] section 10).
struct VariationParams {
    std::string parameter = "youngs_modulus";
    NoiseKind kind = NoiseKind::Noise;
    float amount = 0.5f;
    float scale = 0.1f;
    int octaves = 3;
    int64_t seed = 1;
};

inline constexpr Param kVariationParams[] = {
    param<&VariationParams::parameter>("parameter", "Parameter", "The material parameter to vary."),
    choice<&VariationParams::kind>("kind", "Kind", kNoiseKinds,
                                   "A noise pattern in space, or a shell that grows from the inside out."),
    param<&VariationParams::amount>("amount", "Amount", "", {-1, 100},
                                    "The parameter is multiplied by 1 + amount x pattern; a pattern is -1 to 1 for "
                                    "noise, 0 deep inside to 1 at the surface for a shell."),
    param<&VariationParams::scale>("scale", "Scale", "m", {1e-5, 1e4},
                                   "Size of the largest noise features, or depth of the shell."),
    param<&VariationParams::octaves>("octaves", "Octaves", "", {1, 8},
                                     "Layers of noise, each half the size and strength of the one before."),
    param<&VariationParams::seed>("seed", "Seed", "", {0, 9e15}, "Another seed gives another pattern."),
};

inline const ParamTable& variationTable()
{
    static const ParamTable kTable = paramTable<VariationParams>("variation", "Variation", kVariationParams);
    return kTable;
}

} // namespace firn
