// firn check: looks a scene over without running it.
#include "Commands.h"
#include "ExitCode.h"
#include "Json.h"
#include "OutsideSources.h"
#include "SceneArguments.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "io/SceneBuild.h"
#include "io/ScenePaths.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firn::cli {

namespace {

/// Columns are copied when particles are sorted and written. With the program's own and the method's scratch memory,
/// that is within a tenth of the most that runs of 100 000 and 400 000 particles on a floor held, by mpm and by sph.
constexpr double kCopies = 2;
constexpr double kProgramBytes = 5e7;

/// A count with all its digits; beyond what a machine can hold, rounded: 1.1e+14.
std::string aboutText(double count)
{
    if (count < 1e12) return countText(uint64_t(std::llround(std::max(count, 0.0))));
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", count);
    return text;
}

/// What the check found.
struct Findings {
    std::vector<std::string> notes;
    std::vector<double> sourceNow, sourceRun; ///< particles: by the first frame, and after it; about
    double now = 0, run = 0;
    bool counted = false; ///< `now` was counted, not estimated
    double particleBytes = 0, geometryBytes = 0, memory = 0;
    double firstStep = 0;
    std::vector<Box3f> colliderBounds;
};

void expectParticles(const Scene& scene, const std::vector<Source>& sources, Findings& found)
{
    const double length = double(scene.simulation.endFrame - scene.simulation.startFrame) / scene.simulation.fps;
    for (const Source& source : sources) {
        found.sourceNow.push_back(source.expectedCount(-std::numeric_limits<double>::infinity(), 0));
        found.sourceRun.push_back(source.expectedCount(0, length));
        found.now += found.sourceNow.back();
        found.run += found.sourceRun.back();
    }
}

/// For counts too large to try: what `run` would refuse at once. The count of a filled shape is an estimate, hence the
/// margin.
void requireRoom(const Scene& scene, const Findings& found)
{
    constexpr double kMargin = 1.1;
    if (found.now <= kMargin * double(scene.simulation.maxParticles)) return;
    const auto most = std::max_element(found.sourceNow.begin(), found.sourceNow.end()) - found.sourceNow.begin();
    throw InputError("the sources emit about " + aboutText(found.now) +
                     " particles by the first frame, most of them source '" +
                     scene.sources[std::size_t(most)].params.name + "'; simulation.max_particles is " +
                     std::to_string(scene.simulation.maxParticles));
}

/// Bytes of all columns of one particle, those that the first emitted particles bring included.
double bytesPerParticle(const Simulation& simulation, const std::vector<Source>& sources)
{
    Particles sample;
    for (const auto& column : simulation.state().particles.columns()) sample.ensure(column.spec());
    for (const Source& source : sources)
        if (simulation.state().particles.size() == 0)
            source.emit(0, simulation.frameDuration(), sample, simulation.params().maxParticles);
    double bytes = 0;
    for (const auto& column : sample.columns()) bytes += double(column.type().bytes());
    return bytes;
}

Findings look(const Scene& scene, const std::vector<std::string>& sceneNotes)
{
    Findings found;
    found.notes = sceneNotes;
    Hooks hooks;
    hooks.log = [&](LogLevel, const std::string& text) { found.notes.push_back(text); };
    SceneParts parts = buildParts(scene, hooks);
    found.geometryBytes = double(parts.geometryBytes);
    for (const Collider& collider : parts.world.colliders) found.colliderBounds.push_back(collider.bounds(0));
    const std::vector<Source> sources = parts.sources;
    expectParticles(scene, sources, found);
    if (found.now + found.run > double(scene.simulation.maxParticles))
        found.notes.push_back("the sources will exceed max_particles (" +
                              std::to_string(scene.simulation.maxParticles) +
                              ") before the last frame: the run would stop there");

    const auto simulation = makeSimulation(scene, std::move(parts), {});
    constexpr double kGuessedBytes = 150; // per particle, before the columns are known
    const auto free = double(availableMemory());
    found.counted = free == 0 || found.now * kGuessedBytes * kCopies < 0.5 * free;
    if (found.counted) {
        simulation->start();
        found.now = double(simulation->state().particles.size());
        found.firstStep = simulation->nextStep();
        found.particleBytes = bytesPerParticle(*simulation, sources);
        for (auto& note : outsideNotes(*simulation, sources)) found.notes.push_back(std::move(note));
    } else {
        requireRoom(scene, found);
        found.particleBytes = kGuessedBytes;
        found.notes.push_back("the first frame was not built: it would need more than half of the free memory");
    }
    const double perParticle = kCopies * found.particleBytes + scene.method->scratchBytes;
    found.memory = kProgramBytes + found.geometryBytes + perParticle * (found.now + found.run);
    if (free > 0 && found.memory > free)
        found.notes.push_back("the run needs about " + bytesText(found.memory) + " of memory; this machine has " +
                              bytesText(free) + " free");
    return found;
}

std::string boundsText(const Box3f& box)
{
    if (!(box.size().array() < 1e6f).all()) return "without end";
    const auto corner = [](const Vec3f& x) {
        return "(" + figureText(x.x()) + ", " + figureText(x.y()) + ", " + figureText(x.z()) + ")";
    };
    return corner(box.lower) + " to " + corner(box.upper);
}

void printText(const CheckOptions& options, const LoadedScene& loaded, const Findings& found)
{
    const Scene& scene = loaded.scene;
    const SimulationParams& sim = scene.simulation;
    std::vector<std::vector<std::string>> rows;
    rows.push_back({"scene", options.scene.path + (scene.title.empty() ? "" : ": " + scene.title)});
    const auto variants = sceneVariants(options.scene.path);
    if (!variants.empty())
        rows.push_back({"variant", (options.scene.variant.empty() ? "none" : options.scene.variant) +
                                       " (there are: " + join(variants, ", ") + ")"});
    rows.push_back({"scene hash", hashHex(loaded.hash)});
    rows.push_back({"method", std::string(scene.method->name) + ": " + std::string(scene.method->summary)});
    rows.push_back({"frames", std::to_string(sim.startFrame) + " to " + std::to_string(sim.endFrame) + " at " +
                                  firn::toText(sim.fps) + " per second: " +
                                  figureText(double(sim.endFrame - sim.startFrame) / sim.fps) + " s"});
    rows.push_back({"particles", aboutText(found.now) + " at the first frame (" +
                                     (found.counted ? "counted" : "estimated") + "), about " + aboutText(found.run) +
                                     " more over the run"});
    for (std::size_t i = 0; i < scene.sources.size(); ++i) {
        const SourceSpec& source = scene.sources[i];
        const std::string what = source.params.points.empty()
                                     ? std::string(kShapeKinds[std::size_t(source.shape.shape)])
                                     : source.params.points;
        rows.push_back({i == 0 ? "sources" : "",
                        source.params.name + ": " + what + ", " +
                            std::string(kEmitKinds[std::size_t(source.params.emit)]) + ", " + source.params.material +
                            ", about " + aboutText(found.sourceNow[i] + found.sourceRun[i]) + " particles"});
    }
    for (std::size_t i = 0; i < scene.colliders.size(); ++i) {
        const ColliderSpec& collider = scene.colliders[i];
        rows.push_back({i == 0 ? "colliders" : "",
                        collider.params.name + ": " + std::string(kShapeKinds[std::size_t(collider.shape.shape)]) +
                            ", friction " + firn::toText(collider.params.friction) +
                            (collider.params.sticky ? ", sticky, " : ", ") + boundsText(found.colliderBounds[i])});
    }
    rows.push_back({"memory", "about " + bytesText(found.memory) + " at the end (" +
                                  bytesText(double(availableMemory())) + " free here), " +
                                  firn::toText(found.particleBytes) + " bytes per particle"});
    rows.push_back(
        {"disk", "about " + bytesText(found.particleBytes * (found.now + found.run)) + " for the last frame"});
    if (found.counted) rows.push_back({"first step", figureText(found.firstStep) + " s"});
    rows.push_back({"output", resolvedOutput(scene, options.scene.output) + "/" + scene.output.name + ".*." +
                                  std::string(kParticleFormats[std::size_t(scene.output.format)])});
    std::printf("%s", tableText(rows, 0).c_str());
    for (const auto& note : found.notes) std::printf("note: %s\n", note.c_str());
    std::printf("ok: the scene can run\n");
}

Json boundsJson(const Box3f& box)
{
    if (!(box.size().array() < 1e6f).all()) return nullptr;
    return {{box.lower.x(), box.lower.y(), box.lower.z()}, {box.upper.x(), box.upper.y(), box.upper.z()}};
}

Json toJson(const CheckOptions& options, const LoadedScene& loaded, const Findings& found)
{
    const Scene& scene = loaded.scene;
    Json json = {{"scene", options.scene.path},
                 {"title", scene.title},
                 {"scene_hash", hashHex(loaded.hash)},
                 {"method", std::string(scene.method->name)},
                 {"start_frame", scene.simulation.startFrame},
                 {"end_frame", scene.simulation.endFrame},
                 {"particles_first_frame", found.now},
                 {"particles_counted", found.counted},
                 {"particles_expected_more", found.run},
                 {"bytes_per_particle", found.particleBytes},
                 {"geometry_bytes", found.geometryBytes},
                 {"memory", found.memory},
                 {"first_step", found.counted ? Json(found.firstStep) : Json(nullptr)},
                 {"output", resolvedOutput(scene, options.scene.output)},
                 {"sources", Json::array()},
                 {"colliders", Json::array()},
                 {"notes", found.notes}};
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        json["sources"].push_back({{"name", scene.sources[i].params.name},
                                   {"particles_first_frame", found.sourceNow[i]},
                                   {"particles_expected_more", found.sourceRun[i]}});
    for (std::size_t i = 0; i < scene.colliders.size(); ++i)
        json["colliders"].push_back({{"name", scene.colliders[i].params.name},
                                     {"shape", std::string(kShapeKinds[std::size_t(scene.colliders[i].shape.shape)])},
                                     {"bounds", boundsJson(found.colliderBounds[i])}});
    return json;
}

} // namespace

int checkCommand(const CheckOptions& options)
{
    const LoadedScene loaded = sceneFor(options.scene);
    Findings found;
    runWithThreads(options.scene.threads, [&] { found = look(loaded.scene, loaded.notes); });
    if (options.json)
        printJson(toJson(options, loaded, found));
    else
        printText(options, loaded, found);
    return kOk;
}

} // namespace firn::cli
