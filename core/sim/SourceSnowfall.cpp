// Flakes that fall through the top face of a source's bounds.
#include "geometry/Fill.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "sim/Source.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

/// Flakes per second through the whole face.
double flakesPerSecond(const SourceParams& params, const Box3f& bounds)
{
    const Vec3d size = bounds.size().cast<double>();
    return double(params.flakeRate) * size.x() * size.z();
}

} // namespace

/// Flakes 0, 1, 2 … are emitted at start + 1/rate, + 2/rate, …: so many by a time, whatever the frames.
int64_t Source::flakesUntil(double time) const
{
    const SourceParams& params = mSpec.params;
    const double lasted = std::min(time, params.stop) - params.start;
    if (!(lasted > 0)) return 0;
    return int64_t(std::min(std::floor(flakesPerSecond(params, mShape.bounds) * lasted), 0x1p62));
}

Emission Source::dropFlakes(double from, double to, const Room& room) const
{
    const SourceParams& params = mSpec.params;
    const int64_t first = flakesUntil(from), count = flakesUntil(to) - first;
    if (count > room.left) refuseCount(double(count), room.left, room.where);
    if (count == 0) return {};

    const double rate = flakesPerSecond(params, mShape.bounds);
    const double now = std::isfinite(from) ? from : to;
    const Vec3d lower = mShape.bounds.lower.cast<double>(), size = mShape.bounds.size().cast<double>();
    const Vec3d centre = mShape.bounds.centre().cast<double>();
    const uint64_t flakeSeed = mix(mSeed, 0x666c616b65ull); // apart from what a fill of the same seed draws
    Emission emission;
    emission.position.resize(std::size_t(count));
    emission.velocity.resize(std::size_t(count));
    emission.pattern.resize(std::size_t(count));
    emission.diameter.resize(std::size_t(count));
    forEach(std::size_t(count), [&](std::size_t i) {
        const auto flake = uint64_t(first) + i;
        const Vec3d random = randomInCube(flakeSeed, flake).cast<double>();
        const Vec3d place = lower + Vec3d(random.x() * size.x(), size.y(), random.z() * size.z());
        const Vec3f velocity = initialVelocity(place - centre, flake);
        const double crossing = params.start + double(flake + 1) / rate;
        emission.pattern[i] = place;
        emission.velocity[i] = velocity;
        emission.position[i] = (place + velocity.cast<double>() * (now - crossing)).cast<float>();
        emission.diameter[i] = params.flakeSizeMin + (params.flakeSizeMax - params.flakeSizeMin) * float(random.y());
    });
    return emission;
}

} // namespace firn
