// One MPM step of a million particles: time per particle and pass, beside the time to copy the particle columns once.
//
//     bench_mpm_step [millions of particles, 1] [steps, 5]
//
// All figures that the ratios compare come from the same run, one after the other, each the best of several.
#include "math/Random.h"
#include "mpm/MpmSolver.h"
#include "parallel/ForEach.h"
#include "parallel/Threads.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace firn::mpm {
namespace {

constexpr float kSeparation = 0.01f; // m; the cell is twice that, so 8 particles in a cell

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

MpmParams schemeOf(Kernel kernel, bool implicit)
{
    MpmParams params;
    params.kernel = kernel;
    params.beta = implicit ? 1.0f : 0.0f;
    return params;
}

/// A cube of jittered snow in a shearing, squeezing motion, so that every particle deforms and many yield; with the
/// material columns that sources write.
Particles makeSnow(std::size_t count)
{
    Particles particles;
    particles.ensure(MpmSolver(schemeOf(Kernel::Cubic, false)).columns());
    const std::pair<const char*, float> material[] = {{"E", 1.4e5f},
                                                      {"nu", 0.2f},
                                                      {"hardening", 10.0f},
                                                      {"critical_compression", 2.5e-2f},
                                                      {"critical_stretch", 7.5e-3f}};
    for (const auto& [name, value] : material) particles.ensure(columnSpec<float>(name, value));
    particles.append(count);
    const auto side = std::size_t(std::ceil(std::cbrt(double(count))));
    const auto x = particles.edit<Vec3f>("P"), v = particles.edit<Vec3f>("v");
    const auto mass = particles.edit<float>("mass"), pscale = particles.edit<float>("pscale");
    const auto volume = particles.edit<float>("restvolume");
    forEach(count, [&](std::size_t i) {
        const Vec3f at(float(i / (side * side)), float(i / side % side), float(i % side));
        x[i] = kSeparation * (at + randomInCube(1, i));
        const Vec3f u = x[i] / (kSeparation * float(side)) * 6.2832f;
        v[i] = 2.0f * Vec3f(std::sin(u.y()), std::sin(u.z()), std::sin(u.x())) + 0.2f * randomInCube(2, i);
        volume[i] = kSeparation * kSeparation * kSeparation;
        mass[i] = 400 * volume[i];
        pscale[i] = 0.5f * kSeparation;
    });
    return particles;
}

std::size_t bytesPerParticle(const Particles& particles)
{
    std::size_t bytes = 0;
    for (const auto& column : particles.columns()) bytes += column.type().bytes();
    return bytes;
}

/// Seconds to copy every column once, the best of several.
double copySeconds(const Particles& from)
{
    Particles to = from;
    double best = 1e30;
    for (int k = 0; k < 7; ++k) {
        const double begun = now();
        for (std::size_t c = 0; c < from.columns().size(); ++c) {
            const auto& source = from.columns()[c].bytes();
            auto& target = to.columns()[c].bytes();
            forRanges(source.size(), 1 << 18, [&](std::size_t begin, std::size_t end) {
                std::memcpy(target.data() + begin, source.data() + begin, end - begin);
            });
        }
        best = std::min(best, now() - begun);
    }
    return best;
}

struct Measured {
    double step = 1e30, iteration = 1e30; ///< s, the best
    std::map<std::string, double> passes; ///< s, the best of each
    int iterations = 0;
};

Measured measure(const Particles& start, const MpmParams& params, int steps, double dt = 1e-4)
{
    Particles particles = start;
    World world;
    MpmSolver solver(params);
    Measured best;
    solver.step(dt, world, particles); // sorts the particles and touches the memory
    for (int s = 0; s < steps; ++s) {
        const double begun = now();
        const StepReport report = solver.step(dt, world, particles);
        best.step = std::min(best.step, now() - begun);
        for (const auto& pass : report.times.entries()) {
            const auto known = best.passes.find(pass.pass);
            if (known == best.passes.end())
                best.passes[pass.pass] = pass.seconds;
            else
                known->second = std::min(known->second, pass.seconds);
        }
        if (!report.solves.empty()) best.iterations = report.solves[0].iterations;
    }
    return best;
}

/// Seconds per iteration of the implicit solve: from two lengths of it, so that its preparation drops out.
double iterationSeconds(const Particles& start, int steps)
{
    constexpr double kStep = 2e-3; // s: long enough that no solve ends before its last iteration
    double seconds[2];
    int iterations[2];
    for (int k = 0; k < 2; ++k) {
        MpmParams params = schemeOf(Kernel::Cubic, true);
        params.tolerance = 1e-7f;
        params.restTolerance = 0;
        params.maxIterations = k == 0 ? 2 : 10;
        const Measured m = measure(start, params, steps, kStep);
        seconds[k] = m.passes.at("solveImplicit");
        iterations[k] = m.iterations;
    }
    return (seconds[1] - seconds[0]) / (iterations[1] - iterations[0]);
}

struct Figures {
    double copy, quadratic, cubic, iteration;
};

void printScheme(const char* name, const Measured& m, double copy, std::size_t count)
{
    const double ns = 1e9 / double(count);
    std::printf("  %-20s %7.1f ns/particle  %5.1f x copy  (", name, m.step * ns, m.step / copy);
    bool first = true;
    for (const auto& [pass, seconds] : m.passes) {
        std::printf("%s%s %.1f", first ? "" : ", ", pass.c_str(), seconds * ns);
        first = false;
    }
    std::printf(")\n");
}

Figures run(const Particles& snow, int threads, int steps)
{
    Figures f{};
    runWithThreads(threads, [&] {
        const std::size_t count = snow.size();
        const double ns = 1e9 / double(count);
        f.copy = copySeconds(snow);
        const Measured quadratic = measure(snow, schemeOf(Kernel::Quadratic, false), steps);
        const Measured cubic = measure(snow, schemeOf(Kernel::Cubic, false), steps);
        f.quadratic = quadratic.step;
        f.cubic = cubic.step;
        f.iteration = iterationSeconds(snow, std::max(2, steps / 2));
        f.copy = std::min(f.copy, copySeconds(snow));
        std::printf("%d thread%s, %zu particles\n", threads, threads > 1 ? "s" : "", count);
        std::printf("  %-20s %7.1f ns/particle\n", "copy of all columns", f.copy * ns);
        printScheme("explicit quadratic", quadratic, f.copy, count);
        printScheme("explicit cubic", cubic, f.copy, count);
        std::printf("  %-20s %7.1f ns/particle  %5.2f x explicit cubic\n", "one CR iteration", f.iteration * ns,
                    f.iteration / f.cubic);
    });
    return f;
}

/// Columns, and what the solver holds beside them in an implicit step; the active grid apart.
void printMemory(const Particles& start)
{
    Particles particles = start;
    const std::size_t columns = bytesPerParticle(particles);
    // Positions, stretches and stiffnesses for the products, and a run's share of particle indices.
    const std::size_t implicit = ImplicitSystem::kBatchRows * sizeof(float);
    std::printf("bytes per particle: columns %zu, implicit solve %zu, in all %zu (APIC adds 36; limit 250)\n", columns,
                implicit, columns + implicit);
}

} // namespace
} // namespace firn::mpm

int main(int argc, char** argv)
{
    using namespace firn::mpm;
    const double millions = argc > 1 ? std::atof(argv[1]) : 1.0;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 5;
    if (!(millions > 0) || steps < 1) {
        std::fprintf(stderr, "usage: bench_mpm_step [millions of particles] [steps]\n");
        return 2;
    }
    const firn::Particles snow = makeSnow(std::size_t(millions * 1e6));
    const Figures one = run(snow, 1, steps), two = run(snow, 2, steps);
    std::printf("ratios                                  measured   wanted\n");
    std::printf("  quadratic step / copy, 2 threads       %7.1f   <= 13\n", two.quadratic / two.copy);
    std::printf("  cubic step / copy, 2 threads           %7.1f   <= 26\n", two.cubic / two.copy);
    std::printf("  CR iteration / cubic step, 2 threads   %7.2f   <= 0.70\n", two.iteration / two.cubic);
    std::printf("  1 thread / 2 threads, quadratic        %7.2f   >= 1.8\n", one.quadratic / two.quadratic);
    std::printf("  1 thread / 2 threads, cubic            %7.2f   >= 1.8\n", one.cubic / two.cubic);
    printMemory(snow);
    return 0;
}
