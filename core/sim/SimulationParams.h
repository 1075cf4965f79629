// The scene's own parameters: time, forces, steps and limits.
#pragma once

#include "params/ParamSet.h"

namespace firn {

struct SimulationParams {
    double fps = 24.0;
    int startFrame = 1;
    int endFrame = 48;
    Vec3f gravity{0.0f, -9.81f, 0.0f};
    Vec3f wind = Vec3f::Zero();
    int minSubsteps = 1;
    int maxSubsteps = 10000;
    double maxStep = 1.0;
    Vec3f boundsMin = Vec3f::Constant(-1e4f);
    Vec3f boundsMax = Vec3f::Constant(1e4f);
    int64_t maxParticles = 200000000;
    int64_t seed = 1;
};

inline constexpr Param kSimulationParams[] = {
    param<&SimulationParams::fps>("fps", "Frames per Second", "1/s", {0.01, 1e5},
                                  "Frames per second of simulated time."),
    param<&SimulationParams::startFrame>("start_frame", "Start Frame", "", {-1e6, 1e6},
                                         "The frame that holds the initial state."),
    param<&SimulationParams::endFrame>("end_frame", "End Frame", "", {-1e6, 1e7}, "The last frame to simulate."),
    param<&SimulationParams::gravity>("gravity", "Gravity", "m/s2", {-1e4, 1e4}, "Acceleration of all snow."),
    param<&SimulationParams::wind>(
        "wind", "Wind", "m/s", {-1e3, 1e3},
        "Steady velocity of the air, for methods with drag; the section 'wind' may add a field."),
    param<&SimulationParams::minSubsteps>("min_substeps", "Minimum Substeps", "", {1, 1e6},
                                          "Steps per frame at least."),
    param<&SimulationParams::maxSubsteps>(
        "max_substeps", "Maximum Substeps", "", {1, 1e7},
        "Steps per frame at most; a frame that needs more stops the run and says why."),
    param<&SimulationParams::maxStep>("max_step", "Maximum Step", "s", {1e-9, 10},
                                      "Longest step, whatever the method allows."),
    param<&SimulationParams::boundsMin>("bounds_min", "Bounds Minimum", "m", {},
                                        "Particles that leave the bounds are deleted, and counted in the report."),
    param<&SimulationParams::boundsMax>("bounds_max", "Bounds Maximum", "m", {}, "Upper corner of the bounds."),
    param<&SimulationParams::maxParticles>("max_particles", "Particle Limit", "", {1, 4e9},
                                           "A source that would exceed this stops the run before memory does."),
    param<&SimulationParams::seed>("seed", "Seed", "", {0, 9e15},
                                   "Seeds every random choice of the run, together with each source's own seed."),
};

inline const ParamTable& simulationTable()
{
    static const ParamTable kTable = paramTable<SimulationParams>("simulation", "Simulation", kSimulationParams);
    return kTable;
}

} // namespace firn
