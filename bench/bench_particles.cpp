// Particle columns: copying them once (the memory limit every other figure is compared with), sorting, hashing.
#include "base/Hash.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Sort.h"
#include "parallel/Threads.h"
#include "particles/Particles.h"

#include <benchmark/benchmark.h>

namespace firn {
namespace {

constexpr std::size_t kCount = 1000000;

/// The columns of MPM snow: 120 bytes a particle.
Particles snowColumns()
{
    Particles particles;
    for (const char* name : {"mass", "pscale", "density", "Je", "Jp", "restvolume"})
        particles.ensure(columnSpec<float>(name, 1.0f));
    particles.ensure(columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix));
    particles.ensure(columnSpec<Mat3f>("C", Mat3f::Zero(), Meaning::Matrix));
    particles.append(kCount);
    const auto x = particles.edit<Vec3f>("P");
    for (std::size_t i = 0; i < kCount; ++i) x[i] = randomInCube(1, i);
    return particles;
}

std::size_t bytesPerParticle(const Particles& particles)
{
    std::size_t bytes = 0;
    for (const auto& column : particles.columns()) bytes += column.type().bytes();
    return bytes;
}

/// The key MPM sorts by: a block of 4 x 4 x 4 cells, the lattice having 8 particles to a cell.
std::vector<uint64_t> blockKeys(const Particles& particles)
{
    std::vector<uint64_t> keys(particles.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Vec3f block = particles.P()[i] * 12.5f;
        keys[i] = uint64_t(block.x()) << 42 | uint64_t(block.y()) << 21 | uint64_t(block.z());
    }
    return keys;
}

void report(benchmark::State& state, std::size_t bytes = 0)
{
    state.counters["time/particle"] =
        benchmark::Counter(double(kCount), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.SetBytesProcessed(int64_t(bytes * kCount) * state.iterations());
}

template <class Work> void withThreads(benchmark::State& state, Work work)
{
    runWithThreads(int(state.range(0)), [&] {
        for (auto _ : state) work();
    });
}

void copyColumns(benchmark::State& state)
{
    const Particles from = snowColumns();
    Particles to = from;
    withThreads(state, [&] {
        for (std::size_t c = 0; c < from.columns().size(); ++c) {
            const auto& source = from.columns()[c].bytes();
            auto& target = to.columns()[c].bytes();
            forRanges(source.size(), 1 << 18, [&](std::size_t begin, std::size_t end) {
                std::memcpy(target.data() + begin, source.data() + begin, end - begin);
            });
        }
        benchmark::ClobberMemory();
    });
    report(state, bytesPerParticle(from));
}

void sortOrder(benchmark::State& state)
{
    const auto keys = blockKeys(snowColumns());
    withThreads(state, [&] { benchmark::DoNotOptimize(stableSortOrder(keys)); });
    report(state);
}

/// From random order: the worst case. Every column is moved.
void sortAllColumns(benchmark::State& state)
{
    const Particles shuffled = snowColumns();
    const auto keys = blockKeys(shuffled);
    runWithThreads(int(state.range(0)), [&] {
        for (auto _ : state) {
            state.PauseTiming();
            Particles particles = shuffled;
            state.ResumeTiming();
            particles.sortBy(keys);
        }
    });
    report(state, bytesPerParticle(shuffled));
}

void hashState(benchmark::State& state)
{
    const Particles particles = snowColumns();
    withThreads(state, [&] { benchmark::DoNotOptimize(stateHash(particles)); });
    report(state, bytesPerParticle(particles));
}

void checkFinite(benchmark::State& state)
{
    const Particles particles = snowColumns();
    NonFinite found;
    withThreads(state, [&] { benchmark::DoNotOptimize(findNonFinite(particles, found)); });
    report(state, bytesPerParticle(particles));
}

void checksum(benchmark::State& state)
{
    const std::vector<char> bytes(64 << 20, 'x');
    for (auto _ : state) benchmark::DoNotOptimize(hashBytes(bytes.data(), bytes.size()));
    state.SetBytesProcessed(int64_t(bytes.size()) * state.iterations());
}

BENCHMARK(copyColumns)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sortOrder)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sortAllColumns)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(hashState)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(checkFinite)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(checksum)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace firn

BENCHMARK_MAIN();
