#include "OutsideSources.h"

#include <algorithm>
#include <map>

namespace firn::cli {

namespace {

/// What a source emits in the first frame in which it emits anything after the first one; empty when that is too much
/// to try, or never.
Particles laterParticles(const Simulation& simulation, const Source& source)
{
    constexpr double kMostTried = 1e6;
    const double frame = simulation.frameDuration();
    const int64_t frames = std::min(simulation.params().endFrame - simulation.params().startFrame, 100000);
    Particles particles;
    for (int64_t i = 0; i < frames && particles.size() == 0; ++i) {
        const double count = source.expectedCount(double(i) * frame, double(i + 1) * frame);
        if (count > kMostTried) break;
        if (count > 0) source.emit(double(i) * frame, double(i + 1) * frame, particles, int64_t(2 * kMostTried));
    }
    return particles;
}

/// Particles by the source that emitted them: all, and those within the bounds now or a frame later.
struct InsideCount {
    std::size_t all = 0, inside = 0;
};

void countInside(const Particles& particles, const Simulation& simulation, std::map<std::string, InsideCount>& counts)
{
    const Column* names = particles.find("sourcename");
    if (!names) return;
    const Box3f bounds{simulation.params().boundsMin, simulation.params().boundsMax};
    std::vector<InsideCount> ofWord(names->words().size());
    const auto words = names->values<int32_t>();
    const auto x = particles.P(), v = particles.v();
    for (std::size_t i = 0; i < particles.size(); ++i) {
        if (words[i] < 0) continue;
        InsideCount& count = ofWord[std::size_t(words[i])];
        ++count.all;
        count.inside += bounds.contains(x[i]) || bounds.contains(x[i] + float(simulation.frameDuration()) * v[i]);
    }
    for (std::size_t w = 0; w < ofWord.size(); ++w) {
        counts[names->words()[w]].all += ofWord[w].all;
        counts[names->words()[w]].inside += ofWord[w].inside;
    }
}

} // namespace

std::vector<std::string> outsideNotes(const Simulation& simulation, const std::vector<Source>& sources)
{
    std::vector<std::string> notes;
    std::map<std::string, InsideCount> counts;
    countInside(simulation.state().particles, simulation, counts);
    for (const Source& source : sources) {
        if (counts[source.name()].all == 0) countInside(laterParticles(simulation, source), simulation, counts);
        const InsideCount& count = counts[source.name()];
        if (count.all > 0 && count.inside == 0)
            notes.push_back("source '" + source.name() +
                            "' is wholly outside the bounds (simulation.bounds_min, bounds_max): its particles "
                            "are deleted as soon as they appear");
    }
    return notes;
}

} // namespace firn::cli
