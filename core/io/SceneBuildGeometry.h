// Loads what a scene's shapes are made of: distance fields from meshes and .vdb files, each once.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"
#include "geometry/SolidField.h"
#include "sim/Scene.h"

#include <map>
#include <tuple>

namespace firn {

class SceneGeometry {
public:
    SceneGeometry(const Scene& scene, const Hooks& hooks) : mScene(scene), mHooks(hooks) {}

    /// The distance field of a mesh or .vdb shape, known at least `band` metres from its surface. `who` is what
    /// messages call its user: "collider 'tree'".
    LevelSet levelSet(const ShapeParams& shape, const std::string& who, float band = 0);

    /// What a source fills. Throws InputError for a plane.
    SolidField solid(const ShapeParams& shape, const std::string& who);

    /// Memory of all fields, in bytes.
    std::size_t memory() const { return mMemory; }

private:
    LevelSet load(const ShapeParams& shape, const std::string& path, const std::string& who);

    /// File, kind, voxel size, thickness, scale, band.
    using Key = std::tuple<std::string, ShapeKind, float, float, float, float>;
    const Scene& mScene;
    const Hooks& mHooks;
    std::map<Key, LevelSet> mLoaded;
    std::size_t mMemory = 0;
};

} // namespace firn
