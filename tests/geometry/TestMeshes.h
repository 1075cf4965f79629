// Meshes with a known shape, for tests.
#pragma once

#include "geometry/Mesh.h"

#include <cmath>
#include <map>

namespace firn::test {

inline void addFace(Mesh& mesh, std::initializer_list<uint32_t> corners)
{
    mesh.corners.insert(mesh.corners.end(), corners);
    mesh.faceCorners.push_back(uint32_t(corners.size()));
}

/// A cube of six quads about the origin, wound outwards.
inline Mesh cube(float halfSize)
{
    Mesh mesh;
    for (int n = 0; n < 8; ++n) mesh.points.push_back(halfSize * Vec3f(n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1));
    addFace(mesh, {0, 4, 6, 2}); // -x
    addFace(mesh, {1, 3, 7, 5}); // +x
    addFace(mesh, {0, 1, 5, 4}); // -y
    addFace(mesh, {2, 6, 7, 3}); // +y
    addFace(mesh, {0, 2, 3, 1}); // -z
    addFace(mesh, {4, 5, 7, 6}); // +z
    return mesh;
}

/// An octahedron split `levels` times and pushed onto the sphere: 8 4^levels triangles, wound outwards.
inline Mesh sphere(float radius, int levels, const Vec3f& centre = Vec3f::Zero())
{
    Mesh mesh;
    mesh.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    mesh.corners = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    for (int level = 0; level < levels; ++level) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
        const auto middle = [&](uint32_t a, uint32_t b) {
            const auto found = middles.emplace(std::minmax(a, b), uint32_t(mesh.points.size()));
            if (found.second) mesh.points.push_back((mesh.points[a] + mesh.points[b]).normalized());
            return found.first->second;
        };
        std::vector<uint32_t> finer;
        for (std::size_t t = 0; t < mesh.corners.size(); t += 3) {
            const uint32_t a = mesh.corners[t], b = mesh.corners[t + 1], c = mesh.corners[t + 2];
            const uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
        }
        mesh.corners = finer;
    }
    for (Vec3f& p : mesh.points) p = centre + radius * p;
    mesh.faceCorners.assign(mesh.corners.size() / 3, 3);
    return mesh;
}

/// Appends one mesh to another.
inline void append(Mesh& mesh, const Mesh& other)
{
    const auto shift = uint32_t(mesh.points.size());
    mesh.points.insert(mesh.points.end(), other.points.begin(), other.points.end());
    for (const uint32_t c : other.corners) mesh.corners.push_back(c + shift);
    mesh.faceCorners.insert(mesh.faceCorners.end(), other.faceCorners.begin(), other.faceCorners.end());
}

} // namespace firn::test
