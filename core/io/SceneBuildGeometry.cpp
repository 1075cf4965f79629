#include "io/SceneBuildGeometry.h"

#include "base/Error.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/Shapes.h"
#include "geometry/WidenLevelSet.h"
#include "io/LevelSetFile.h"
#include "io/MeshFile.h"
#include "io/SceneBuildFiles.h"

namespace firn {

LevelSet SceneGeometry::levelSet(const ShapeParams& shape, const std::string& who, float band)
{
    const std::string path = scenePath(mScene, shape.file);
    const Key key(path, shape.shape, shape.voxelSize, shape.thickness, shape.scale, band);
    const auto found = mLoaded.find(key);
    if (found != mLoaded.end()) return found->second;
    if (mHooks.stopRequested()) throw Interrupted();
    const LevelSet loaded = widenedFor(load(shape, path, who), shape.scale, band, who, mHooks);
    mMemory += loaded.memory();
    mLoaded.emplace(key, loaded);
    return loaded;
}

LevelSet SceneGeometry::load(const ShapeParams& shape, const std::string& path, const std::string& who)
{
    if (shape.shape == ShapeKind::Vdb) {
        std::vector<std::string> notes;
        const LevelSet levelSet = readLevelSet(path, "", &notes);
        for (const auto& note : notes) mHooks.info(who + ": " + shape.file + ": " + note);
        return levelSet;
    }
    if (mHooks.progress) mHooks.progress(0, "turning " + shape.file + " into a distance field");
    const MeshLevelSet made = meshToLevelSet(readMesh(path), shape, mHooks);
    mHooks.info(who + ": " + shape.file + ": " + made.report.summary());
    return made.levelSet;
}

SolidField SceneGeometry::solid(const ShapeParams& shape, const std::string& who)
{
    if (shape.shape == ShapeKind::Mesh || shape.shape == ShapeKind::Vdb) return solidField(levelSet(shape, who), shape);
    return solidField(analyticShape(shape));
}

} // namespace firn
