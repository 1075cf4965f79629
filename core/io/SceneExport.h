// A scene that a host hands over: one folder with the scene file and everything that it reads, for `firn run`.
#pragma once

#include "geometry/LevelSet.h"
#include "particles/Particles.h"
#include "sim/Scene.h"

#include <string>
#include <vector>

namespace firn {

/// What of the host's scene goes over, besides the files.
struct SceneExport {
    std::string folder;       ///< of the scene; it is made when it is not there
    bool streams = false;     ///< the snow has new points in every frame, not only at the start
    bool moves = false;       ///< one file per collider and frame
    double separation = 0.02; ///< m, of the snow's points
    bool ground = false;      ///< an infinite plane
    float groundHeight = 0;   ///< m
    float groundFriction = 0.5f;
    std::vector<ColliderParams> colliders; ///< their surfaces; a name says which files are its own
};

/// Where the files of a frame are, relative to the folder.
std::string exportedPoints(int frame);
std::string exportedCollider(const std::string& name, int frame, bool moves);

/// Writes the points that are new in a frame, by ascending id, the order that a solver takes points in.
void writeExportedPoints(const SceneExport& to, int frame, const Particles& points);

/// Writes a collider as it is in a frame.
void writeExportedCollider(const SceneExport& to, const std::string& name, int frame, const LevelSet& levelSet);

/// Writes scene.json: `scene` has the simulation's and the method's parameters; its sources and colliders are those of
/// the export. Returns the scene as written. Throws InputError for frames that make no sense.
Scene writeExportedScene(const SceneExport& to, Scene scene);

} // namespace firn
