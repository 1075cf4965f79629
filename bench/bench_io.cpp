// How fast a million particles are written and read, beside a plain copy of the same file in the same run.
#include "base/Error.h"
#include "io/Checkpoint.h"
#include "io/ParticleFile.h"
#include "math/Random.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace firn;

namespace {

constexpr std::size_t kParticles = 1000000;
constexpr int kRepeats = 3;

Particles makeParticles()
{
    Particles particles;
    for (const char* name : {"mass", "pscale", "density"}) particles.ensure(columnSpec<float>(name, 0.0f));
    particles.ensure(columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix));
    for (const char* name : {"Je", "Jp"}) particles.ensure(columnSpec<float>(name, 1.0f));
    particles.append(kParticles);
    uint64_t state = 1;
    const auto random = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        return float(state >> 40) / float(1 << 24);
    };
    for (auto& column : particles.columns()) {
        if (column.type().scalar != Scalar::Float32) continue;
        auto* values = reinterpret_cast<float*>(column.bytes().data());
        for (std::size_t k = 0; k < column.bytes().size() / 4; ++k) values[k] = random();
    }
    // Sorted by place along y, as a solver leaves them.
    std::vector<uint64_t> keys(kParticles);
    const auto P = particles.P();
    for (std::size_t i = 0; i < kParticles; ++i)
        keys[i] = uint64_t(P[i].x() * 25) * 625 + uint64_t(P[i].y() * 25) * 25 + uint64_t(P[i].z() * 25);
    particles.sortBy(keys);
    return particles;
}

/// The best of a few runs, in seconds.
template <class Work> double best(Work&& work)
{
    double seconds = 1e30;
    for (int i = 0; i < kRepeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        seconds = std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return seconds;
}

/// Reads and writes with a plain buffer, synced like ours.
void plainCopy(const std::string& from, const std::string& to)
{
    const int in = ::open(from.c_str(), O_RDONLY), out = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0) throw FileError(to, "cannot be copied", errno);
    std::vector<char> buffer(1 << 20);
    for (ssize_t got; (got = ::read(in, buffer.data(), buffer.size())) > 0;)
        if (::write(out, buffer.data(), std::size_t(got)) != got) throw FileError(to, "cannot be written", errno);
    ::fsync(out);
    ::close(in);
    ::close(out);
}

void measure(const Particles& particles, ParticleFormat format, const std::string& folder)
{
    const std::string path = folder + "/bench." + std::string(kParticleFormats[int(format)]);
    const FrameInfo info{1, 0.5, stateHash(particles), "bench_io", "bench"};
    const double write = best([&] { writeParticles(path, particles, info, format); });
    ParticleFile file;
    const double read = best([&] { file = readParticles(path); });
    if (stateHash(file.particles) != info.hash) std::abort();
    const double copy = best([&] { plainCopy(path, path + ".copy"); });
    const double mb = double(file.bytes) / 1e6;
    std::printf("%-6s %8.1f MB   write %7.0f MB/s   read %7.0f MB/s   plain copy %7.0f MB/s\n",
                std::string(kParticleFormats[int(format)]).c_str(), mb, mb / write, mb / read, mb / copy);
    ::unlink(path.c_str());
    ::unlink((path + ".copy").c_str());
}

void measureCheckpoint(const Particles& particles, const std::string& folder)
{
    const std::string path = folder + "/bench.checkpoint";
    SimState state;
    state.particles = particles;
    const double write = best([&] { writeCheckpoint(path, state, {}); });
    const double read = best([&] { readCheckpoint(path); });
    const double mb = 88e-6 * double(kParticles);
    std::printf("%-6s %8.1f MB   write %7.0f MB/s   read %7.0f MB/s\n", "check", mb, mb / write, mb / read);
    ::unlink(path.c_str());
}

} // namespace

int main(int argc, char** argv)
{
    const std::string folder = argc > 1 ? argv[1] : ".";
    const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
    std::printf("%zu particles, %d thread(s), best of %d, files in %s\n", kParticles, threads, kRepeats,
                folder.c_str());
    const Particles particles = makeParticles();
    runWithThreads(threads, [&] {
        for (const auto format : {ParticleFormat::Bgeo, ParticleFormat::Vdb, ParticleFormat::Ply, ParticleFormat::Geo})
            measure(particles, format, folder);
        measureCheckpoint(particles, folder);
    });
}
