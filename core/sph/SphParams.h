// Parameters of SPH snow.
#pragma once

#include "materials/SnowMaterial.h"
#include "params/ParamSet.h"

namespace firn::sph {

enum class Pressure { Compressible, Incompressible };
inline constexpr std::string_view kPressures[] = {"compressible", "incompressible"};

enum class Elasticity { Split, Deviatoric, Combined };
inline constexpr std::string_view kElasticities[] = {"split", "deviatoric", "combined"};

enum class HardeningFrom { Density, Plastic };
inline constexpr std::string_view kHardeningFroms[] = {"density", "plastic"};

struct SphParams {
    float spacing = 0;
    Pressure pressure = Pressure::Compressible;
    Elasticity elasticity = Elasticity::Split; // [Gissler2020] section 3.5
    HardeningFrom hardeningFrom = HardeningFrom::Density;
    float relaxation = 0.5f;    // Algorithm 2
    float densityError = 1e-3f; // section 3.2.1
    int pressureIterations = 100;
    float shearTolerance = 1e-3f;
    float restTolerance = 1e-5f;
    int shearIterations = 100;
    float boundaryVolume = 0.8f;   // section 3.4, phi
    float boundaryPressure = 1.5f; // Eq. 7, psi
    float boundaryOffset = 0.5f;
    float friction = 2;
    float adhesion = 0;
    float restitution = 0;
    float drag = 1;
    float airDensity = 1.2041f;     // [Gissler2017]
    float airViscosity = 1.845e-5f; // [Gissler2017]
    float cfl = 0.4f;
    float waves = 2;
    double maxStep = 5e-3; // Table 1
    float conductivity = 0;
    float heatCapacity = 2090; // ice at -10 degC
    bool boundaryHeat = true;
    float boundaryTemperature = 0;
    bool thermalStiffness = false;
    float coldTemperature = -100; // section 4.1.4, as the three below
    float coldModulus = 6e5f;
    float warmTemperature = 0;
    float warmModulus = 2e4f;
    float largestStiffening = 1e5f;
    float youngsModulus = SnowMaterial{}.youngsModulus;
    float poissonsRatio = SnowMaterial{}.poissonsRatio;
    float hardening = SnowMaterial{}.hardening;
    float criticalCompression = SnowMaterial{}.criticalCompression;
    float criticalStretch = SnowMaterial{}.criticalStretch;
};

inline constexpr Param kSphParams[] = {
    param<&SphParams::spacing>("spacing", "Spacing", "m", {0, 1e3},
                               "Distance between particles of snow at rest; neighbours are within twice that. 0 takes "
                               "the edge of the cube that the largest particle fills (mass / density)."),
    choice<&SphParams::pressure>("pressure", "Pressure", kPressures,
                                 "Compressible snow as in the paper, or an incompressible fluid's pressure (IISPH)."),
    choice<&SphParams::elasticity>(
        "elasticity", "Elasticity", kElasticities,
        "How pressure and shear share the work: split as in the paper; deviatoric leaves all of the volume to the "
        "pressure; combined solves both at once, without the pressure solver."),
    choice<&SphParams::hardeningFrom>("hardening_from", "Hardening From", kHardeningFroms,
                                      "What tells how packed snow is: its density, as in the paper, or its plastic "
                                      "deformation, as in MPM; then loose snow does not pack."),
    param<&SphParams::relaxation>("relaxation", "Relaxation", "", {0.05, 1},
                                  "Share of each Jacobi correction of the pressure that is taken."),
    param<&SphParams::densityError>("density_error", "Density Error", "", {1e-7, 0.1},
                                    "The pressure solve ends at this mean error of the density."),
    param<&SphParams::pressureIterations>("pressure_iterations", "Pressure Iterations", "", {1, 100000},
                                          "Iterations of a pressure solve at most."),
    param<&SphParams::shearTolerance>("shear_tolerance", "Shear Tolerance", "", {1e-7, 0.5},
                                      "The shear solve ends when its residual is this share of the shear forces."),
    param<&SphParams::restTolerance>("rest_tolerance", "Rest Tolerance", "m/s", {0, 1e3},
                                     "The shear solve also ends when its residual is below this change of speed."),
    param<&SphParams::shearIterations>("shear_iterations", "Shear Iterations", "", {1, 100000},
                                       "Iterations of a shear solve at most."),
    param<&SphParams::boundaryVolume>("boundary_volume", "Boundary Volume", "", {0.1, 2},
                                      "Scales the volume of boundary particles (the paper's phi)."),
    param<&SphParams::boundaryPressure>("boundary_pressure", "Boundary Pressure", "", {0, 4},
                                        "Scales the pressure of boundaries on compressible snow (the paper's psi)."),
    param<&SphParams::boundaryOffset>("boundary_offset", "Boundary Offset", "", {0, 1},
                                      "Spacings that boundary particles lie below the surface where the body is thick "
                                      "enough: with 0.5, snow at rest touches it; 0 as in the paper."),
    param<&SphParams::friction>("friction", "Friction", "m2/s", {0, 1e6},
                                "Viscosity at boundaries, times the collider's friction: 2 and a collider's 0.5 give "
                                "the paper's 1. 0 lets snow slip, more makes it stick."),
    param<&SphParams::adhesion>("adhesion", "Adhesion", "m4/kg s2", {0, 1e9},
                                "Pull of boundaries on snow near them (beta of Akinci 2013), beside the colliders' "
                                "own adhesion."),
    param<&SphParams::restitution>("restitution", "Restitution", "", {0, 1},
                                   "Share of its speed at which a single flake bounces off a boundary."),
    param<&SphParams::drag>("drag", "Drag", "", {0, 1000}, "Scales the drag of the air; 0 is none."),
    param<&SphParams::airDensity>("air_density", "Air Density", "kg/m3", {0, 100}, "Density of the air."),
    param<&SphParams::airViscosity>("air_viscosity", "Air Viscosity", "Pa s", {1e-9, 1}, "Viscosity of the air."),
    param<&SphParams::cfl>("cfl", "CFL", "", {0.01, 1}, "Spacings that snow or a collider near it may move in a step."),
    param<&SphParams::waves>("waves", "Waves", "", {0.01, 1000},
                             "Spacings that a sound wave in fresh snow may travel in a step."),
    param<&SphParams::maxStep>("longest_step", "Longest Step", "s", {1e-9, 1}, "Longest step."),
    param<&SphParams::conductivity>("conductivity", "Conductivity", "W/m K", {0, 1e6},
                                    "Heat conduction in snow; 0 leaves temperatures alone."),
    param<&SphParams::heatCapacity>("heat_capacity", "Heat Capacity", "J/kg K", {1, 1e6},
                                    "Heat that a kilogram of snow takes per degree."),
    param<&SphParams::boundaryHeat>("boundary_heat", "Boundary Heat", "Colliders exchange heat with snow."),
    param<&SphParams::boundaryTemperature>("boundary_temperature", "Boundary Temperature", "degC", {-273.15, 1e4},
                                           "Temperature of colliders that have none of their own."),
    param<&SphParams::thermalStiffness>("thermal_stiffness", "Thermal Stiffness",
                                        "Young's modulus follows the temperature, between the four values below."),
    param<&SphParams::coldTemperature>("cold_temperature", "Cold Temperature", "degC", {-273.15, 1e4},
                                       "At or below this, snow has the cold modulus."),
    param<&SphParams::coldModulus>("cold_modulus", "Cold Modulus", "Pa", {1, 1e10}, "Young's modulus of cold snow."),
    param<&SphParams::warmTemperature>("warm_temperature", "Warm Temperature", "degC", {-273.15, 1e4},
                                       "At or above this, snow has the warm modulus."),
    param<&SphParams::warmModulus>("warm_modulus", "Warm Modulus", "Pa", {1, 1e10}, "Young's modulus of warm snow."),
    param<&SphParams::largestStiffening>("largest_stiffening", "Largest Stiffening", "", {1, 1e30},
                                         "Packed snow is at most this many times stiffer than fresh snow."),
    param<&SphParams::youngsModulus>("youngs_modulus", "Young's Modulus", "Pa", {1, 1e10},
                                     "For particles without the attribute E."),
    param<&SphParams::poissonsRatio>("poissons_ratio", "Poisson's Ratio", "", {0, 0.49},
                                     "For particles without the attribute nu."),
    param<&SphParams::hardening>("hardening", "Hardening", "", {0, 100},
                                 "For particles without the attribute hardening."),
    param<&SphParams::criticalCompression>("critical_compression", "Critical Compression", "", {0, 0.9},
                                           "For particles without the attribute critical_compression."),
    param<&SphParams::criticalStretch>("critical_stretch", "Critical Stretch", "", {0, 0.9},
                                       "For particles without the attribute critical_stretch."),
};

inline const ParamTable& sphTable()
{
    static const ParamTable kTable = paramTable<SphParams>("sph", "SPH Snow", kSphParams);
    return kTable;
}

} // namespace firn::sph
