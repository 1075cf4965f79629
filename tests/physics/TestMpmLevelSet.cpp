// MPM snow against colliders that are level sets: as good as the analytic shape, however fine, rigid or deforming.
#include "colliders/LevelSetSequence.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/TestMeshes.h"
#include "geometry/WidenLevelSet.h"
#include "mpm/SnowBlock.h"

#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

constexpr float kRadius = 0.2f;      // m, of the ball that snow falls on
constexpr float kSeparation = 0.02f; // m
constexpr float kCell = 2 * kSeparation;

LevelSet ballOf(float voxel, const Vec3f& centre)
{
    MeshToLevelSetParams params;
    params.voxelSize = voxel;
    const LevelSet thin = meshToLevelSet(test::sphere(kRadius, 4, centre), params).levelSet;
    return widened(thin, MpmSolver(MpmParams()).colliderDepth(kSeparation));
}

/// The centre of mass of a block that has fallen on a ball, `aside` of its middle.
Vec3d afterTheFall(Collider ball, float aside, double seconds)
{
    MpmParams params;
    BlockOfSnow block;
    block.count = {10, 8, 10};
    block.separation = kSeparation;
    block.corner = {aside - 0.1f, kRadius, -0.1f};
    block.velocity = {0, -1, 0};
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(std::move(ball));
    MpmSolver solver(params);
    EXPECT_TRUE(runFor(solver, world, particles, seconds).ok());
    return centreOfMass(particles);
}

ColliderParams icy()
{
    ColliderParams params;
    params.friction = 0.2f;
    return params;
}

TEST(MpmLevelSet, AFinerBallIsNoWorseThanTheAnalyticOne)
{
    ShapeParams shape;
    shape.radius = kRadius;
    const Vec3d wanted = afterTheFall(makeCollider(icy(), {}, analyticShape(shape)), 0.12f, 0.3);
    for (const float voxels : {2.0f, 10.0f}) { // in a cell
        const Collider ball = makeCollider(icy(), {}, ballOf(kCell / voxels, Vec3f::Zero()), ShapeParams());
        EXPECT_LT((afterTheFall(ball, 0.12f, 0.3) - wanted).norm(), 0.25 * double(kCell))
            << voxels << " voxels in a cell";
    }
}

TEST(MpmLevelSet, ASequenceCarriesSnowLikeTheRigidBallItShows)
{
    // A ball that rises at 1 m/s, once as a moving body and once as a sequence of frames without velocities.
    const double fps = 24;
    const Vec3f velocity(0, 1, 0);
    ColliderParams moving = icy();
    moving.velocity = velocity;
    const Vec3d wanted = afterTheFall(makeCollider(moving, {}, ballOf(0.01f, Vec3f::Zero()), ShapeParams()), 0, 0.2);
    const FrameCache::Load load = [&](int frame) { return ballOf(0.01f, Vec3f(velocity * float((frame - 1) / fps))); };
    ColliderParams frames = icy();
    frames.sequence = true;
    frames.firstFrame = 1;
    frames.lastFrame = 12;
    const Vec3d seen = afterTheFall(makeCollider(frames, {}, SequenceFrames{load, fps, 1}, ShapeParams()), 0, 0.2);
    EXPECT_GT(wanted.y(), 0.2) << "the snow was carried";
    EXPECT_LT((seen - wanted).norm(), 0.25 * double(kCell)) << wanted.transpose() << " and " << seen.transpose();
}

} // namespace
} // namespace firn::mpm
