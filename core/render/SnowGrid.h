// The inside of SnowVolume: bricks of extinction in an OpenVDB tree, and how rays walk through them.
//
// A brick holds 8 x 8 x 8 cells with the 9 x 9 x 9 nodes around them, so that interpolation never looks beyond it, and
// the largest value of every 2 x 2 x 2 cells: the majorants of delta tracking. Lengths are in voxels here.
#pragma once

#include "render/Sampling.h"

#include <array>
#include <limits>
#include <openvdb/openvdb.h>
#include <vector>

namespace firn {

struct SnowBrick {
    static constexpr int kNodes = 9, kCoarse = 4;
    std::array<float, kNodes * kNodes * kNodes> value{};       ///< extinction per voxel length
    std::array<float, kCoarse * kCoarse * kCoarse> majorant{}; ///< its largest value in each 2 x 2 x 2 cells

    /// Trilinear at a place of the brick, 0 to 8 along each axis.
    float at(float x, float y, float z) const
    {
        const int i = cell(x), j = cell(y), k = cell(z);
        const float u = x - float(i), v = y - float(j), w = z - float(k);
        const float* p = &value[std::size_t((i * kNodes + j) * kNodes + k)];
        const auto line = [w](const float* q) { return q[0] + w * (q[1] - q[0]); };
        constexpr int dy = kNodes, dx = kNodes * kNodes;
        const float a0 = line(p), a1 = line(p + dy), b0 = line(p + dx), b1 = line(p + dx + dy);
        const float a = a0 + v * (a1 - a0), b = b0 + v * (b1 - b0);
        return a + u * (b - a);
    }
    static int cell(float x) { return std::min(7, std::max(0, int(x))); }
};

struct SnowGrid {
    openvdb::Int32Tree bricks{-1}; ///< brick coordinates to a number, -1 where there is none
    std::vector<SnowBrick> brick;
    Vec3f lower = Vec3f::Zero(), upper = Vec3f::Zero(); ///< of all bricks, in voxels
    float voxelSize = 1;                                ///< m
    double mass = 0;                                    ///< kg
};

/// Walks rays through the bricks; one per thread, as it remembers where it was.
class SnowWalker {
public:
    explicit SnowWalker(const SnowGrid& grid) : mGrid(grid), mAccessor(grid.bricks) {}

    /// Delta tracking: the distance (m) to the first collision before tMost (m), infinite when there is none. `scale`
    /// multiplies the extinction.
    float freeFlight(const Ray& ray, float tMost, float scale, RandomStream& random)
    {
        float found = std::numeric_limits<float>::infinity();
        float depth = random.exponential();
        walk(ray, tMost, [&](const Stretch& stretch, const Vec3f& o, const Vec3f& d, float begin, float end) {
            const float majorant = stretch.majorant * scale;
            for (float t = begin;;) {
                const float left = majorant * (end - t);
                if (depth > left) {
                    depth -= left;
                    return true;
                }
                t += depth / majorant;
                if (random.unit() * stretch.majorant < stretch.at(o + t * d)) {
                    found = t * mGrid.voxelSize;
                    return false;
                }
                depth = random.exponential();
            }
        });
        return found;
    }

    /// Ratio tracking: an unbiased estimate of the share of light that comes through up to tMost (m).
    float transmittance(const Ray& ray, float tMost, float scale, RandomStream& random)
    {
        float share = 1;
        walk(ray, tMost, [&](const Stretch& stretch, const Vec3f& o, const Vec3f& d, float begin, float end) {
            const float majorant = stretch.majorant * scale;
            for (float t = begin + random.exponential() / majorant; t < end; t += random.exponential() / majorant) {
                share *= 1 - stretch.at(o + t * d) / stretch.majorant;
                if (share >= kRouletteBelow) continue;
                // Russian roulette: dark rays end early, the survivors stand for the others.
                if (random.unit() * kRouletteBelow >= share) {
                    share = 0;
                    return false;
                }
                share = kRouletteBelow;
            }
            return true;
        });
        return share;
    }

private:
    static constexpr float kRouletteBelow = 0.1f;
    /// How far (in voxels) a step goes beyond a border, so that it arrives in the next cell.
    static constexpr float kOver = 1e-3f;

    /// A stretch of the ray with one majorant.
    struct Stretch {
        const SnowBrick* brick = nullptr;
        Vec3f origin = Vec3f::Zero(); ///< of the brick
        float majorant = 0;
        float at(const Vec3f& p) const { return brick->at(p.x() - origin.x(), p.y() - origin.y(), p.z() - origin.z()); }
    };

    /// Calls visit(stretch, o, d, begin, end) for each stretch that may hold snow, until it returns false.
    template <class Visit> void walk(const Ray& ray, float tMost, Visit&& visit);

    const SnowGrid& mGrid;
    openvdb::tree::ValueAccessor<const openvdb::Int32Tree, false> mAccessor; // the tree outlives it
};

template <class Visit> void SnowWalker::walk(const Ray& ray, float tMost, Visit&& visit)
{
    if (mGrid.brick.empty()) return;
    const Vec3f o = ray.origin / mGrid.voxelSize, &d = ray.direction;
    const Vec3f inverse = d.cwiseInverse();
    const float most = tMost / mGrid.voxelSize;
    // Into the box around all bricks and out of it again.
    float t = 0, last = most;
    for (int k = 0; k < 3; ++k) {
        const float a = (mGrid.lower[k] - o[k]) * inverse[k], b = (mGrid.upper[k] - o[k]) * inverse[k];
        const float enter = std::min(a, b), leave = std::max(a, b);
        if (enter > t) t = enter;
        if (leave < last) last = leave;
    }
    // The distance at which the ray leaves a box; a side that it runs along is never reached.
    const auto leaves = [&](const Vec3f& corner, float size) {
        float end = std::numeric_limits<float>::infinity();
        for (int k = 0; k < 3; ++k) {
            const float x = ((d[k] > 0 ? corner[k] + size : corner[k]) - o[k]) * inverse[k];
            if (d[k] != 0 && x < end) end = x;
        }
        return end;
    };

    while (t < last) {
        const Vec3f p = o + t * d;
        const Vec3i cell(int(std::floor(p.x())), int(std::floor(p.y())), int(std::floor(p.z())));
        const openvdb::Coord b(cell.x() >> 3, cell.y() >> 3, cell.z() >> 3);
        const int32_t number = mAccessor.getValue(b);
        if (number < 0) {
            // Nothing here: to the end of the empty node of the tree, in bricks 1, 8, 128 or 4096 wide.
            const int level = mAccessor.getValueDepth(b);
            const int size = level == 3 ? 1 : level == 2 ? 8 : level == 1 ? 128 : 4096;
            const Vec3f corner = 8.0f * Vec3f(float(b.x() & -size), float(b.y() & -size), float(b.z() & -size));
            t = std::max(t, leaves(corner, 8.0f * float(size))) + kOver;
            continue;
        }
        Stretch stretch;
        stretch.brick = &mGrid.brick[std::size_t(number)];
        stretch.origin = Vec3f(float(b.x() * 8), float(b.y() * 8), float(b.z() * 8));
        const Vec3f corner(float(cell.x() & ~1), float(cell.y() & ~1), float(cell.z() & ~1));
        stretch.majorant =
            stretch.brick
                ->majorant[std::size_t(((cell.x() >> 1 & 3) * 4 + (cell.y() >> 1 & 3)) * 4 + (cell.z() >> 1 & 3))];
        const float end = std::min(last, std::max(t, leaves(corner, 2.0f)) + kOver);
        if (stretch.majorant > 0 && !visit(stretch, o, d, t, end)) return;
        t = end;
    }
}

} // namespace firn
