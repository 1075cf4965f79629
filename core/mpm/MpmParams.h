// Parameters of the material point method for snow.
#pragma once

#include "materials/SnowMaterial.h"
#include "params/ParamSet.h"

namespace firn::mpm {

enum class Kernel { Quadratic, Cubic };
inline constexpr std::string_view kKernels[] = {"quadratic", "cubic"};

enum class Transfer { Flip, Apic };
inline constexpr std::string_view kTransfers[] = {"flip", "apic"};

struct MpmParams {
    float cellSize = 0;
    Kernel kernel = Kernel::Cubic; // [Stomakhin2013] section 4
    Transfer transfer = Transfer::Flip;
    float flipRatio = 0.95f; // section 4.1, step 8
    float beta = 1;          // section 6.1: 0 explicit, 1/2 trapezoidal, 1 backward Euler
    float tolerance = 1e-2f;
    float restTolerance = 1e-4f;
    int maxIterations = 100;
    double implicitStep = 5e-4; // section 10
    float implicitWaves = 12;
    float cfl = 0.4f;
    float waveCfl = 0.8f;
    float largestStiffening = 100;
    float largestWeakening = 1e30f;
    float smallestJp = 0.05f;
    float largestJp = 100;
    float youngsModulus = SnowMaterial{}.youngsModulus;
    float poissonsRatio = SnowMaterial{}.poissonsRatio;
    float hardening = SnowMaterial{}.hardening;
    float criticalCompression = SnowMaterial{}.criticalCompression;
    float criticalStretch = SnowMaterial{}.criticalStretch;
};

inline constexpr Param kMpmParams[] = {
    param<&MpmParams::cellSize>("cell_size", "Cell Size", "m", {0, 1e3},
                                "Spacing of the grid; 0 takes four times the largest pscale, that is, two separations "
                                "and so about 8 particles in a cell."),
    choice<&MpmParams::kernel>("kernel", "Kernel", kKernels,
                               "B-splines between particles and grid: cubic as in the paper, or quadratic, which is "
                               "faster and a little less smooth."),
    choice<&MpmParams::transfer>("transfer", "Transfer", kTransfers,
                                 "FLIP blended with PIC as in the paper, or APIC, which also keeps angular momentum."),
    param<&MpmParams::flipRatio>("flip_ratio", "FLIP Ratio", "", {0, 1},
                                 "Share of FLIP in the blend; 1 is lively and noisy, less is damped."),
    param<&MpmParams::beta>("beta", "Implicitness", "", {0, 1},
                            "0 explicit, 0.5 trapezoidal, 1 backward Euler; more allows longer steps and damps more."),
    param<&MpmParams::tolerance>(
        "tolerance", "Tolerance", "", {1e-7, 0.5},
        "The implicit solve ends when its residual is this share of the step's change of velocity."),
    param<&MpmParams::restTolerance>("rest_tolerance", "Rest Tolerance", "m/s", {0, 1e3},
                                     "The implicit solve also ends when its residual is below this speed."),
    param<&MpmParams::maxIterations>("max_iterations", "Maximum Iterations", "", {1, 100000},
                                     "Iterations of an implicit solve at most."),
    param<&MpmParams::implicitStep>("implicit_step", "Implicit Step", "s", {1e-9, 1},
                                    "Longest step when beta is above 0."),
    param<&MpmParams::implicitWaves>("implicit_waves", "Implicit Waves", "", {1, 1e6},
                                     "Longest step when beta is above 0, in explicit steps: very stiff and fine snow "
                                     "would need more iterations than the longer step saves."),
    param<&MpmParams::cfl>("cfl", "CFL", "", {0.01, 0.9}, "Cells that snow or a collider near it may move in a step."),
    param<&MpmParams::waveCfl>("wave_cfl", "Wave CFL", "", {0.01, 1},
                               "Explicit steps: share of the step at which the stiffest particle becomes unstable."),
    param<&MpmParams::largestStiffening>("largest_stiffening", "Largest Stiffening", "", {1, 1e30},
                                         "Packed snow is at most this many times stiffer than fresh snow."),
    param<&MpmParams::largestWeakening>("largest_weakening", "Largest Weakening", "", {1, 1e30},
                                        "Torn snow is at most this many times softer than fresh snow."),
    param<&MpmParams::smallestJp>("smallest_jp", "Smallest Jp", "", {1e-4, 1},
                                  "Lower bound of the plastic volume ratio of packed snow."),
    param<&MpmParams::largestJp>("largest_jp", "Largest Jp", "", {1, 1e6},
                                 "Upper bound of the plastic volume ratio of torn snow."),
    param<&MpmParams::youngsModulus>("youngs_modulus", "Young's Modulus", "Pa", {1, 1e10},
                                     "For particles without the attribute E."),
    param<&MpmParams::poissonsRatio>("poissons_ratio", "Poisson's Ratio", "", {0, 0.49},
                                     "For particles without the attribute nu."),
    param<&MpmParams::hardening>("hardening", "Hardening", "", {0, 100},
                                 "For particles without the attribute hardening."),
    param<&MpmParams::criticalCompression>("critical_compression", "Critical Compression", "", {0, 0.9},
                                           "For particles without the attribute critical_compression."),
    param<&MpmParams::criticalStretch>("critical_stretch", "Critical Stretch", "", {0, 0.9},
                                       "For particles without the attribute critical_stretch."),
};

inline const ParamTable& mpmTable()
{
    static const ParamTable kTable = paramTable<MpmParams>("mpm", "MPM Snow", kMpmParams);
    return kTable;
}

} // namespace firn::mpm
