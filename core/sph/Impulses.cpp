#include "sph/Impulses.h"

#include "parallel/ForEach.h"
#include "sph/BoundaryForces.h"
#include "sph/Contact.h"
#include "sph/PressureSolve.h"

namespace firn::sph {

void handOverImpulses(const SphParams& params, const World& world, double dt, const Snow& snow, const StepData& data,
                      StepReport& report)
{
    ColliderImpulses impulses(world, snow.count);
    if (!impulses.wanted() || data.boundary.samples.size() == 0) return;
    PassScope timer(report.times, "handOverImpulses");
    const auto step = float(dt);
    const float psi = pressureAtBoundary(params);
    const BoundaryForces forces(params, world, data, step);
    const BoundarySamples& samples = data.boundary.samples;
    forRanges(snow.count, kReduceRange, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (data.boundary.ofSnow.count(i) == 0) continue;
            const Mat3Lane H = displacementGradient(data, snow.F[i], step, i);
            const Mat3Lane stress = stressOf(params.elasticity, data.shear[i], data.lambda[i], H);
            const float p = psi * data.pressure[i];
            const float shear = (trace(stress) / 3) * data.boundaryScale[i];
            const Vec3f v = data.velocity[i].vec3();
            const bool free = bounces(params, world, data, snow, i);
            forBoundary(data.boundary, i, [&](std::size_t b, const Vec3f& g, float slope) {
                const Vec3f x = snow.x[i] - samples.P[b];
                Vec3f a = ((shear - p) / snow.density[i]) * g + forces.adhesion(snow, i, b, x);
                if (!free) a += forces.friction(b, x, slope) * (samples.v[b] - v);
                impulses.add(i, samples.collider[b], samples.P[b], -step * snow.mass[i] * a);
            });
        }
    });
    impulses.addTo(world);
}

} // namespace firn::sph
