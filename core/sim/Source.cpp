// A source's checks, its choice of what to emit, and the columns it writes.
#include "sim/Source.h"

#include "base/Error.h"
#include "base/Text.h"
#include "geometry/Fill.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "particles/Attributes.h"
#include "sim/SourceStream.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace firn {

namespace {

/// m/s: about what dry flakes fall at, whatever their size.
constexpr float kFallSpeed = 1.0f;

/// Checks every parameter against its table, for hosts that fill the struct in themselves.
void checkTable(const ParamTable& table, const void* params, const std::string& where)
{
    for (const auto& row : table.params) checkedValue(row, row.get(params), where);
}

void checkTogether(const SourceParams& params, bool hasPoints, const std::string& where)
{
    if (params.emit != EmitKind::Once && params.stop < params.start)
        throw InputError(where + ": stop is " + toText(params.stop) + "; it must be at least start, " +
                         toText(params.start));
    if (params.emit == EmitKind::Snowfall && params.flakeSizeMin > params.flakeSizeMax)
        throw InputError(where + ": flake_size_min is " + toText(params.flakeSizeMin) +
                         "; it must be at most flake_size_max, " + toText(params.flakeSizeMax));
    if (hasPoints && params.emit != EmitKind::Once)
        throw InputError(where + ": emit is '" + std::string(kEmitKinds[int(params.emit)]) +
                         "'; it must be 'once' for a source with points");
}

void checkPoints(const Particles& points, const std::string& where)
{
    if (points.size() == 0) throw InputError(where + ": its cache has no points");
    for (const auto& column : points.columns()) {
        const AttributeInfo* known = findAttribute(column.name());
        if (known && known->type != column.type())
            throw InputError(where + ": its points' attribute '" + column.name() + "' is " + toText(column.type()) +
                             "; it must be " + toText(known->type));
    }
    NonFinite bad;
    if (findNonFinite(points, bad))
        throw InputError(where + ": its point " + std::to_string(bad.index) + " has a value of '" + bad.column +
                         "' that is not a number; it must be finite");
}

} // namespace

Source::Source(const SourceSpec& spec, const SnowMaterial& material, SolidField shape,
               std::shared_ptr<const Particles> points, int64_t sceneSeed)
    : mSpec(spec), mMaterial(material), mShape(std::move(shape)), mPoints(std::move(points)),
      mSeed(mix(uint64_t(sceneSeed), uint64_t(spec.params.seed))), mWhere("source '" + spec.params.name + "'")
{
    const SourceParams& params = mSpec.params;
    checkTable(sourceTable(), &params, mWhere);
    checkTable(snowMaterialTable(), &mMaterial, mWhere + ", material " + params.material);
    checkTogether(params, mPoints != nullptr, mWhere);
    checkVariations(mSpec.variations, !mPoints && params.emit != EmitKind::Snowfall, mWhere);
    if (mPoints) {
        checkPoints(*mPoints, mWhere);
        return;
    }
    requireFinite(mShape.bounds, mWhere);
    if (params.emit == EmitKind::Snowfall) return;
    mFillCount = estimateFillCount(mShape, fillSettings());
    if (fillsOnce()) return;
    const Vec3d velocity = params.velocity.cast<double>();
    const SourceStream stream(mShape, velocity, params.start, params.stop, params.separation);
    mInflow = stream.frontArea() * velocity.norm() / std::pow(double(params.separation), 3);
}

bool Source::fillsOnce() const
{
    return mSpec.params.emit == EmitKind::Once ||
           (mSpec.params.emit == EmitKind::Continuous && mSpec.params.velocity.isZero(0));
}

FillSettings Source::fillSettings() const
{
    const SourceParams& params = mSpec.params;
    return {params.layout, params.separation, params.jitter, params.perCell, mSeed};
}

double Source::expectedCount(double from, double to) const
{
    if (!(from < to)) return 0;
    const SourceParams& params = mSpec.params;
    if (params.emit == EmitKind::Snowfall) return double(flakesUntil(to) - flakesUntil(from));
    const bool starts = from < params.start && params.start <= to;
    if (mPoints) return starts ? double(mPoints->size()) : 0.0;
    const double inside = starts ? mFillCount : 0.0;
    if (fillsOnce()) return inside;
    return inside + mInflow * std::max(0.0, std::min(to, params.stop) - std::max(from, params.start));
}

void Source::emit(double from, double to, Particles& particles, int64_t limit) const
{
    if (!(from < to)) return;
    const SourceParams& params = mSpec.params;
    const Room room{limit - int64_t(particles.size()), mWhere + " (" + std::to_string(particles.size()) +
                                                           " of at most " + std::to_string(limit) +
                                                           " particles are there)"};
    const bool starts = from < params.start && params.start <= to;

    if (params.emit == EmitKind::Snowfall) return addParticles(dropFlakes(from, to, room), particles);
    if (!mPoints && !fillsOnce()) return addParticles(fillStream(from, to, room), particles);
    if (!starts) return;
    if (!mPoints) return addParticles(fillShape(room), particles);
    if (int64_t(mPoints->size()) > room.left) refuseCount(double(mPoints->size()), room.left, room.where);
    addPoints(particles);
}

Vec3f Source::initialVelocity(const Vec3d& fromCentre, uint64_t key) const
{
    const SourceParams& params = mSpec.params;
    // Flakes that all start from rest would fall in sheets, one a frame.
    const bool falls = params.emit == EmitKind::Snowfall && params.velocity.isZero(0);
    const Vec3f start = falls ? Vec3f(0, -kFallSpeed, 0) : params.velocity;
    Vec3f velocity = start + params.spin.cross(fromCentre.cast<float>());
    if (params.velocitySpread > 0) {
        constexpr uint64_t kSpread = 1; // apart from the lattice's own random numbers, which are of step 0
        velocity.array() += params.velocitySpread * (2.0f * randomInCube(mSeed, key, kSpread).array() - 1.0f);
    }
    return velocity;
}

void Source::addParticles(const Emission& emission, Particles& particles) const
{
    const std::size_t count = emission.size();
    if (count == 0) return;

    // Everything that can be refused comes first.
    MaterialValues values;
    for (std::size_t m = 0; m < values.size(); ++m) {
        const std::string_view token = kMaterialColumns[m].token;
        const float base = materialValue(mMaterial, token);
        const auto factors = variationFactors(mSpec.variations, token, emission.pattern, emission.distance, mSeed);
        if (!factors.empty()) values[m] = variedValues(token, {&base, 1}, factors, mWhere);
        particles.ensure(attributeSpec(kMaterialColumns[m].attribute));
    }
    for (const char* name : {"mass", "pscale", "sourcename"}) particles.ensure(attributeSpec(name));

    const std::size_t first = particles.append(count);
    const auto place = [&](const char* name, const std::vector<Vec3f>& from) {
        std::copy(from.begin(), from.end(), particles.edit<Vec3f>(name).begin() + first);
    };
    place("P", emission.position);
    place("v", emission.velocity);
    for (std::size_t m = 0; m < values.size(); ++m) {
        const auto column = particles.edit<float>(kMaterialColumns[m].attribute).subspan(first, count);
        if (values[m].empty())
            std::fill(column.begin(), column.end(), materialValue(mMaterial, kMaterialColumns[m].token));
        else
            std::copy(values[m].begin(), values[m].end(), column.begin());
    }

    if (Column* temperature = particles.find("temperature")) { // only where the method has heat
        const auto column = temperature->values<float>();
        std::fill(column.begin() + first, column.end(), mSpec.params.temperature);
    }

    // A particle of a fill stands for a cube, a flake is a ball.
    constexpr double kBall = 3.14159265358979323846 / 6.0; // of its diameter cubed
    const auto mass = particles.edit<float>("mass"), pscale = particles.edit<float>("pscale");
    const auto density = particles.get<float>("density");
    const bool flakes = !emission.diameter.empty();
    forEach(count, [&](std::size_t i) {
        const double diameter = flakes ? emission.diameter[i] : mSpec.params.separation;
        const double volume = (flakes ? kBall : 1.0) * diameter * diameter * diameter;
        mass[first + i] = float(double(density[first + i]) * volume);
        pscale[first + i] = float(0.5 * diameter);
    });
    const int32_t word = particles.find("sourcename")->wordIndex(name());
    const auto names = particles.find("sourcename")->values<int32_t>();
    std::fill(names.begin() + first, names.end(), word);
}

} // namespace firn
