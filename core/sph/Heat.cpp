// Heat conduction (section 4.1.4): [Brookshaw1994], explicit; energy passes from particle to particle, none is lost.
#include "parallel/ForEach.h"
#include "sph/Passes.h"

#include <vector>

namespace firn::sph {

namespace {

/// Of each collider, degC.
std::vector<float> boundaryTemperatures(const SphParams& params, const World& world)
{
    std::vector<float> temperatures;
    for (const Collider& collider : world.colliders)
        temperatures.push_back(collider.surface().temperature.value_or(params.boundaryTemperature));
    return temperatures;
}

} // namespace

void conductHeat(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
                 StepReport& report)
{
    if (!(params.conductivity > 0)) return;
    PassScope timer(report.times, "conductHeat");
    RawArray<float> before;
    before.resize(snow.count);
    forEach(snow.count, [&](std::size_t i) { before[i] = snow.temperature[i]; });
    const std::vector<float> outside = boundaryTemperatures(params, world);
    const BoundarySamples& samples = data.boundary.samples;
    const float small = 0.01f * data.h * data.h;
    forEach(snow.count, [&](std::size_t i) {
        const float T = before[i];
        float flow = 0; // K / m2
        forNeighbours(data.near, i, [&](std::size_t j, const float* g) {
            const Vec3f x = snow.x[i] - snow.x[j];
            const float along = x.x() * g[0] + x.y() * g[1] + x.z() * g[2];
            flow += (T - before[j]) * along / (x.squaredNorm() + small);
        });
        if (params.boundaryHeat)
            forBoundary(data.boundary, i, [&](std::size_t b, const Vec3f&, float slope) {
                const Vec3f x = snow.x[i] - samples.P[b];
                const float square = x.squaredNorm();
                flow += (T - outside[std::size_t(samples.collider[b])]) * slope * square / (square + small);
            });
        const float diffusivity = params.conductivity / (snow.density[i] * params.heatCapacity);
        snow.temperature[i] = T + float(dt) * 2 * diffusivity * flow;
    });
}

} // namespace firn::sph
