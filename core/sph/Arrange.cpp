// Particles and neighbours: the spacing, the order of the particles, who is near whom.
#include "base/Error.h"
#include "base/Text.h"
#include "parallel/Reduce.h"
#include "sph/Passes.h"

#include <cfloat>
#include <cmath>
#include <limits>

namespace firn::sph {

namespace {

/// Never sorted anew for fewer runs than this.
constexpr std::size_t kFewRuns = 256;

Trouble unplaceable(const Particles& particles, std::size_t i, float h)
{
    Trouble trouble;
    trouble.pass = "arrange";
    trouble.what = "position is not finite or more than a million spacings of " + toText(h) + " m from the origin";
    trouble.tryThis = "set bounds_min and bounds_max around the scene, or a larger spacing";
    trouble.particleId = particles.id()[i];
    for (int k = 0; k < 3; ++k) trouble.position[k] = particles.P()[i][k];
    return trouble;
}

/// The density of a new particle is its material's; a particle that came without one is a cube of edge 2 pscale.
struct Volumes {
    explicit Volumes(const Particles& particles)
        : volume(particles.get<float>("restvolume")), mass(particles.get<float>("mass")),
          density(particles.get<float>("density")), pscale(particles.get<float>("pscale"))
    {
    }
    float operator()(std::size_t i) const
    {
        if (volume[i] > 0) return volume[i];
        return density[i] > 0 ? mass[i] / density[i] : 8 * pscale[i] * pscale[i] * pscale[i];
    }
    bool bad(std::size_t i) const
    {
        const float V = (*this)(i);
        return !(mass[i] > 0) || !std::isfinite(mass[i]) || !(V > 0) || !std::isfinite(V);
    }
    [[noreturn]] void refuse(const Particles& particles, std::size_t i) const
    {
        throw InputError("particle " + std::to_string(particles.id()[i]) + " has mass " + toText(mass[i]) +
                         ", density " + toText(density[i]) + ", pscale " + toText(pscale[i]) + " and restvolume " +
                         toText(volume[i]) + "; its mass, and its density or pscale, must be above 0");
    }

    Span<const float> volume, mass, density, pscale;
};

/// Sizes that one spacing does not suit: the fine snow has so many neighbours that it is slow, and loses its detail.
constexpr float kWidestSizes = 2;

void warnOfSizes(const SphParams& params, const Particles& particles, float h, StepReport& report)
{
    if (params.spacing > 0) return;
    const auto volume = particles.get<float>("restvolume");
    const float smallest = std::cbrt(-maxOf(volume.size(), -FLT_MAX, [&](std::size_t i) { return -volume[i]; }));
    if (smallest * kWidestSizes < h)
        report.warnings.push_back("particles fill cubes with edges from " + toText(smallest) + " to " + toText(h) +
                                  " m (mass / density), and the spacing follows the largest; give sources the same "
                                  "separation, or set spacing");
}

const float* optionalColumn(Particles& particles, const char* name)
{
    const Column* column = particles.find(name);
    return column ? column->values<float>().data() : nullptr;
}

} // namespace

Snow snowOf(Particles& particles)
{
    Snow snow;
    snow.count = particles.size();
    snow.x = particles.edit<Vec3f>("P").data();
    snow.v = particles.edit<Vec3f>("v").data();
    snow.id = particles.id().data();
    snow.mass = particles.edit<float>("mass").data();
    snow.restVolume = particles.edit<float>("restvolume").data();
    snow.density = particles.edit<float>("density").data();
    snow.F = particles.edit<Mat3f>("F").data();
    snow.Je = particles.edit<float>("Je").data();
    snow.Jp = particles.edit<float>("Jp").data();
    snow.pressure = particles.edit<float>("pressure").data();
    if (particles.find("temperature")) snow.temperature = particles.edit<float>("temperature").data();
    snow.E = optionalColumn(particles, "E");
    snow.nu = optionalColumn(particles, "nu");
    snow.hardening = optionalColumn(particles, "hardening");
    snow.criticalCompression = optionalColumn(particles, "critical_compression");
    snow.criticalStretch = optionalColumn(particles, "critical_stretch");
    return snow;
}

void fillRestVolumes(Particles& particles)
{
    const auto volume = particles.edit<float>("restvolume");
    const Volumes of(particles);
    const auto bad = firstWhere(particles.size(), [&](std::size_t i) {
        if (of.bad(i)) return true;
        volume[i] = of(i);
        return false;
    });
    if (bad < particles.size()) of.refuse(particles, bad);
}

float spacingFor(const SphParams& params, const Particles& particles)
{
    if (params.spacing > 0) return params.spacing;
    if (particles.size() == 0) return 1;
    // largestStep() is asked before the first step has filled the column.
    const Volumes of(particles);
    const float largest = maxOf(particles.size(), 0.0f, [&](std::size_t i) {
        return of.bad(i) ? std::numeric_limits<float>::infinity() : of(i);
    });
    if (std::isfinite(largest)) return float(std::cbrt(double(largest)));
    of.refuse(particles, firstWhere(particles.size(), [&](std::size_t i) { return of.bad(i); }));
}

bool arrange(const SphParams& params, Particles& particles, StepData& data, StepReport& report)
{
    PassScope timer(report.times, "arrange");
    fillRestVolumes(particles);
    data.h = spacingFor(params, particles);
    warnOfSizes(params, particles, data.h, report);
    Near& near = data.near;
    std::size_t placed = near.search.build(particles.P(), 2 * data.h);
    // A function of the particles alone: a solver made anew decides alike.
    if (placed == particles.size() && near.search.runCount() > kFewRuns + 2 * near.search.cellCount()) {
        particles.reorder(near.search.order());
        placed = near.search.build(particles.P(), 2 * data.h);
    }
    if (placed < particles.size()) {
        report.troubles.push_back(unplaceable(particles, placed, data.h));
        return false;
    }
    near.search.findNeighbours(near.lists);
    return true;
}

} // namespace firn::sph
