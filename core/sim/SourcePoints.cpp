// Points of a cache, emitted with all their columns, and their ids where none of them was ever used.
#include "particles/Attributes.h"
#include "sim/Source.h"

#include "parallel/ForEach.h"

#include <algorithm>

namespace firn {

namespace {

Span<const float> floatsOf(const Particles& points, std::string_view name)
{
    return points.find(name) ? points.get<float>(name) : Span<const float>();
}

/// Appends the points; returns the index of the first. Ids are kept so that a cache of the run can be matched, point by
/// point, with the one that it started from.
std::size_t appendWithIds(const Particles& points, Particles& particles)
{
    const int64_t next = particles.nextId();
    const std::size_t first = particles.append(points);
    const auto ids = points.id();
    if (std::any_of(ids.begin(), ids.end(), [&](int64_t id) { return id < next; })) return first;
    std::copy(ids.begin(), ids.end(), particles.edit<int64_t>("id").begin() + std::ptrdiff_t(first));
    if (!ids.empty()) particles.reserveIds(*std::max_element(ids.begin(), ids.end()) + 1);
    return first;
}

} // namespace

void Source::addPoints(Particles& particles) const
{
    const Particles& points = *mPoints;
    const std::size_t count = points.size();
    const auto P = points.P();
    std::vector<Vec3d> pattern(count);
    Box3f bounds;
    for (std::size_t i = 0; i < count; ++i) {
        pattern[i] = P[i].cast<double>();
        bounds.extend(P[i]);
    }

    // Values that the cache lacks, or that vary. A point's own value is the base of its variation.
    MaterialValues values;
    std::vector<float> densityFactors;
    for (std::size_t m = 0; m < values.size(); ++m) {
        const auto [token, attribute] = kMaterialColumns[m];
        const float value = materialValue(mMaterial, token);
        const auto own = floatsOf(points, attribute);
        auto factors = variationFactors(mSpec.variations, token, pattern, {}, mSeed);
        if (!factors.empty())
            values[m] = variedValues(token, points.find(attribute) ? own : Span(&value, 1), factors, mWhere);
        else if (!points.find(attribute))
            values[m].assign(count, value);
        if (token == "density") densityFactors = std::move(factors);
        particles.ensure(attributeSpec(attribute));
    }

    // A known attribute keeps its own initial value for other sources' particles.
    for (const auto& column : points.columns())
        if (findAttribute(column.name())) particles.ensure(attributeSpec(column.name()));
    for (const char* name : {"mass", "pscale", "sourcename"}) particles.ensure(attributeSpec(name));

    const std::size_t first = appendWithIds(points, particles);
    for (std::size_t m = 0; m < values.size(); ++m)
        std::copy(values[m].begin(), values[m].end(),
                  particles.edit<float>(kMaterialColumns[m].attribute).begin() + first);

    // The colliders that the points were stuck to belong to another scene.
    if (Column* stuck = particles.find("stuck")) {
        const auto values = stuck->values<int32_t>();
        std::fill(values.begin() + first, values.end(), 0);
    }

    // A point stands for a cube of twice its radius, as a particle of a fill does.
    const bool hasMass = points.find("mass"), hasRadius = points.find("pscale");
    const auto v = particles.edit<Vec3f>("v");
    const auto mass = particles.edit<float>("mass"), pscale = particles.edit<float>("pscale");
    const auto density = particles.get<float>("density");
    const Vec3d centre = bounds.centre().cast<double>();
    forEach(count, [&](std::size_t i) {
        const std::size_t p = first + i;
        v[p] += initialVelocity(pattern[i] - centre, i);
        if (!hasRadius) pscale[p] = 0.5f * mSpec.params.separation;
        const double edge = 2.0 * double(pscale[p]);
        if (!hasMass)
            mass[p] = float(double(density[p]) * edge * edge * edge);
        else if (!densityFactors.empty())
            mass[p] *= densityFactors[i];
    });
    if (points.find("sourcename")) return;
    const int32_t word = particles.find("sourcename")->wordIndex(name());
    const auto names = particles.find("sourcename")->values<int32_t>();
    std::fill(names.begin() + first, names.end(), word);
}

} // namespace firn
