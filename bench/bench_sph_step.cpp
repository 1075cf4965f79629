// One SPH step of a million particles: search, time per pass, and the two solvers, beside the time to stream what they
// must read.
//
//     bench_sph_step [millions of particles, 1] [steps, 3]
//
// With one million, one thread and two; with another number, two threads, against a tenth of a million in the same run.
// All figures that the ratios compare come from the same run, one after the other, each the best of several.
#include "colliders/MakeCollider.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "parallel/Threads.h"
#include "sph/SphSolver.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace firn::sph {
namespace {

constexpr float kSpacing = 0.01f; // m

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Work> double bestOf(int rounds, const Work& work)
{
    double best = 1e30;
    for (int k = 0; k < rounds; ++k) {
        const double begun = now();
        work();
        best = std::min(best, now() - begun);
    }
    return best;
}

/// A cube of jittered snow in a shearing motion.
Particles makeSnow(std::size_t count)
{
    Particles particles;
    particles.ensure(SphSolver({}).columns());
    particles.append(count);
    const auto side = std::size_t(std::ceil(std::cbrt(double(count))));
    const auto x = particles.edit<Vec3f>("P"), v = particles.edit<Vec3f>("v");
    const auto mass = particles.edit<float>("mass"), pscale = particles.edit<float>("pscale"),
               density = particles.edit<float>("density");
    forEach(count, [&](std::size_t i) {
        const Vec3f at(float(i / (side * side)), float(i / side % side), float(i % side));
        x[i] = kSpacing * (at + randomInCube(1, i));
        const Vec3f u = x[i] / (kSpacing * float(side)) * 6.2832f;
        v[i] = Vec3f(std::sin(u.y()), std::sin(u.z()), std::sin(u.x()));
        mass[i] = 400 * kSpacing * kSpacing * kSpacing;
        density[i] = 400;
        pscale[i] = 0.5f * kSpacing;
    });
    return particles;
}

struct Figures {
    double search = 0, copy = 0, stream = 0, pressure = 0, shear = 0, step = 0, limit = 0, neighbours = 0;
};

Collider ground()
{
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    return makeCollider({}, {}, analyticShape(shape));
}

/// Reads all that the solvers' inner loops read of the pairs, once: numbers and gradients of neighbours.
double streamSeconds(const Near& near)
{
    volatile float sink = 0;
    const std::size_t pairs = near.lists.pairCount();
    const double seconds = bestOf(7, [&] {
        sink = sumOf((pairs + 4095) / 4096, 0.0f, [&](std::size_t r) {
            const std::size_t begin = r * 4096, end = std::min(pairs, begin + 4096);
            Simd8 sum(0.0f);
            for (std::size_t k = 3 * begin; k + 8 <= 3 * end; k += 8) sum = sum + Simd8::load(&near.gradient[k]);
            Mask8::Raw bits = {};
            for (std::size_t k = begin; k + 8 <= end; k += 8) {
                Mask8::Raw eight;
                std::memcpy(&eight, &near.lists.index[k], sizeof eight);
                bits ^= eight;
            }
            return sum[0] + sum[5] + float(bits[0] ^ bits[3]);
        });
    });
    (void)sink;
    return seconds;
}

Figures run(const Particles& start, int threads, int steps)
{
    Figures f;
    runWithThreads(threads, [&] {
        Particles particles = start;
        const std::size_t n = particles.size();
        const double ns = 1e9 / double(n);
        SphParams params;
        StepData data;
        StepReport report;
        arrange(params, particles, data, report); // sorts the particles and touches the memory

        // Search, with the sorting of points into cells, and the copy of what it finds.
        f.search = bestOf(steps + 2, [&] {
            data.near.search.build(particles.P(), 2 * kSpacing);
            data.near.search.findNeighbours(data.near.lists);
        });
        const NeighbourLists& lists = data.near.lists;
        f.neighbours = double(lists.pairCount()) / double(n);
        NeighbourLists copy;
        copy.index.resize(lists.pairCount()), copy.first.resize(lists.first.size());
        f.copy = bestOf(7, [&] {
            forRanges(lists.pairCount(), 1 << 16, [&](std::size_t begin, std::size_t end) {
                std::memcpy(&copy.index[begin], &lists.index[begin], (end - begin) * sizeof(uint32_t));
            });
            forRanges(lists.first.size(), 1 << 15, [&](std::size_t begin, std::size_t end) {
                std::memcpy(&copy.first[begin], &lists.first[begin], (end - begin) * sizeof(uint64_t));
            });
        });

        // The solvers' inner loops.
        World world;
        const Snow snow = snowOf(particles);
        sampleBoundaries(params, world, snow, data, report);
        measureDensity(params, snow, data, report);
        findGradients(snow, data, report);
        predictVelocities(params, world, 1e-4, snow, data, report);
        f.stream = streamSeconds(data.near);
        PressureSystem pressure;
        preparePressure(params, 1e-4, snow, data, pressure);
        f.pressure = bestOf(steps + 2, [&] { iteratePressure(params, params.relaxation, data, pressure); });
        ShearSystem shear;
        findShearForces(1e-4, snow, params, data, shear);
        f.shear = bestOf(steps + 2, [&] { applyShear(data, shear, shear.rhs.data(), shear.acceleration.data()); });
        f.stream = std::min(f.stream, streamSeconds(data.near));

        // Whole steps, of snow on the ground.
        world.colliders.push_back(ground());
        SphSolver solver(params);
        f.limit = bestOf(steps, [&] { (void)solver.largestStep(world, particles); });
        std::map<std::string, double> passes;
        std::string solves;
        f.step = 1e30;
        for (int s = 0; s < steps; ++s) {
            const double begun = now();
            const StepReport step = solver.step(2e-4, world, particles);
            f.step = std::min(f.step, now() - begun);
            for (const auto& pass : step.times.entries()) {
                const auto at = passes.emplace(pass.pass, pass.seconds).first;
                at->second = std::min(at->second, pass.seconds);
            }
            solves.clear();
            for (const auto& solve : step.solves) solves += " " + solve.solve + " " + std::to_string(solve.iterations);
        }
        std::printf("%d thread%s, %zu particles, %.1f neighbours each\n", threads, threads > 1 ? "s" : "", n,
                    f.neighbours);
        std::printf("  search %.1f, copy of the lists %.1f, stream of the pairs %.1f, pressure iteration %.1f, shear "
                    "product %.1f ns/particle\n",
                    f.search * ns, f.copy * ns, f.stream * ns, f.pressure * ns, f.shear * ns);
        std::printf("  step %.1f ns/particle (", f.step * ns);
        for (const auto& [pass, seconds] : passes) std::printf(" %s %.1f", pass.c_str(), seconds * ns);
        std::printf(" ), iterations%s; step limit %.1f\n", solves.c_str(), f.limit * ns);
    });
    return f;
}

} // namespace
} // namespace firn::sph

int main(int argc, char** argv)
{
    using namespace firn::sph;
    const double millions = argc > 1 ? std::atof(argv[1]) : 1.0;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 3;
    if (!(millions > 0) || steps < 1) {
        std::fprintf(stderr, "usage: bench_sph_step [millions of particles] [steps]\n");
        return 2;
    }
    const bool scaling = millions != 1.0;
    const Figures small = scaling ? run(makeSnow(100000), 2, steps) : Figures{};
    const firn::Particles snow = makeSnow(std::size_t(millions * 1e6));
    const Figures one = scaling ? Figures{} : run(snow, 1, steps), two = run(snow, 2, steps);
    std::printf("ratios, 2 threads                       measured   wanted\n");
    std::printf("  search / copy of the lists             %7.2f   <= 15\n", two.search / two.copy);
    std::printf("  pressure iteration / stream            %7.2f   <= 2.5\n", two.pressure / two.stream);
    std::printf("  shear product / stream                 %7.2f   <= 4\n", two.shear / two.stream);
    if (scaling) {
        const double scale = 0.1 / millions; // per particle, against a tenth of a million
        std::printf("  search, against 100 thousand           %7.2f   <= 1.15\n", two.search / small.search * scale);
        std::printf("  step, against 100 thousand             %7.2f   <= 1.15\n", two.step / small.step * scale);
    } else {
        std::printf("  1 thread / 2 threads, search           %7.2f   >= 1.8\n", one.search / two.search);
        std::printf("  1 thread / 2 threads, step             %7.2f   >= 1.8\n", one.step / two.step);
    }
    return 0;
}
