// Boundary samples of one body in its own frame, made once and carried by its motion. For BoundarySamples.cpp.
#pragma once

#include "geometry/LevelSetSampler.h"
#include "geometry/SampleSurface.h"

namespace firn {

struct BodySamples {
    SurfacePoints points; ///< in clusters

    // Of a body that changes its form over an interval (else empty): where each sample gets to, and the normal there.
    std::vector<Vec3f> shift; ///< m
    std::vector<Vec3f> endN;

    std::vector<Vec3f> velocity; ///< m/s, the body's own, on top of its motion; empty when there is none

    /// A run of samples, and a ball that holds them at all times of the interval.
    struct Cluster {
        uint32_t begin = 0, end = 0;
        Vec3f centre = Vec3f::Zero();
        float radius = 0;
    };
    std::vector<Cluster> clusters;
};

BodySamples sampleBody(const Primitive& shape, float spacing, const std::string& where);
BodySamples sampleBody(const LevelSetSampler& levelSet, float spacing, const std::string& where);

/// A body that changes from one level set to another in the given time. Each sample goes from its place on the first
/// surface, with the velocity grid where there is one, to the nearest place on the second; one that finds none (the
/// surface vanishes, or moves farther than its band without a velocity grid) keeps that velocity.
BodySamples sampleBody(const LevelSetSampler& before, const LevelSetSampler& after, double seconds, float spacing,
                       const std::string& where);

} // namespace firn
