// firn surface: the snow's surface and density from particle caches, for renderers.
#include "Commands.h"
#include "ExitCode.h"
#include "Frames.h"
#include "Signals.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Text.h"
#include "io/MeshFile.h"
#include "io/ParticleFile.h"
#include "io/SurfaceFile.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace firn::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFormats[] = {"vdb", "obj", "ply"};

/// What is to be made, with every option checked before the first cache is read.
struct Plan {
    std::vector<CacheFile> caches;
    std::vector<std::vector<std::string>> targets; ///< of each cache, one per format
    SurfaceParams params;
    SurfaceGrids grids;
    bool mesh = false, vdb = false; ///< whether there are targets of that kind
};

std::vector<std::string> formatsOf(const SurfaceOptions& options, bool single)
{
    std::vector<std::string> formats = options.formats;
    const std::string ending = fs::path(options.output).extension().string();
    const bool file = single && !ending.empty() && !fs::is_directory(options.output);
    if (formats.empty()) formats = {file ? ending.substr(1) : "vdb"};
    for (const auto& format : formats)
        if (std::find(std::begin(kFormats), std::end(kFormats), format) == std::end(kFormats))
            throw InputError(unknownName("format", format, {std::begin(kFormats), std::end(kFormats)}));
    return formats;
}

/// out/snow.0012.bgeo becomes <folder>/snow_surface.0012.vdb; one cache may name its file.
std::string targetOf(const SurfaceOptions& options, const CacheFile& cache, const std::string& format, bool single)
{
    const bool folder = !single || options.output.empty() || fs::is_directory(options.output) ||
                        fs::path(options.output).extension().empty();
    if (!folder) return fs::path(options.output).replace_extension(format).string();
    const fs::path into = options.output.empty() ? fs::path(cache.folder) / "surface" : fs::path(options.output);
    std::string stem = fs::path(cache.path).stem().string();
    const std::size_t dot = stem.rfind('.');
    const bool numbered = dot != stem.npos && stem.find_first_not_of("-0123456789", dot + 1) == stem.npos;
    stem.insert(numbered ? dot : stem.size(), "_surface");
    return (into / (stem + "." + format)).string();
}

Plan planOf(const SurfaceOptions& options)
{
    Plan plan;
    ParamSet params(surfaceTable());
    for (const auto& [token, text] : options.params) params.setText(token, text, "surface");
    plan.params = params.as<SurfaceParams>();
    plan.grids = {!options.densityOnly, !options.surfaceOnly};
    plan.caches = cacheFiles(options.caches, options.frames);
    const bool single = plan.caches.size() == 1;
    const std::vector<std::string> formats = formatsOf(options, single);
    for (const auto& format : formats) (format == "vdb" ? plan.vdb : plan.mesh) = true;
    if (plan.mesh && options.densityOnly) throw InputError("--density-only writes .vdb only: a mesh holds no density");
    std::vector<std::string> all;
    for (const CacheFile& cache : plan.caches) {
        plan.targets.emplace_back();
        for (const auto& format : formats) {
            const std::string target = targetOf(options, cache, format, single);
            std::error_code error;
            if (!options.overwrite && fs::exists(target, error))
                throw InputError("'" + target + "' exists; --overwrite replaces it");
            if (std::find(all.begin(), all.end(), target) != all.end())
                throw InputError("two caches would both be written to '" + target + "'; take them one by one");
            plan.targets.back().push_back(target);
            all.push_back(target);
        }
    }
    return plan;
}

void build(const Plan& plan, std::size_t n)
{
    const auto begun = std::chrono::steady_clock::now();
    const std::string& path = plan.caches[n].path;
    ParticleFile file = readParticles(path);
    for (const auto& note : file.notes) std::fprintf(stderr, "firn: note: %s: %s\n", path.c_str(), note.c_str());
    file.info.hash = stateHash(file.particles);
    Hooks hooks;
    hooks.interrupted = stopRequested;
    SnowSurface snow;
    try {
        const bool levelSet = plan.vdb && plan.grids.surface;
        if (plan.mesh || levelSet) snow = snowSurface(file.particles, plan.params, levelSet, hooks);
        for (const std::string& target : plan.targets[n]) {
            fs::create_directories(fs::absolute(target).parent_path());
            if (fs::path(target).extension() == ".vdb")
                writeSurfaceVdb(target, snow, file.particles, plan.params, plan.grids, file.info);
            else
                writeMesh(target, snow.mesh.mesh, snow.mesh.normals);
        }
    } catch (const InputError& error) {
        throw InputError(path + ": " + error.what());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    std::string line = countText(file.particles.size()) + " particles";
    if (!snow.mesh.mesh.points.empty()) line += ", " + countText(snow.mesh.mesh.faceCorners.size()) + " faces";
    std::printf("%s: %s, %s\n", join(plan.targets[n], ", ").c_str(), line.c_str(), durationText(seconds).c_str());
    std::fflush(stdout);
}

} // namespace

int surfaceCommand(const SurfaceOptions& options)
{
    const Plan plan = planOf(options);
    catchStopSignals();
    std::size_t done = 0;
    runWithThreads(options.threads, [&] {
        try {
            for (; done < plan.caches.size() && !stopRequested(); ++done) build(plan, done);
        } catch (const Interrupted&) { // what is written is whole
        }
    });
    if (done == plan.caches.size()) return kOk;
    std::fprintf(stderr, "firn: interrupted by %s after %zu of %zu caches\n", stopSignalName(), done,
                 plan.caches.size());
    return kInterrupted;
}

} // namespace firn::cli
