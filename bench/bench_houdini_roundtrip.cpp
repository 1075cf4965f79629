// What the Houdini node costs beside the simulation: a million points to columns and back, next to one step of MPM.
// The points are the stand-in host's; a real Houdini keeps them in pages, which it copies in the same two calls.
#include "PointColumns.h"
#include "math/Random.h"
#include "mpm/MpmSolver.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>

namespace firn {
namespace {

constexpr std::size_t kCount = 1000000;
constexpr float kSeparation = 0.01f;

Particles snowBlock()
{
    Particles particles;
    particles.ensure(mpm::MpmSolver(mpm::MpmParams()).columns());
    for (const char* name : {"E", "nu", "hardening", "critical_compression", "critical_stretch"})
        particles.ensure(columnSpec<float>(name, 0.0f));
    particles.append(kCount);
    const auto x = particles.edit<Vec3f>("P");
    const auto set = [&](const char* name, float value) {
        for (float& v : particles.edit<float>(name)) v = value;
    };
    for (std::size_t i = 0; i < kCount; ++i)
        x[i] = kSeparation * (Vec3f(float(i % 100), float(i / 100 % 100), float(i / 10000)) + randomInCube(1, i));
    set("mass", 400 * std::pow(kSeparation, 3.0f));
    set("pscale", 0.5f * kSeparation);
    set("restvolume", std::pow(kSeparation, 3.0f));
    set("E", 1.4e5f), set("nu", 0.2f), set("hardening", 10), set("critical_compression", 0.025f);
    set("critical_stretch", 0.0075f);
    return particles;
}

void copyIn(const GU_Detail& detail, const std::vector<int64_t>& order, houdini::ReadPoints& read)
{
    read = houdini::readPoints(detail, int64_t(order.size()), order);
    houdini::completePoints(mpm::MpmSolver(mpm::MpmParams()).columns(), read.particles);
    houdini::orderLike(order, read.particles);
}

double secondsOf(const std::chrono::steady_clock::time_point& begun)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// Both ways, and their share of a frame: one substep is timed, and a frame at 24 a second has so many.
void houdini_roundtrip(benchmark::State& state)
{
    GU_Detail detail;
    houdini::appendPoints(snowBlock(), detail);
    mpm::MpmSolver solver{mpm::MpmParams()};
    World world;
    houdini::ReadPoints read;
    copyIn(detail, {}, read);
    const auto begun = std::chrono::steady_clock::now();
    const double dt = solver.largestStep(world, read.particles);
    solver.step(dt, world, read.particles);
    const double step = secondsOf(begun);
    const double substeps = std::ceil(1.0 / 24 / dt);
    const std::vector<int64_t> order(read.particles.id().begin(), read.particles.id().end());

    double in = 0, out = 0;
    for (auto _ : state) {
        auto start = std::chrono::steady_clock::now();
        copyIn(detail, order, read);
        in += secondsOf(start);
        start = std::chrono::steady_clock::now();
        std::vector<std::string> columns = {"P", "v"};
        for (const auto& column : solver.columns()) columns.push_back(column.name);
        houdini::writePoints(read.particles, read.ids, columns, detail);
        out += secondsOf(start);
    }
    const double rounds = double(state.iterations());
    state.counters["in_ms"] = 1e3 * in / rounds;
    state.counters["out_ms"] = 1e3 * out / rounds;
    state.counters["substep_ms"] = 1e3 * step;
    state.counters["substeps_a_frame"] = substeps;
    state.counters["percent_of_a_frame"] = 100 * (in + out) / rounds / (step * substeps);
}
BENCHMARK(houdini_roundtrip)->Unit(benchmark::kMillisecond)->Iterations(5);

} // namespace
} // namespace firn

BENCHMARK_MAIN();
