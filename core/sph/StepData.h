// What a step knows besides the columns: who is near whom, boundaries, and one value per particle. All of it scratch.
#pragma once

#include "colliders/BoundarySamples.h"
#include "math/SphKernel.h"
#include "neighbours/NeighbourSearch.h"
#include "sph/Lane4.h"
#include "sph/Snow.h"

#include <optional>

namespace firn::sph {

/// Boundary particles (section 3.4): samples of the colliders' surfaces near the snow.
struct Boundary {
    BoundarySamples samples;
    RawArray<float> volume; ///< m3, the paper's V_b
    NeighbourSearch search;
    NeighbourLists among;     ///< boundary neighbours of boundary particles
    NeighbourLists ofSnow;    ///< boundary neighbours of snow particles
    RawArray<float> slope;    ///< V_b W'(r) / r of each pair of ofSnow: times x_i - x_b it is V_b grad W_ib
    RawArray<Vec3f> gradient; ///< the part of V_b grad W_ib along the surface's normal
    std::optional<BoundarySampler> sampler;
};

/// Snow neighbours of snow particles.
struct Near {
    NeighbourSearch search;
    NeighbourLists lists;
    RawArray<float> gradient; ///< V_j grad W_ij of each pair: x, y, z
};

/// Everything about one particle that passes hand to each other.
struct StepData {
    float h = 0; ///< m: the spacing, which is also the kernel's smoothing length
    Near near;
    Boundary boundary;

    RawArray<float> volume;        ///< m3: mass / density
    RawArray<float> restDensity;   ///< Eq. 21
    RawArray<float> lambda;        ///< Pa, Eq. 23
    RawArray<float> shear;         ///< Pa, Eq. 22: the paper's G
    RawArray<Vec4f> snowSum;       ///< sum of V_j grad W_ij
    RawArray<Vec4f> boundarySum;   ///< sum of V_b grad W_ib, along the normals
    RawArray<float> friction;      ///< 1/s: the rate at which boundaries take relative velocity away (Eq. 25)
    RawArray<float> squareSum;     ///< sum of |V_j grad W_ij|^2 / m_j, for Eq. 8
    RawArray<Mat3f> correction;    ///< Eq. 15: L
    RawArray<float> boundaryScale; ///< what L does along boundarySum
    RawArray<Vec4f> velocity;      ///< v, then v*, v** and the new v
    RawArray<Vec4f> predicted;     ///< v*
    RawArray<float> pressure;      ///< Pa; 0 in the combined variant

    std::size_t count() const { return volume.size(); }
};

/// The sum of value(j, k) over the snow neighbours j of particle i, where k is the pair.
template <class Visit> FIRN_LANES void forNeighbours(const Near& near, std::size_t i, const Visit& visit)
{
    const uint32_t* index = near.lists.index.data();
    for (uint64_t k = near.lists.first[i], end = near.lists.first[i + 1]; k < end; ++k)
        visit(std::size_t(index[k]), near.gradient.data() + 3 * k);
}

/// Calls visit(b, V_b grad W_ib along the normal, V_b W'(r) / r) for the boundary neighbours of particle i.
template <class Visit> FIRN_LANES void forBoundary(const Boundary& boundary, std::size_t i, const Visit& visit)
{
    if (boundary.samples.size() == 0) return;
    const uint32_t* index = boundary.ofSnow.index.data();
    for (uint64_t k = boundary.ofSnow.first[i], end = boundary.ofSnow.first[i + 1]; k < end; ++k)
        visit(std::size_t(index[k]), boundary.gradient[k], boundary.slope[k]);
}

} // namespace firn::sph
