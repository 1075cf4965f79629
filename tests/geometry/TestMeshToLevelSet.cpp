// Distance fields of meshes against closed forms: solids, shells, mixtures, velocities.
#include "base/Error.h"
#include "base/Hash.h"
#include "geometry/LevelSetSampler.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "geometry/SolidField.h"
#include "geometry/TestMeshes.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Threads.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace firn {
namespace {

Vec3f randomPoint(uint64_t i, float half) { return 2 * half * (randomInCube(11, i) - Vec3f::Constant(0.5f)); }

constexpr float kVoxel = 0.02f;

/// The band is 4 voxels wide; cells reach a diagonal of 1.73 further, where values beyond the band mix in.
constexpr float kKnown = (4 - 1.75f) * kVoxel;

MeshToLevelSetParams voxels(float size)
{
    MeshToLevelSetParams p;
    p.voxelSize = size;
    return p;
}

SurfaceSample at(const LevelSetSampler& sampler, const Vec3f& x, const Pose& pose = {})
{
    SurfaceSample s;
    sampler.sample(pose, Span<const Vec3f>(&x, 1), Span<SurfaceSample>(&s, 1));
    return s;
}

TEST(MeshToLevelSet, SphereDistancesAreTheClosedForm)
{
    const MeshLevelSet made = meshToLevelSet(test::sphere(1, 6), voxels(0.02f));
    const LevelSetSampler sampler(made.levelSet);
    // Trilinear interpolation of |x| errs by h^2 / 4 (h = 0.02); facets of edge 0.025 lie up to 1e-4 inside.
    constexpr float kTolerance = 5e-4f;
    constexpr float kNormal = 1.5f * kVoxel; // the curvature times the way across a cell
    for (uint64_t i = 0; i < 20000; ++i) {
        const Vec3f x = randomPoint(i, 1.2f);
        const float exact = x.norm() - 1;
        const SurfaceSample s = at(sampler, x);
        if (std::abs(exact) < kKnown) {
            ASSERT_NEAR(s.distance, exact, kTolerance);
            ASSERT_LT((s.normal - x.normalized()).norm(), kNormal);
        }
        ASSERT_TRUE((s.distance > 0) == (exact > 0) || std::abs(exact) < kTolerance) << "the sign holds everywhere";
        // The band's last voxel mixes with the value beyond it; else the distance is never more than it should be.
        const float slack = exact > kKnown ? 0.25f * kVoxel : kTolerance;
        ASSERT_LE(s.distance, std::max(exact, 0.0f) + slack);
    }
}

TEST(MeshToLevelSet, CubeDistancesAreTheClosedForm)
{
    const MeshLevelSet made = meshToLevelSet(test::cube(0.5f), voxels(0.02f));
    const LevelSetSampler sampler(made.levelSet);
    const Box box{Vec3f::Constant(0.5f)};
    // Next to edges and corners a grid rounds the distance off by a good part of a voxel.
    constexpr float kNearEdges = 0.25f * 0.02f;
    for (uint64_t i = 0; i < 20000; ++i) {
        const Vec3f x = randomPoint(i, 0.6f);
        const float exact = sample(box, x).distance;
        if (std::abs(exact) > kKnown) continue;
        ASSERT_NEAR(at(sampler, x).distance, exact, kNearEdges);
    }
    EXPECT_NEAR(at(sampler, {0.513f, 0.1f, 0.2f}).distance, 0.013f, 1e-5f) << "exact before a flat face";
}

TEST(MeshToLevelSet, DefaultsFollowTheHelp)
{
    Mesh sheet = test::cube(0.5f);
    sheet.faceCorners.resize(1); // one face only
    sheet.corners.resize(4);
    const MeshReport report = meshToLevelSet(sheet).report;
    EXPECT_FLOAT_EQ(report.voxelSize, 0.01f);
    EXPECT_FLOAT_EQ(report.thickness, 0.015f);
}

TEST(MeshToLevelSet, OpenMeshBecomesAShellOfTheGivenThickness)
{
    Mesh sheet = test::cube(0.5f);
    sheet.faceCorners.resize(1); // the face at x = -0.5
    sheet.corners.resize(4);
    MeshToLevelSetParams p = voxels(0.02f);
    p.thickness = 0.05f;
    const MeshLevelSet made = meshToLevelSet(sheet, p);
    EXPECT_EQ(made.report.shells, 1u);
    EXPECT_EQ(made.report.openEdges, 4u);
    const LevelSetSampler sampler(made.levelSet);
    constexpr float kTolerance = 1e-3f; // rounding of the sheet's edges on a grid of 0.02 does not reach the middle
    for (const float x : {-0.06f, -0.04f, 0.03f, 0.045f, 0.07f, 0.1f})
        EXPECT_NEAR(at(sampler, {-0.5f + x, 0.1f, -0.2f}).distance, std::abs(x) - 0.05f, kTolerance) << x;
    EXPECT_NEAR(at(sampler, {-0.46f, 0.1f, 0}).normal.x(), 1, 1e-3f) << "out to either side";
    EXPECT_NEAR(at(sampler, {-0.54f, 0.1f, 0}).normal.x(), -1, 1e-3f);
    EXPECT_LT((made.levelSet.bounds().size() - Vec3f(0.1f, 1.1f, 1.1f)).cwiseAbs().maxCoeff(), 0.045f);
}

TEST(MeshToLevelSet, ClosedAndOpenPiecesAreTakenEachInItsWay)
{
    Mesh mesh = test::sphere(0.5f, 4);
    Mesh sheet = test::cube(0.3f);
    sheet.faceCorners.resize(1);
    sheet.corners.resize(4);
    for (Vec3f& p : sheet.points) p.x() += 1.3f; // the face goes to x = 1
    test::append(mesh, sheet);
    const MeshLevelSet made = meshToLevelSet(mesh, voxels(0.02f));
    EXPECT_EQ(made.report.pieces, 2u);
    EXPECT_EQ(made.report.shells, 1u);
    const LevelSetSampler sampler(made.levelSet);
    EXPECT_LT(at(sampler, {0, 0, 0}).distance, -0.07f) << "the sphere is solid";
    EXPECT_LT(at(sampler, {1, 0.1f, 0}).distance, -0.02f) << "the sheet has a thickness";
    EXPECT_NEAR(at(sampler, {1.05f, 0, 0}).distance, 0.02f, 1e-3f);
}

TEST(MeshToLevelSet, HolesBelowAVoxelDoNotMakeAShell)
{
    Mesh mesh = test::sphere(1, 6); // edges of about 0.025
    mesh.faceCorners.pop_back();
    mesh.corners.resize(mesh.corners.size() - 3);
    const MeshLevelSet made = meshToLevelSet(mesh, voxels(0.06f));
    EXPECT_EQ(made.report.sealed, 1u) << made.report.summary();
    EXPECT_LT(at(LevelSetSampler(made.levelSet), {0, 0, 0}).distance, -0.2f);
}

TEST(MeshToLevelSet, InsideOutMeshIsStillSolid)
{
    Mesh mesh = test::cube(0.5f);
    std::reverse(mesh.corners.begin(), mesh.corners.end());
    const MeshLevelSet made = meshToLevelSet(mesh, voxels(0.05f));
    EXPECT_EQ(made.report.inverted, 1u);
    const LevelSetSampler sampler(made.levelSet);
    EXPECT_LT(at(sampler, {0, 0, 0}).distance, 0);
    EXPECT_GT(at(sampler, {0.6f, 0, 0}).distance, 0);
}

TEST(MeshToLevelSet, AbsurdSizesAreRefusedWithASuggestion)
{
    const Mesh mesh = test::cube(0.5f);
    try {
        meshToLevelSet(mesh, voxels(1e-5f));
        FAIL();
    } catch (const InputError& e) {
        const std::string what = e.what();
        EXPECT_NE(what.find("voxel_size 1e-05"), std::string::npos) << what;
        EXPECT_NE(what.find("try "), std::string::npos) << what;
    }
    EXPECT_THROW(meshToLevelSet(mesh, voxels(-1)), InputError);
    Mesh sheet = mesh;
    for (Vec3f& p : sheet.points) p.x() += 2.5f;
    EXPECT_THROW(meshToLevelSet(sheet, voxels(5)), InputError) << "no voxel would be inside";
    sheet.faceCorners.resize(1);
    sheet.corners.resize(4);
    MeshToLevelSetParams thin = voxels(0.1f);
    thin.thickness = 0.01f;
    EXPECT_THROW(meshToLevelSet(sheet, thin), InputError) << "a shell with holes";
}

TEST(MeshToLevelSet, VelocityIsThatOfTheNearestSurfacePoint)
{
    Mesh mesh = test::sphere(0.5f, 5);
    const Vec3f spin(0.3f, 2, -1);
    for (const Vec3f& p : mesh.points) mesh.velocities.push_back(spin.cross(p));
    const LevelSetSampler sampler(meshToLevelSet(mesh, voxels(0.02f)).levelSet);
    ASSERT_TRUE(sampler.hasVelocity());
    for (uint64_t i = 0; i < 2000; ++i) {
        const Vec3f n = randomPoint(i, 1).normalized();
        const Vec3f x = (0.5f + 0.03f * (randomUnit(3, i) - 0.5f)) * n;
        Vec3f v;
        sampler.velocity({}, Span<const Vec3f>(&x, 1), Span<Vec3f>(&v, 1));
        ASSERT_LT((v - spin.cross(Vec3f(0.5f * n))).norm(), 0.01f) << "to half a percent of the speed";
    }
}

TEST(MeshToLevelSet, SameBitsForAnyThreadCount)
{
    Mesh mesh = test::sphere(0.5f, 4);
    for (const Vec3f& p : mesh.points) mesh.velocities.push_back(p);
    uint64_t first = 0;
    for (const int threads : {1, 2, 8}) {
        HashStream hash;
        runWithThreads(threads, [&] {
            const LevelSetSampler sampler(meshToLevelSet(mesh, voxels(0.02f)).levelSet);
            std::vector<Vec3f> x(20000), v(x.size());
            std::vector<SurfaceSample> s(x.size());
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = randomPoint(i, 0.6f);
            forRanges(x.size(), 512, [&](std::size_t begin, std::size_t end) {
                sampler.sample({}, Span<const Vec3f>(x).subspan(begin, end - begin),
                               Span<SurfaceSample>(s).subspan(begin, end - begin));
                sampler.velocity({}, Span<const Vec3f>(x).subspan(begin, end - begin),
                                 Span<Vec3f>(v).subspan(begin, end - begin));
            });
            hash.add(s.data(), s.size() * sizeof(SurfaceSample));
            hash.add(v.data(), v.size() * sizeof(Vec3f));
        });
        if (threads == 1) first = hash.value();
        EXPECT_EQ(hash.value(), first) << threads << " threads";
    }
}

TEST(MeshToLevelSet, StopsWhenAsked)
{
    Hooks hooks;
    hooks.interrupted = [] { return true; };
    EXPECT_THROW(meshToLevelSet(test::sphere(1, 3), voxels(0.05f), hooks), Interrupted);
}

} // namespace
} // namespace firn
