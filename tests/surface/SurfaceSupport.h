// Particles with a known surface, and figures of meshes, for tests.
#pragma once

#include "geometry/Mesh.h"
#include "math/Random.h"
#include "particles/Particles.h"

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace firn::test {

/// A jittered lattice of particles wherever `inside` holds; pscale is half the spacing.
inline Particles latticeWhere(float spacing, float halfSize, float jitter,
                              const std::function<bool(const Vec3f&)>& inside)
{
    std::vector<Vec3f> places;
    const int n = int(halfSize / spacing) + 1;
    for (int x = -n; x <= n; ++x)
        for (int y = -n; y <= n; ++y)
            for (int z = -n; z <= n; ++z) {
                const Vec3f centre = spacing * Vec3f(float(x), float(y), float(z));
                if (!inside(centre)) continue;
                Vec3f moved = centre;
                for (int k = 0; k < 3; ++k)
                    moved[k] +=
                        jitter * spacing * float(2 * randomUnit(7, uint64_t(places.size()), 0, uint32_t(k)) - 1);
                places.push_back(moved);
            }
    Particles particles;
    particles.ensure(columnSpec<float>("pscale", spacing / 2));
    particles.ensure(columnSpec<float>("mass", 300 * spacing * spacing * spacing));
    particles.append(places.size());
    std::copy(places.begin(), places.end(), particles.edit<Vec3f>("P").begin());
    return particles;
}

inline Particles ball(float radius, float spacing, float jitter = 0.2f)
{
    // A particle stands for a cube of snow around it, so those whose centres are inside fill the ball.
    return latticeWhere(spacing, radius, jitter, [=](const Vec3f& x) { return x.norm() < radius; });
}

/// A block with a flat top whose highest layer of centres lies half a spacing below y = 0.
inline Particles slab(float halfWidth, float depth, float spacing, float jitter)
{
    Particles particles = latticeWhere(spacing, std::max(halfWidth, depth), jitter, [=](const Vec3f& x) {
        return std::abs(x.x()) < halfWidth && std::abs(x.z()) < halfWidth && x.y() <= 0 && x.y() > -depth;
    });
    for (Vec3f& x : particles.edit<Vec3f>("P")) x.y() -= spacing / 2;
    return particles;
}

/// What a mesh is, counted from its faces.
struct MeshFigures {
    std::size_t edges = 0,
                onceOrThrice = 0; ///< directed edges that do not occur exactly once, or whose opposite does not
    long euler = 0;               ///< points - edges + faces
    double volume = 0;            ///< m3, positive when wound outwards
};

inline MeshFigures figuresOf(const Mesh& mesh)
{
    MeshFigures figures;
    std::map<std::pair<uint32_t, uint32_t>, int> directed;
    std::set<uint32_t> used;
    const uint32_t* corner = mesh.corners.data();
    for (const uint32_t count : mesh.faceCorners) {
        const Vec3d a = mesh.points[corner[0]].cast<double>();
        for (uint32_t n = 0; n < count; ++n) {
            ++directed[{corner[n], corner[(n + 1) % count]}];
            used.insert(corner[n]);
            if (n > 0 && n + 1 < count)
                figures.volume +=
                    a.dot(mesh.points[corner[n]].cast<double>().cross(mesh.points[corner[n + 1]].cast<double>())) / 6;
        }
        corner += count;
    }
    for (const auto& [edge, times] : directed) {
        const auto opposite = directed.find({edge.second, edge.first});
        if (times != 1 || opposite == directed.end() || opposite->second != 1) ++figures.onceOrThrice;
        if (edge.first < edge.second) ++figures.edges;
    }
    figures.euler = long(used.size()) - long(figures.edges) + long(mesh.faceCorners.size());
    return figures;
}

} // namespace firn::test
