// The filled shape and the stream of a source.
#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "sim/Source.h"
#include "sim/SourceStream.h"

#include <cmath>

namespace firn {

Emission Source::fillShape(const Room& room) const
{
    FilledPlaces filled = fillSolid(mShape, fillSettings(), room.left, room.where);
    if (filled.size() == 0)
        throw InputError(mWhere + ": its shape holds no particle at a separation of " +
                         toText(mSpec.params.separation) + " m; make the separation smaller than the shape");
    const Vec3d centre = mShape.bounds.centre().cast<double>();
    Emission emission;
    emission.position.resize(filled.size());
    emission.velocity.resize(filled.size());
    forEach(filled.size(), [&](std::size_t i) {
        emission.position[i] = filled.place[i].cast<float>();
        emission.velocity[i] = initialVelocity(filled.place[i] - centre, filled.key[i]);
    });
    emission.pattern = std::move(filled.place);
    emission.distance = std::move(filled.distance);
    return emission;
}

Emission Source::fillStream(double from, double to, const Room& room) const
{
    const SourceParams& params = mSpec.params;
    const Vec3d velocity = params.velocity.cast<double>();
    const SourceStream stream(mShape, velocity, params.start, params.stop, params.separation);
    const int64_t first = stream.lastTick(from) + 1, last = stream.lastTick(to);
    if (first > last) return {};
    const double expected = expectedCount(from, to);
    if (expected > kEstimateTrust * double(room.left)) refuseCount(expected, room.left, room.where);

    FilledPlaces filled = fillRegion(stream.region(first, last), fillSettings(), room.left, room.where);
    const Vec3d centre = mShape.bounds.centre().cast<double>();
    const Vec3d moved = velocity * ((std::isfinite(from) ? from : to) - params.start);
    Emission emission;
    emission.position.resize(filled.size());
    emission.velocity.resize(filled.size());
    forRanges(filled.size(), kDefaultGrain, [&](std::size_t begin, std::size_t end) {
        std::vector<int64_t> tick(end - begin);
        std::vector<float> distance(end - begin);
        stream.firstInside(Span<const Vec3d>(filled.place).subspan(begin, end - begin), 0, last, 0.0f, tick, distance);
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3d entry = stream.at(filled.place[i], tick[i - begin]);
            emission.position[i] = (filled.place[i] + moved).cast<float>();
            emission.velocity[i] = initialVelocity(entry - centre, filled.key[i]);
        }
    });
    emission.pattern = std::move(filled.place);
    emission.distance = std::move(filled.distance);
    return emission;
}

} // namespace firn
