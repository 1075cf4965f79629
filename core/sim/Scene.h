// A scene: plain data, as read from a file or set up by a host. Nothing is loaded or built yet.
#pragma once

#include "colliders/ColliderParams.h"
#include "geometry/ShapeParams.h"
#include "materials/SnowMaterial.h"
#include "sim/OutputParams.h"
#include "sim/RenderParams.h"
#include "sim/SimulationParams.h"
#include "sim/SourceParams.h"
#include "solver/Method.h"
#include "solver/WindParams.h"

#include <map>
#include <string>
#include <vector>

namespace firn {

struct SourceSpec {
    ShapeParams shape;
    SourceParams params;
    std::vector<VariationParams> variations;
};

struct ColliderSpec {
    ShapeParams shape;
    ColliderParams params;
    std::vector<MotionKey> keys; ///< by ascending time
};

struct Scene {
    std::string title;
    std::string folder = "."; ///< paths in the scene are relative to this
    SimulationParams simulation;
    WindParams wind; ///< its field; the steady wind is the simulation's
    const Method* method = nullptr;
    ParamSet solver; ///< the method's parameters
    std::map<std::string, SnowMaterial> materials;
    std::vector<SourceSpec> sources;
    std::vector<ColliderSpec> colliders;
    OutputParams output;
    RenderParams render;

    explicit Scene(const Method& solverMethod) : method(&solverMethod), solver(solverMethod.params) {}
};

} // namespace firn
