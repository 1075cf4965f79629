// Small heaps of snow and floors for tests of SPH.
#pragma once

#include "colliders/MakeCollider.h"
#include "geometry/ShapeParams.h"
#include "geometry/Shapes.h"
#include "math/Random.h"
#include "sph/SphSolver.h"

namespace firn::sph {

struct BlockOfSnow {
    Vec3i count = Vec3i::Constant(8); ///< particles along each axis
    float spacing = 0.01f;            ///< m
    Vec3f corner = Vec3f::Zero();     ///< of the block
    float density = 400;              ///< kg/m3
    float jitter = 0;                 ///< share of the spacing
    float apart = 1;                  ///< distance between particles in spacings
    Vec3f velocity = Vec3f::Zero();
};

/// Appends a block of particles with mass, pscale and density, on a lattice.
inline void addSnow(const BlockOfSnow& block, Particles& particles)
{
    const std::size_t first = particles.append(std::size_t(block.count.prod()));
    const auto x = particles.edit<Vec3f>("P"), v = particles.edit<Vec3f>("v");
    const float s = block.spacing;
    for (std::size_t i = first; i < particles.size(); ++i) {
        const int k = int(i - first), nz = block.count.z(), ny = block.count.y();
        const Vec3f cell(float(k / (nz * ny)), float(k / nz % ny), float(k % nz));
        const Vec3f shift = block.jitter * (randomInCube(11, i) - Vec3f::Constant(0.5f));
        x[i] = block.corner + s * (block.apart * cell + Vec3f::Constant(0.5f) + shift);
        v[i] = block.velocity;
        particles.edit<float>("mass")[i] = block.density * s * s * s;
        particles.edit<float>("density")[i] = block.density;
        particles.edit<float>("pscale")[i] = 0.5f * s;
    }
}

inline Particles makeSnow(const BlockOfSnow& block, const SphParams& params)
{
    Particles particles;
    particles.ensure(SphSolver(params).columns());
    addSnow(block, particles);
    return particles;
}

inline Collider floorCollider(float friction = 0.5f, bool sticky = false, const Vec3f& normal = Vec3f::UnitY())
{
    ColliderParams params;
    params.name = "floor";
    params.friction = friction;
    params.sticky = sticky;
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    shape.normal = normal;
    return makeCollider(params, {}, analyticShape(shape));
}

inline Vec3d momentum(const Particles& particles)
{
    Vec3d sum = Vec3d::Zero();
    for (std::size_t i = 0; i < particles.size(); ++i)
        sum += double(particles.get<float>("mass")[i]) * particles.v()[i].cast<double>();
    return sum;
}

inline Vec3d centreOfMass(const Particles& particles)
{
    Vec3d sum = Vec3d::Zero();
    double mass = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const double m = double(particles.get<float>("mass")[i]);
        sum += m * particles.P()[i].cast<double>();
        mass += m;
    }
    return sum / mass;
}

/// Steps to a time with automatic steps of at most maxStep; stops at trouble and returns the last report.
inline StepReport runFor(SphSolver& solver, World& world, Particles& particles, double seconds, double maxStep = 1)
{
    StepReport report;
    const double end = world.time + seconds;
    while (world.time < end - 1e-12) {
        const double limit = std::min(solver.largestStep(world, particles), maxStep);
        const double left = end - world.time;
        const double dt = left / std::ceil(left / limit * (1 - 1e-9));
        report = solver.step(dt, world, particles);
        world.time += dt;
        if (!report.ok()) break;
    }
    return report;
}

} // namespace firn::sph
