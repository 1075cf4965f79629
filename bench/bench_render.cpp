// Pictures: the preview of a million particles, and light paths per second through snow.
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Threads.h"
#include "render/PathTracer.h"
#include "render/Preview.h"

#include <benchmark/benchmark.h>

namespace firn {
namespace {

/// A ball of snow with about this many particles and a few strays.
Particles snowball(std::size_t count)
{
    Particles particles;
    const float radius = 0.5f;
    const float pscale = 0.5f * std::cbrt(4.18879f * radius * radius * radius / float(count));
    particles.ensure(columnSpec<float>("pscale", pscale));
    particles.ensure(columnSpec<float>("mass", 400 * 8 * pscale * pscale * pscale));
    particles.append(count);
    const auto P = particles.edit<Vec3f>("P");
    forEach(count, [&](std::size_t i) {
        Vec3f x;
        uint64_t attempt = 0;
        do x = 2 * radius * (randomInCube(7, i, attempt++) - Vec3f::Constant(0.5f));
        while (x.norm() > radius);
        P[i] = x;
    });
    return particles;
}

void previewOfParticles(benchmark::State& state)
{
    const Particles particles = snowball(std::size_t(state.range(0)));
    PreviewOptions options;
    if (state.range(1) != 0) options.params.colourBy = "mass";
    runWithThreads(2, [&] {
        for (auto _ : state) benchmark::DoNotOptimize(renderPreview(particles, {}, 0, options));
    });
    state.counters["time/particle"] = benchmark::Counter(
        double(particles.size()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(previewOfParticles)
    ->ArgsProduct({{100000, 1000000}, {0, 1}})
    ->ArgNames({"particles", "coloured"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A small picture full of snow, so that nearly every path scatters many times.
void pathsThroughSnow(benchmark::State& state)
{
    const Particles particles = snowball(20000);
    RenderParams params;
    params.width = params.height = 64;
    params.samples = 4;
    params.eye = Vec3f(0, 0, 2);
    params.target = Vec3f::Zero();
    params.fov = 20;
    params.similarityBounces = int(state.range(0));
    const Camera camera = cameraFor(params, {});
    const Solids solids({}, 0, camera.eye(), 1);
    const Lighting light = lightingOf(params);
    const SnowVolume snow(particles, params);
    runWithThreads(2, [&] {
        for (auto _ : state) benchmark::DoNotOptimize(tracePaths({snow, solids, light, camera}, params));
    });
    state.counters["time/path"] =
        benchmark::Counter(64 * 64 * 4, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(pathsThroughSnow)
    ->Arg(0)
    ->Arg(4)
    ->Arg(1000000)
    ->ArgName("similarity_bounces")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void volumeFromParticles(benchmark::State& state)
{
    const Particles particles = snowball(std::size_t(state.range(0)));
    runWithThreads(2, [&] {
        for (auto _ : state) benchmark::DoNotOptimize(SnowVolume(particles, RenderParams()));
    });
}
BENCHMARK(volumeFromParticles)->Arg(20000)->Arg(300000)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace firn

BENCHMARK_MAIN();
