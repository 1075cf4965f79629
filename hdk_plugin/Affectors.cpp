#include "Affectors.h"

#include "ColliderMotion.h"
#include "HdkAdaptor.h"
#include "SurfaceAttributes.h"
#include "base/Error.h"
#include "base/Text.h"
#include "colliders/ColliderShape.h"
#include "geometry/Shapes.h"

#include <GU/GU_SDF.h>
#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_PhysicalParms.h>
#include <SIM/SIM_Utils.h>
#include <cmath>

namespace firn::houdini {

namespace {

/// What one affector is made of, before it moves.
struct Body {
    ColliderGeometry geometry;
    std::shared_ptr<const Mesh> mesh;
};

Mesh stretched(Mesh mesh, const Mat3d& stretch)
{
    if (stretch == Mat3d::Identity()) return mesh;
    for (auto* list : {&mesh.points, &mesh.velocities})
        for (Vec3f& x : *list) x = (stretch * x.cast<double>()).cast<float>();
    return mesh;
}

/// The scale of a level set that may not be stretched.
float uniformScale(const Mat3d& stretch, const std::string& who)
{
    const double scale = stretch(0, 0);
    if (!(scale > 0) || !stretch.isApprox(scale * Mat3d::Identity(), 1e-5))
        throw InputError(who + " is scaled unevenly or mirrored, and is a VDB: scale its geometry instead");
    return float(scale);
}

AnalyticShape planeOf(const GU_SDF& sdf, const Pose& pose)
{
    // A plane's distance is linear: its value and slope at the origin say everything. Positive outside.
    const UT_Vector3 origin(0, 0, 0);
    const UT_Vector3 g = sdf.getGradient(origin);
    const Vec3f normal = Vec3f(g.x(), g.y(), g.z()).normalized();
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = normal;
    shape.centre = -float(sdf.getDistance(origin)) * normal;
    AnalyticShape plane = analyticShape(shape);
    plane.pose = pose * plane.pose;
    return plane;
}

Box3f boxOf(const Mesh& mesh)
{
    Box3f box;
    for (const Vec3f& x : mesh.points) box.extend(x);
    return box;
}

float voxelSizeFor(const ShapeParams& shape, const Box3f& box)
{
    return shape.voxelSize > 0 ? shape.voxelSize : box.size().maxCoeff() / 100;
}

/// A mesh that changed its form since the last step: two key frames, and a third that is never reached, so that the
/// step's very end still has a velocity.
LevelSetSequence deformed(const std::shared_ptr<const Mesh>& before, const std::shared_ptr<const Mesh>& now,
                          const StepTime& step, const Pose& pose, const ColliderSettings& settings,
                          LevelSetCache& cache, const Hooks& hooks, const std::string& who)
{
    Mesh first = *before, last = *now;
    if (last.velocities.empty())
        for (std::size_t i = 0; i < last.points.size(); ++i)
            last.velocities.push_back((last.points[i] - first.points[i]) / float(step.length));
    first.velocities = last.velocities;
    const auto field = [&](const Mesh& mesh) {
        return cache.ofMesh(mesh, settings.shape, {1, settings.depth}, hooks, who);
    };
    const LevelSet begin = field(first), end = field(last);
    const int number = int(step.number);
    SequenceFrames frames;
    frames.fps = 1 / step.length;
    frames.startFrame = 0;
    frames.load = [=](int frame) { return frame == number ? begin : end; };
    return LevelSetSequence(frames, number, number + 2, pose, 1, who);
}

bool sameTopology(const Mesh& a, const Mesh& b)
{
    return a.points.size() == b.points.size() && a.corners == b.corners && a.faceCorners == b.faceCorners;
}

/// The node's surface, over it the object's friction, over both what the geometry says itself.
ColliderSurface surfaceOf(const SIM_Object& affector, const SIM_Geometry& geometry, const ColliderSettings& settings,
                          const std::string& who)
{
    ColliderParams params = settings.surface;
    if (const SIM_PhysicalParms* parms = affector.getPhysicalParms()) params.friction = float(parms->getFriction());
    if (!(params.friction >= 0))
        throw InputError(who + ": friction is " + toText(params.friction) + "; it must be 0 or more");
    const SIM_GeometryAutoReadLock lock(&geometry);
    if (lock.getGdp()) readSurface(*lock.getGdp(), who, params);
    return {params.friction, params.sticky, params.adhesion};
}

class Builder {
public:
    Builder(const ColliderSettings& settings, const StepTime& step, LevelSetCache& cache, const Hooks& hooks)
        : mSettings(settings), mStep(step), mCache(cache), mHooks(hooks)
    {
    }

    /// `base` is where the body is put; its motion is added to that.
    Body body(const SIM_Geometry& data, const Mat3d& stretch, const Pose& base, const ColliderPast* past,
              const std::string& who)
    {
        const SIM_GeometryAutoReadLock lock(&data);
        const GU_Detail* detail = lock.getGdp();
        const GU_SDF* sdf = sdfOf(data);
        if (sdf && sdf->getImplicitType() == GU_SDF::SDF_PLANE) return {planeOf(*sdf, base), nullptr};
        if (!detail) throw InputError(who + " has no geometry");
        if (const auto vdb = shapeVdb(*detail, who)) {
            const float scale = uniformScale(stretch, who);
            const LevelSet field = mCache.ofVdb(*vdb, {scale, mSettings.depth}, mHooks, who);
            return {LevelSetBody{LevelSetSampler(field, scale), base}, nullptr};
        }
        const auto mesh = std::make_shared<const Mesh>(stretched(meshOf(*detail), stretch));
        if (!mesh->faceCorners.empty()) return {polygons(mesh, base, past, who), mesh};
        if (sdf) return {sampled(*sdf, *detail, stretch, base, who), nullptr};
        const std::string unused = unusedPrimitives(*detail);
        throw InputError(who + " has no polygons, no VDB and no signed distance field" +
                         (unused.empty() ? "" : "; " + unused));
    }

private:
    ColliderGeometry polygons(const std::shared_ptr<const Mesh>& mesh, const Pose& pose, const ColliderPast* past,
                              const std::string& who)
    {
        const bool changed = past && past->mesh && meshHash(*past->mesh) != meshHash(*mesh);
        if (changed && sameTopology(*past->mesh, *mesh))
            return deformed(past->mesh, mesh, mStep, pose, mSettings, mCache, mHooks, who);
        if (changed && mesh->velocities.empty())
            mHooks.warn(who + " changes its polygons and has no point attribute v: it is taken to rest in each step; "
                              "put a Trail SOP that computes velocity before it");
        const LevelSet field = mCache.ofMesh(*mesh, mSettings.shape, {1, mSettings.depth}, mHooks, who);
        return LevelSetBody{LevelSetSampler(field, 1), pose};
    }

    ColliderGeometry sampled(const GU_SDF& sdf, const GU_Detail& detail, const Mat3d& stretch, const Pose& base,
                             const std::string& who)
    {
        const Box3f box = boxOf(meshOf(detail));
        if (box.empty()) throw InputError(who + " has a signed distance field but no points that say how large it is");
        const float scale = uniformScale(stretch, who);
        const LevelSet levelSet =
            sampledLevelSet(box, voxelSizeFor(mSettings.shape, box), mSettings.depth / scale,
                            [&](const Vec3f& x) { return float(sdf.getDistance(UT_Vector3(x.x(), x.y(), x.z()))); });
        return LevelSetBody{LevelSetSampler(levelSet, scale), base};
    }

    const ColliderSettings& mSettings;
    const StepTime& mStep;
    LevelSetCache& mCache;
    const Hooks& mHooks;
};

} // namespace

AffectorColliders affectorColliders(const SIM_Object& object, const ColliderSettings& settings, const StepTime& step,
                                    const ColliderHistory& before, LevelSetCache& cache, const Hooks& hooks)
{
    AffectorColliders result;
    Builder builder(settings, step, cache, hooks);
    SIM_ColliderInfoArray infos;
    object.getColliderInfo(infos);
    for (int i = 0; i < int(infos.entries()); ++i) {
        SIM_Object* affector = infos(i).getAffector();
        if (!affector || affector->getObjectId() == object.getObjectId()) continue;
        const int id = affector->getObjectId();
        if (result.history.count(id)) continue; // once, however many relationships say so
        const SIM_Geometry* geometry = affector->getGeometry();
        if (!geometry) continue;

        const std::string name = objectName(*affector);
        const std::string who = "collider '" + name + "'";
        UT_DMatrix4 transform;
        SIMgetGeometryTransform(transform, *affector);
        const SplitTransform place = splitTransform(transform);
        const auto found = before.find(id);
        const ColliderPast* past = found == before.end() ? nullptr : &found->second;
        const AffectorMotion state = affectorMotion(*affector, infos(i));
        const SteadyPose steady = motionDuring(state, place.pose, past ? &past->pose : nullptr, step);
        const Body body = builder.body(*geometry, place.stretch, steady.base, past, who);

        auto shape = std::make_shared<const ColliderShape>(body.geometry, steady.motion, false);
        result.colliders.emplace_back(name, std::move(shape), surfaceOf(*affector, *geometry, settings, who));
        result.affectors.push_back({affector, state});
        result.history[id] = {place.pose, body.mesh};
    }
    return result;
}

} // namespace firn::houdini
