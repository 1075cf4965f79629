#include "io/SceneBuild.h"

#include "base/Error.h"
#include "base/Text.h"
#include "colliders/LevelSetSequence.h"
#include "colliders/MakeCollider.h"
#include "geometry/PotentialFlow.h"
#include "geometry/Shapes.h"
#include "geometry/WidenLevelSet.h"
#include "io/LevelSetFile.h"
#include "io/ParticleFile.h"
#include "io/SceneBuildFiles.h"
#include "io/SceneBuildGeometry.h"
#include "io/VelocityFile.h"
#include "materials/Presets.h"

#include <algorithm>
#include <limits>

namespace firn {

namespace {

/// Does the work, and lets its errors say whom they are about.
template <class Work> auto named(const std::string& who, const Work& work)
{
    const auto told = [&](const std::string& what) { return what.find(who) != std::string::npos; };
    try {
        return work();
    } catch (const InputError& error) {
        if (told(error.what())) throw;
        throw InputError(who + ": " + error.what());
    } catch (const FileError& error) {
        const std::string text = error.what(), start = error.path() + ": ";
        if (told(text)) throw;
        const bool prefixed = text.compare(0, start.size(), start) == 0;
        throw FileError(error.path(), (prefixed ? text.substr(start.size()) : text) + " (needed by " + who + ")");
    }
}

const SnowMaterial& materialOf(const Scene& scene, const std::string& name)
{
    const auto own = scene.materials.find(name);
    return own != scene.materials.end() ? own->second : presetNamed(name);
}

std::shared_ptr<const Particles> pointsOf(const Scene& scene, const SourceSpec& spec, const std::string& who,
                                          const Hooks& hooks)
{
    if (spec.params.points.empty()) return nullptr;
    ParticleFile file = readParticles(scenePath(scene, spec.params.points));
    for (const auto& note : file.notes) hooks.info(who + ": " + spec.params.points + ": " + note);
    return std::make_shared<const Particles>(std::move(file.particles));
}

std::size_t columnBytes(const Particles& particles)
{
    std::size_t bytes = 0;
    for (const auto& column : particles.columns()) bytes += column.bytes().size();
    return bytes;
}

Source buildSource(const Scene& scene, const SourceSpec& spec, const std::string& who, SceneGeometry& geometry,
                   const Hooks& hooks, std::size_t& bytes)
{
    const auto points = pointsOf(scene, spec, who, hooks);
    if (points) bytes += columnBytes(*points);
    const SolidField solid = points ? SolidField{} : geometry.solid(spec.shape, who);
    return Source(spec, materialOf(scene, spec.params.material), solid, points, scene.simulation.seed);
}

/// The frames of a deforming collider, each read when the simulation gets there.
SequenceFrames sequenceOf(const Scene& scene, const ColliderSpec& spec, const std::string& who, float band)
{
    const std::string pattern = scenePath(scene, spec.shape.file);
    SequenceFrames frames;
    frames.fps = scene.simulation.fps;
    frames.startFrame = scene.simulation.startFrame;
    frames.load = [pattern, who, band, scale = spec.shape.scale](int frame) {
        return named(who,
                     [&] { return widenedFor(readLevelSet(sequencePath(pattern, frame)), scale, band, who, Hooks()); });
    };
    return frames;
}

Collider buildCollider(const Scene& scene, const ColliderSpec& spec, const std::string& who, SceneGeometry& geometry,
                       float band)
{
    if (spec.params.sequence)
        return makeCollider(spec.params, spec.keys, sequenceOf(scene, spec, who, band), spec.shape);
    if (spec.shape.shape == ShapeKind::Mesh || spec.shape.shape == ShapeKind::Vdb)
        return makeCollider(spec.params, spec.keys, geometry.levelSet(spec.shape, who, band), spec.shape);
    return makeCollider(spec.params, spec.keys, analyticShape(spec.shape));
}

std::vector<Collider> collidersOf(const Scene& scene, SceneGeometry& geometry, float band)
{
    std::vector<Collider> colliders;
    for (const ColliderSpec& spec : scene.colliders) {
        const std::string who = "collider '" + spec.params.name + "'";
        colliders.push_back(named(who, [&] { return buildCollider(scene, spec, who, geometry, band); }));
    }
    return colliders;
}

/// What the colliders, as they stand at the start, change in the steady wind.
VelocityGrid flowOf(const Scene& scene, const std::vector<Collider>& colliders, const Hooks& hooks)
{
    if (hooks.progress) hooks.progress(0, "finding the wind around the colliders");
    const SolidDistance solids = [&](Span<const Vec3f> x, Span<float> distance) {
        std::fill(distance.begin(), distance.end(), std::numeric_limits<float>::max());
        std::vector<ColliderSample> seen(x.size());
        for (const Collider& collider : colliders) {
            collider.sample(0, x, seen);
            for (std::size_t i = 0; i < x.size(); ++i) distance[i] = std::min(distance[i], seen[i].distance);
        }
    };
    const FlowBox box{{scene.wind.boxMin, scene.wind.boxMax}, scene.wind.voxelSize};
    return flowAround(box, scene.simulation.wind, solids, "the wind", hooks);
}

Wind buildWind(const Scene& scene, const std::vector<Collider>& colliders, const Hooks& hooks)
{
    const WindParams& params = scene.wind;
    Wind wind(scene.simulation.wind);
    if (params.field == WindKind::Flow) wind.setField(flowOf(scene, colliders, hooks));
    if (params.field != WindKind::Vdb) return wind;
    const std::string path = scenePath(scene, params.file);
    if (!params.sequence) {
        wind.setField(readVelocityGrid(path, params.grid), params.scale);
        return wind;
    }
    const auto load = [path, grid = params.grid](int frame) {
        return named("the wind", [&] { return readVelocityGrid(sequencePath(path, frame), grid); });
    };
    wind.setField(std::make_shared<const WindSequence>(WindSequence::Frames{
                      load, scene.simulation.fps, scene.simulation.startFrame, params.firstFrame, params.lastFrame}),
                  params.scale);
    return wind;
}

} // namespace

std::vector<Collider> buildColliders(const Scene& scene, const Hooks& hooks)
{
    SceneGeometry geometry(scene, hooks);
    return collidersOf(scene, geometry, 0);
}

SceneParts buildParts(const Scene& scene, const Hooks& hooks)
{
    SceneParts parts;
    parts.solver = scene.method->make(scene.solver);
    float separation = 0;
    for (const SourceSpec& spec : scene.sources) separation = std::max(separation, spec.params.separation);
    const float band = parts.solver->colliderDepth(separation);
    SceneGeometry geometry(scene, hooks);
    parts.world.colliders = collidersOf(scene, geometry, band);
    for (const SourceSpec& spec : scene.sources) {
        const std::string who = "source '" + spec.params.name + "'";
        parts.sources.push_back(
            named(who, [&] { return buildSource(scene, spec, who, geometry, hooks, parts.geometryBytes); }));
    }
    parts.world.wind = named("the wind", [&] { return buildWind(scene, parts.world.colliders, hooks); });
    parts.geometryBytes += geometry.memory();
    return parts;
}

std::unique_ptr<Simulation> makeSimulation(const Scene& scene, SceneParts parts, const Hooks& hooks)
{
    return std::make_unique<Simulation>(scene.simulation, std::move(parts.solver), std::move(parts.world),
                                        std::move(parts.sources), hooks);
}

std::unique_ptr<Simulation> buildSimulation(const Scene& scene, const Hooks& hooks)
{
    return makeSimulation(scene, buildParts(scene, hooks), hooks);
}

} // namespace firn
