// Time per distance query of each kind of collider, on one thread, near the surface.
#include "colliders/ColliderShape.h"
#include "colliders/MakeCollider.h"
#include "geometry/MeshToLevelSet.h"
#include "geometry/ShapeParams.h"
#include "math/Random.h"
#include "parallel/Sort.h"
#include "parallel/Threads.h"

#include <benchmark/benchmark.h>

namespace {

using namespace firn;

constexpr std::size_t kPoints = 1000000;
constexpr float kRadius = 1.0f;
constexpr float kVoxel = 0.02f;

/// Random points within two voxels of the sphere, in random order: the worst case for caches.
const std::vector<Vec3f>& points()
{
    static const std::vector<Vec3f> kMade = [] {
        std::vector<Vec3f> x(kPoints);
        for (std::size_t i = 0; i < kPoints; ++i) {
            const Vec3f n = (randomInCube(1, i) - Vec3f::Constant(0.5f)).normalized();
            x[i] = (kRadius + 2 * kVoxel * (2 * randomUnit(2, i) - 1)) * n;
        }
        return x;
    }();
    return kMade;
}

/// The same points as solvers keep them: sorted by blocks of four voxels.
const std::vector<Vec3f>& sortedPoints()
{
    static const std::vector<Vec3f> kMade = [] {
        std::vector<uint64_t> keys(kPoints);
        for (std::size_t i = 0; i < kPoints; ++i) {
            const auto block = [&](int axis) { return uint64_t((points()[i][axis] + 10) / (4 * kVoxel)); };
            keys[i] = block(0) << 40 | block(1) << 20 | block(2);
        }
        std::vector<Vec3f> x;
        for (const uint32_t i : stableSortOrder(keys)) x.push_back(points()[i]);
        return x;
    }();
    return kMade;
}

/// A sphere of quads, finer than the voxels.
Mesh sphereMesh()
{
    constexpr uint32_t kAround = 256, kUp = 128;
    Mesh mesh;
    for (uint32_t j = 0; j <= kUp; ++j)
        for (uint32_t i = 0; i < kAround; ++i) {
            const double theta = 3.14159265358979 * j / kUp, phi = 2 * 3.14159265358979 * i / kAround;
            const double ring = j == 0 || j == kUp ? 0 : std::sin(theta);
            mesh.points.push_back(Vec3d(ring * std::cos(phi), std::cos(theta), ring * std::sin(phi)).cast<float>() *
                                  kRadius);
            if (j == kUp) continue;
            const uint32_t a = j * kAround + i, b = j * kAround + (i + 1) % kAround;
            mesh.corners.insert(mesh.corners.end(), {a, b, b + kAround, a + kAround});
            mesh.faceCorners.push_back(4);
        }
    return mesh;
}

const LevelSet& sphereLevelSet()
{
    static const LevelSet kMade = [] {
        MeshToLevelSetParams params;
        params.voxelSize = kVoxel;
        return meshToLevelSet(sphereMesh(), params).levelSet;
    }();
    return kMade;
}

ColliderParams turning()
{
    ColliderParams params;
    params.spin = {0, 1, 0};
    return params;
}

ShapeParams sphere()
{
    ShapeParams shape;
    shape.radius = kRadius;
    return shape;
}

void query(benchmark::State& state, const Collider& collider, const std::vector<Vec3f>& x = points())
{
    std::vector<ColliderSample> out(kPoints);
    runWithThreads(1, [&] {
        for (auto _ : state) {
            collider.sample(0.1, x, out);
            benchmark::DoNotOptimize(out.data());
        }
    });
    state.counters["time/query"] = benchmark::Counter(double(kPoints), benchmark::Counter::kIsIterationInvariantRate |
                                                                           benchmark::Counter::kInvert);
}

void analyticSphere(benchmark::State& state) { query(state, makeCollider({}, {}, analyticShape(sphere()))); }
void movingSphere(benchmark::State& state) { query(state, makeCollider(turning(), {}, analyticShape(sphere()))); }
void staticVdb(benchmark::State& state) { query(state, makeCollider({}, {}, sphereLevelSet(), sphere())); }
void staticVdbSorted(benchmark::State& state)
{
    query(state, makeCollider({}, {}, sphereLevelSet(), sphere()), sortedPoints());
}
void movingVdb(benchmark::State& state) { query(state, makeCollider(turning(), {}, sphereLevelSet(), sphere())); }
void deformingVdb(benchmark::State& state)
{
    ColliderParams params;
    params.lastFrame = 2;
    query(state, makeCollider(params, {}, SequenceFrames{[](int) { return sphereLevelSet(); }, 5, 1}, sphere()));
}

/// The memory limit: reading the points and writing the samples, nothing else.
void copyOnly(benchmark::State& state)
{
    std::vector<ColliderSample> out(kPoints);
    for (auto _ : state) {
        for (std::size_t i = 0; i < kPoints; ++i) out[i] = {0, points()[i], points()[i]};
        benchmark::DoNotOptimize(out.data());
    }
    state.counters["time/query"] = benchmark::Counter(double(kPoints), benchmark::Counter::kIsIterationInvariantRate |
                                                                           benchmark::Counter::kInvert);
}

void meshConversion(benchmark::State& state)
{
    const Mesh mesh = sphereMesh();
    MeshToLevelSetParams params;
    params.voxelSize = kVoxel;
    for (auto _ : state) benchmark::DoNotOptimize(meshToLevelSet(mesh, params).report.voxels);
}

BENCHMARK(copyOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(analyticSphere)->Unit(benchmark::kMillisecond);
BENCHMARK(movingSphere)->Unit(benchmark::kMillisecond);
BENCHMARK(staticVdb)->Unit(benchmark::kMillisecond);
BENCHMARK(staticVdbSorted)->Unit(benchmark::kMillisecond);
BENCHMARK(movingVdb)->Unit(benchmark::kMillisecond);
BENCHMARK(deformingVdb)->Unit(benchmark::kMillisecond);
BENCHMARK(meshConversion)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
