// From a scene, which is plain data, to a simulation: loads files, builds colliders, sources and the solver.
#pragma once

#include "base/Hooks.h"
#include "sim/Scene.h"
#include "sim/Simulation.h"

#include <memory>
#include <vector>

namespace firn {

/// A scene's parts, loaded and built.
struct SceneParts {
    World world;
    std::vector<Source> sources;
    std::unique_ptr<Solver> solver;
    std::size_t geometryBytes = 0; ///< memory of the distance fields and point caches
};

/// Loads and builds. What was done to each mesh, and where each file came from, is told through the hooks.
/// Errors name the source or collider they are about.
SceneParts buildParts(const Scene& scene, const Hooks& hooks);

/// The colliders alone, for pictures.
std::vector<Collider> buildColliders(const Scene& scene, const Hooks& hooks);

/// The parts, put together; the hooks are the simulation's own.
std::unique_ptr<Simulation> makeSimulation(const Scene& scene, SceneParts parts, const Hooks& hooks);

std::unique_ptr<Simulation> buildSimulation(const Scene& scene, const Hooks& hooks);

} // namespace firn
