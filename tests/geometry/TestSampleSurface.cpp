// Samples on surfaces: on it, all over it, evenly, the same for any number of threads.
#include "base/Error.h"
#include "geometry/CellMap.h"
#include "geometry/LevelSetSampler.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/SampleSurface.h"
#include "geometry/TestMeshes.h"
#include "math/Random.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr float kSpacing = 0.05f;

float nearest(const std::vector<Vec3f>& points, const Vec3f& x, std::size_t leaveOut = ~std::size_t(0))
{
    float best = 1e30f;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i != leaveOut) best = std::min(best, (points[i] - x).squaredNorm());
    return std::sqrt(best);
}

struct Evenness {
    float least = 1e30f, mean = 0;
};

/// Nearest-neighbour distances over the spacing.
Evenness evenness(const std::vector<Vec3f>& points, float spacing)
{
    Evenness e;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float d = nearest(points, points[i], i) / spacing;
        e.least = std::min(e.least, d);
        e.mean += d / float(points.size());
    }
    return e;
}

/// A point of an analytic surface: a random point of the box around it, moved along the gradient.
Vec3f randomOn(const AnalyticShape& shape, uint64_t i)
{
    const Box3f box = boundsOf(shape);
    Vec3f x = box.lower + randomInCube(11, i).cwiseProduct(box.size());
    for (int step = 0; step < 3; ++step) {
        const SurfaceSample s = sample(shape, x);
        x -= s.distance * s.normal;
    }
    return x;
}

const Primitive kShapes[] = {Sphere{0.4f}, Box{Vec3f(0.5f, 0.2f, 0.3f)}, Capsule{0.15f, 0.3f}, Cylinder{0.25f, 0.2f}};

TEST(SampleSurface, LeavesNoPointOfAnAnalyticShapeUncovered)
{
    constexpr float kBetweenPlaces = 0.1f; // spacings: the bound holds at the places tried
    for (const Primitive& shape : kShapes) {
        const SurfacePoints points = sampleSurface(shape, kSpacing, "shape");
        float farthest = 0;
        for (uint64_t i = 0; i < 2000; ++i) farthest = std::max(farthest, nearest(points.P, randomOn({shape, {}}, i)));
        EXPECT_LT(farthest, (kSampleCover + kBetweenPlaces) * kSpacing) << "shape " << shape.index();
    }
}

TEST(SampleSurface, IsEven)
{
    for (const Primitive& shape : kShapes) {
        const Evenness e = evenness(sampleSurface(shape, kSpacing, "shape").P, kSpacing);
        RecordProperty("shape" + std::to_string(shape.index()), std::to_string(e.least) + " " + std::to_string(e.mean));
        EXPECT_GT(e.least, 0.6f) << "shape " << shape.index();
        EXPECT_GT(e.mean, 0.85f) << "shape " << shape.index();
        EXPECT_LT(e.mean, 1.1f) << "shape " << shape.index();
    }
}

TEST(SampleSurface, HasOneSamplePerHexagon)
{
    const double area = 4 * 3.14159265 * 0.4 * 0.4;
    const double hexagon = 0.8660254 * kSpacing * kSpacing;
    const auto count = double(sampleSurface(Sphere{0.4f}, kSpacing, "ball").size());
    EXPECT_NEAR(count * hexagon / area, 1, 0.1) << "the share of a jammed random packing varies by a few percent";
}

TEST(SampleSurface, LiesOnTheSurfaceWithItsNormal)
{
    for (const Primitive& shape : kShapes) {
        const SurfacePoints points = sampleSurface(shape, kSpacing, "shape");
        for (std::size_t i = 0; i < points.size(); ++i) {
            const SurfaceSample s = sample({shape, {}}, points.P[i]);
            ASSERT_LT(std::abs(s.distance), 1.1e-4f * kSpacing) << "the tolerance of the projection";
            ASSERT_NEAR(points.N[i].norm(), 1, 1e-5f);
        }
    }
}

LevelSetSampler cubeSampler(float voxel)
{
    MeshToLevelSetParams params;
    params.voxelSize = voxel;
    return LevelSetSampler(meshToLevelSet(test::cube(0.3f), params).levelSet);
}

TEST(SampleSurface, CoversAMeshWhateverItsVoxelSize)
{
    for (const float voxel : {0.005f, 0.02f, 0.05f, 0.1f}) {
        const LevelSetSampler sampler = cubeSampler(voxel);
        const SurfacePoints points = sampleSurface(sampler, kSpacing, "cube");
        std::vector<SurfaceSample> seen(points.size());
        sampler.sample({}, points.P, seen);
        for (const SurfaceSample& s : seen) ASSERT_LE(std::abs(s.distance), 0.01f * kSpacing) << "voxel " << voxel;

        float farthest = 0;
        for (uint64_t i = 0; i < 2000; ++i)
            farthest = std::max(farthest, nearest(points.P, randomOn({Box{Vec3f::Constant(0.3f)}, {}}, i)));
        EXPECT_LT(farthest, 0.95f * kSpacing + 0.5f * voxel) << "voxel " << voxel << " rounds the edges";
        const Evenness e = evenness(points.P, kSpacing);
        EXPECT_GT(e.least, 0.55f) << "voxel " << voxel;
        EXPECT_GT(e.mean, 0.85f) << "voxel " << voxel;
        RecordProperty("voxel" + std::to_string(voxel), std::to_string(e.least) + " " + std::to_string(e.mean));
    }
}

TEST(SampleSurface, TwoSidesOfAThinSheetShareOneLayer)
{
    for (const float thickness : {0.0005f, 0.005f, 0.02f}) {
        const Primitive sheet = Box{Vec3f(0.5f, 0.5f * thickness, 0.5f)};
        const SurfacePoints points = sampleSurface(sheet, kSpacing, "sheet");
        EXPECT_GT(evenness(points.P, kSpacing).least, 0.55f) << "thickness " << thickness;
        EXPECT_LT(double(points.size()), 1.6 / (0.866 * kSpacing * kSpacing))
            << "two layers of their own would make 2.1; thickness " << thickness;

        // A ball of half a spacing meets samples that are balls of half a spacing, wherever it tries to pass.
        float widest = 0;
        for (uint64_t i = 0; i < 4000; ++i) {
            const Vec3f r = randomInCube(3, i) - Vec3f::Constant(0.5f);
            widest = std::max(widest, nearest(points.P, Vec3f(r.x(), 0, r.z())));
        }
        EXPECT_LT(widest, kSpacing) << "thickness " << thickness;
    }
}

TEST(SampleSurface, CoversAnOpenMesh)
{
    Mesh mesh;
    mesh.points = {{-0.5f, 0, -0.5f}, {0.5f, 0, -0.5f}, {0.5f, 0, 0.5f}, {-0.5f, 0, 0.5f}};
    test::addFace(mesh, {0, 1, 2, 3});
    MeshToLevelSetParams params;
    params.voxelSize = 0.01f;
    const SurfacePoints points =
        sampleSurface(LevelSetSampler(meshToLevelSet(mesh, params).levelSet), kSpacing, "open");
    float widest = 0;
    for (uint64_t i = 0; i < 4000; ++i) {
        const Vec3f r = randomInCube(4, i) - Vec3f::Constant(0.5f);
        widest = std::max(widest, nearest(points.P, Vec3f(r.x(), 0, r.z())));
    }
    EXPECT_LT(widest, kSpacing);
}

TEST(SampleSurface, HoldsAShapeSmallerThanTheSpacing)
{
    EXPECT_GE(sampleSurface(Sphere{0.1f * kSpacing}, kSpacing, "grain").size(), 1u);
}

TEST(SampleSurface, IsTheSameForAnyNumberOfThreads)
{
    const LevelSetSampler sampler = cubeSampler(0.02f);
    std::vector<SurfacePoints> results;
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] { results.push_back(sampleSurface(sampler, kSpacing, "cube")); });
    for (const SurfacePoints& r : results) {
        EXPECT_TRUE(r.P == results[0].P);
        EXPECT_TRUE(r.N == results[0].N);
    }
}

TEST(SampleSurface, RefusesWhatHasNoEndOrTooManySamples)
{
    EXPECT_THROW(sampleSurface(Plane{}, kSpacing, "ground"), InputError);
    EXPECT_THROW(sampleSurface(Sphere{1e5f}, kSpacing, "planet"), InputError);
}

TEST(CellMap, FindsWhatWasPutInAndNothingElse)
{
    CellMap map;
    for (int i = -500; i < 500; ++i)
        ASSERT_EQ(map.exchange(CellIndex(i, -i, 3 * i), uint32_t(i + 500)), CellMap::kNone);
    EXPECT_EQ(map.size(), 1000u);
    for (int i = -500; i < 500; ++i) ASSERT_EQ(map.find(CellIndex(i, -i, 3 * i)), uint32_t(i + 500));
    EXPECT_EQ(map.find(CellIndex(1, 1, 3)), CellMap::kNone);
    EXPECT_EQ(map.exchange(CellIndex(7, -7, 21), 1u), 507u);
    EXPECT_EQ(map.size(), 1000u);
}

} // namespace
} // namespace firn
