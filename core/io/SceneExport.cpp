#include "io/SceneExport.h"

#include "base/Error.h"
#include "base/Version.h"
#include "io/LevelSetFile.h"
#include "io/OutputFile.h"
#include "io/ParticleFile.h"
#include "io/SceneBuildFiles.h"
#include "io/SceneText.h"

#include <filesystem>

namespace firn {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPoints = "particles/snow.####.bgeo";

/// The files of a collider; with a place for the frame's number when it moves.
std::string colliderFiles(const std::string& name, bool moves)
{
    return "collider/" + name + (moves ? ".####.vdb" : ".vdb");
}

/// The file's path, in a folder that is there.
std::string placed(const SceneExport& to, const std::string& file)
{
    if (to.folder.empty()) throw InputError("the scene's folder has no name: say where the scene is to be written");
    const fs::path path = fs::path(to.folder) / file;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw FileError(path.parent_path().string(), "cannot make the scene's folder", error.value());
    return path.string();
}

SourceSpec sourceOf(const SceneExport& to, const SimulationParams& simulation, int frame)
{
    SourceSpec source;
    source.params.name = frame == simulation.startFrame ? "snow" : "snow_" + std::to_string(frame);
    source.params.points = exportedPoints(frame);
    source.params.separation = float(to.separation);
    // In the middle of the frame that ends there: rounding cannot move it into a neighbour.
    if (frame > simulation.startFrame)
        source.params.start = (double(frame - simulation.startFrame) - 0.5) / simulation.fps;
    return source;
}

ColliderSpec groundOf(const SceneExport& to)
{
    ColliderSpec ground;
    ground.params.name = "ground";
    ground.params.friction = to.groundFriction;
    ground.shape.shape = ShapeKind::Plane;
    ground.shape.centre = Vec3f(0, to.groundHeight, 0);
    ground.params.pivot = ground.shape.centre;
    return ground;
}

ColliderSpec colliderOf(const SceneExport& to, const ColliderParams& params, const SimulationParams& simulation)
{
    ColliderSpec collider;
    collider.params = params;
    collider.shape.shape = ShapeKind::Vdb;
    collider.shape.file = colliderFiles(params.name, to.moves);
    collider.params.sequence = to.moves;
    collider.params.firstFrame = simulation.startFrame;
    collider.params.lastFrame = simulation.endFrame;
    return collider;
}

} // namespace

std::string exportedPoints(int frame) { return sequencePath(kPoints, frame); }

std::string exportedCollider(const std::string& name, int frame, bool moves)
{
    const std::string files = colliderFiles(name, moves);
    return moves ? sequencePath(files, frame) : files;
}

void writeExportedPoints(const SceneExport& to, int frame, const Particles& points)
{
    FrameInfo info;
    info.frame = frame;
    info.hash = stateHash(points);
    info.software = std::string("Firn ") + version();
    writeParticles(placed(to, exportedPoints(frame)), points, info, ParticleFormat::Bgeo);
}

void writeExportedCollider(const SceneExport& to, const std::string& name, int frame, const LevelSet& levelSet)
{
    writeLevelSet(placed(to, exportedCollider(name, frame, to.moves)), levelSet);
}

Scene writeExportedScene(const SceneExport& to, Scene scene)
{
    const SimulationParams& simulation = scene.simulation;
    if (simulation.endFrame < simulation.startFrame)
        throw InputError("end_frame is " + std::to_string(simulation.endFrame) + ", before start_frame (" +
                         std::to_string(simulation.startFrame) + ")");
    scene.folder = to.folder;
    scene.sources.clear();
    scene.colliders.clear();
    const int last = to.streams ? simulation.endFrame : simulation.startFrame;
    for (int frame = simulation.startFrame; frame <= last; ++frame)
        scene.sources.push_back(sourceOf(to, simulation, frame));
    if (to.ground) scene.colliders.push_back(groundOf(to));
    for (const ColliderParams& params : to.colliders) scene.colliders.push_back(colliderOf(to, params, simulation));
    OutputFile file(placed(to, "scene.json"));
    file.write(sceneText(scene));
    file.commit();
    return scene;
}

} // namespace firn
