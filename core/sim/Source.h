// A source of snow: what it emits in an interval of time is a pure function of the scene.
#pragma once

#include "geometry/SolidField.h"
#include "particles/Particles.h"
#include "sim/Scene.h"
#include "sim/SourceEmission.h"

#include <memory>

namespace firn {

/// The frame loop calls emit(-infinity, t0) once for the initial state, then emit(t, t') at the start of each frame (or
/// step) before its motion, where each interval begins exactly where the last one ended.
///
/// once: the shape, filled, when its start lies in the interval. The particles appear in the shape.
///
/// continuous: an inflow. The fill's lattice moves with the source's velocity from its start on; a place of it becomes
/// a particle when it is first inside the shape. So the stream has neither gaps nor overlaps, and is the same for any
/// frame rate. A particle appears where it is at the beginning of the interval if it moves at the source's velocity:
/// upstream of the shape by at most velocity x interval, so that the interval's motion brings it in on time. (The
/// initial state has no motion before it: there the particles are where they are at its end.) Spin and spread are added
/// to the particles' velocities, not to the lattice's. Without velocity: like once.
///
/// snowfall: flakes through the top face of the shape's bounds, evenly in time, so that their number is an exact
/// function of time. Each appears where its own velocity brings it to its place on the face at its own time.
///
/// With points: once, as they are in the cache with all their columns; velocity, spin and spread are added, and
/// attributes that are missing come from the material and the separation.
class Source {
public:
    /// shape: what to fill; points: a cache's particles to emit instead (may be null). Throws InputError when the
    /// parameters do not fit together.
    Source(const SourceSpec& spec, const SnowMaterial& material, SolidField shape,
           std::shared_ptr<const Particles> points, int64_t sceneSeed);

    /// Appends what is emitted in (from, to]. The set may not exceed `limit`: an InputError names source, count and
    /// limit, and no particle has been added.
    void emit(double from, double to, Particles& particles, int64_t limit) const;

    /// About how many particles emit() would append; exact for snowfall and points.
    double expectedCount(double from, double to) const;

    const std::string& name() const { return mSpec.params.name; }

private:
    bool fillsOnce() const;
    int64_t flakesUntil(double time) const;

    Emission fillShape(const Room& room) const;
    Emission fillStream(double from, double to, const Room& room) const;
    Emission dropFlakes(double from, double to, const Room& room) const;
    void addPoints(Particles& particles) const;
    void addParticles(const Emission& emission, Particles& particles) const;

    FillSettings fillSettings() const;
    Vec3f initialVelocity(const Vec3d& fromCentre, uint64_t key) const;

    SourceSpec mSpec;
    SnowMaterial mMaterial;
    SolidField mShape;
    std::shared_ptr<const Particles> mPoints;
    uint64_t mSeed;        ///< of the scene and the source
    std::string mWhere;    ///< "source 'ball'", as messages call it
    double mFillCount = 0; ///< particles in the filled shape, about
    double mInflow = 0;    ///< particles per second of a stream, about
};

} // namespace firn
