// Meshes are looked over before use: what is dropped, what is found, what is refused.
#include "base/Error.h"
#include "geometry/MeshCheck.h"
#include "geometry/TestMeshes.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

using test::addFace;

double areaOf(const std::vector<Vec3f>& points, const std::vector<Triangle>& triangles)
{
    double area = 0;
    for (const Triangle& t : triangles) {
        const Vec3f u = points[t[1]] - points[t[0]], v = points[t[2]] - points[t[0]];
        area += 0.5 * (double(u.x()) * v.y() - double(u.y()) * v.x()); // in the xy plane, signed
    }
    return area;
}

TEST(Triangulate, ConcavePolygonKeepsItsArea)
{
    // A comb: teeth make fans from one corner leave the polygon.
    const std::vector<Vec3f> points = {{0, 0, 0}, {7, 0, 0}, {7, 3, 0}, {6, 3, 0}, {6, 1, 0}, {4, 1, 0},
                                       {4, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    const std::vector<uint32_t> corners = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    std::vector<Triangle> triangles;
    triangulate(points, corners, triangles);
    ASSERT_EQ(triangles.size(), 10u);
    EXPECT_DOUBLE_EQ(areaOf(points, triangles), 13);
    double sum = 0; // no triangle is wound the other way, so none lies outside
    for (const Triangle& t : triangles) {
        const double area = areaOf(points, {t});
        EXPECT_GE(area, 0);
        sum += std::abs(area);
    }
    EXPECT_DOUBLE_EQ(sum, 13);
}

TEST(Triangulate, KeepsTheWinding)
{
    const std::vector<Vec3f> points = {{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {1, 1, 0}, {2, 0, 0}}; // clockwise, a notch
    std::vector<Triangle> triangles;
    triangulate(points, std::vector<uint32_t>{0, 1, 2, 3, 4}, triangles);
    EXPECT_DOUBLE_EQ(areaOf(points, triangles), -3);
}

TEST(Triangulate, CrossingPolygonIsStillCutWholly)
{
    const std::vector<Vec3f> points = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    std::vector<Triangle> triangles;
    triangulate(points, std::vector<uint32_t>{0, 1, 2, 3}, triangles);
    EXPECT_EQ(triangles.size(), 2u);
}

TEST(MeshCheck, ClosedCubeIsClean)
{
    const CheckedMesh checked = checkMesh(test::cube(1));
    EXPECT_TRUE(checked.report.clean()) << checked.report.summary();
    EXPECT_EQ(checked.report.triangles, 12u);
    EXPECT_EQ(checked.report.pieces, 1u);
    EXPECT_NEAR(checked.area, 24, 1e-9);
}

TEST(MeshCheck, CountsEachFault)
{
    Mesh mesh = test::cube(1);
    addFace(mesh, {0, 4, 99});   // names a missing point
    addFace(mesh, {3, 3, 7});    // a line
    addFace(mesh, {6, 2, 0, 4}); // the first face again, begun elsewhere
    addFace(mesh, {2, 6, 4, 0}); // and from behind
    const MeshReport report = checkMesh(mesh).report;
    EXPECT_EQ(report.outOfRange, 1u);
    EXPECT_EQ(report.degenerate, 1u);
    EXPECT_EQ(report.duplicate, 2u);
    EXPECT_EQ(report.openEdges, 0u);
    EXPECT_EQ(report.nonManifoldEdges, 0u);
    EXPECT_NE(report.summary().find("2 faces dropped that repeat others"), std::string::npos) << report.summary();
}

TEST(MeshCheck, FindsOpenAndNonManifoldEdges)
{
    Mesh mesh = test::cube(1);
    mesh.points.push_back({5, 5, 5});
    addFace(mesh, {0, 1, 8}); // a fin on one edge
    const MeshReport report = checkMesh(mesh).report;
    EXPECT_EQ(report.openEdges, 2u);
    EXPECT_EQ(report.nonManifoldEdges, 1u);
    EXPECT_EQ(report.openPieces, 1u);
}

TEST(MeshCheck, PointsAtOnePlaceCountAsOne)
{
    // Every face with its own points, as some programs write them; -0 and 0 are one place.
    const Mesh shared = test::cube(1);
    Mesh split;
    std::size_t begin = 0;
    for (const uint32_t count : shared.faceCorners) {
        for (uint32_t k = 0; k < count; ++k) {
            split.corners.push_back(uint32_t(split.points.size()));
            split.points.push_back(shared.points[shared.corners[begin + k]] + Vec3f(1, 1, 1));
            if (split.points.back().x() == 0 && k % 2) split.points.back().x() = -0.0f;
        }
        split.faceCorners.push_back(count);
        begin += count;
    }
    const MeshReport report = checkMesh(split).report;
    EXPECT_EQ(report.welded, 16u);
    EXPECT_EQ(report.openEdges, 0u);
    EXPECT_EQ(report.pieces, 1u);
}

TEST(MeshCheck, InsideOutIsNoticed)
{
    Mesh mesh = test::cube(1);
    std::reverse(mesh.corners.begin(), mesh.corners.end());
    test::append(mesh, test::sphere(0.3f, 1, {9, 9, 9}));
    EXPECT_EQ(checkMesh(mesh).report.inverted, 1u) << "the cube, not the sphere";
}

TEST(MeshCheck, FlatFacesDoNotOpenTheMesh)
{
    // Split the top of a cube along a line with a corner in the middle of an edge: one triangle has no area.
    Mesh mesh = test::cube(1);
    mesh.points.push_back({0, 1, -1}); // on the edge 2-3
    addFace(mesh, {2, 8, 3});          // closes the gap that the new corner makes
    mesh.faceCorners[3] = 5;           // +y becomes 2 6 7 3 8
    mesh.corners.insert(mesh.corners.begin() + 16, 8);
    const MeshReport report = checkMesh(mesh).report;
    EXPECT_EQ(report.degenerate, 1u);
    EXPECT_EQ(report.openEdges, 0u) << report.summary();
}

TEST(MeshCheck, RefusesWhatMakesNoSense)
{
    Mesh mesh = test::cube(1);
    mesh.points[3].y() = std::nanf("");
    EXPECT_THROW(checkMesh(mesh), InputError);
    mesh = test::cube(1);
    mesh.velocities.resize(3, Vec3f::Zero());
    EXPECT_THROW(checkMesh(mesh), InputError);
    mesh = test::cube(1);
    mesh.corners.pop_back();
    EXPECT_THROW(checkMesh(mesh), InputError);
    EXPECT_THROW(checkMesh(Mesh{}), InputError);
}

TEST(MeshCheck, NonFinitePointIsNamed)
{
    Mesh mesh = test::cube(1);
    mesh.points[3].y() = INFINITY;
    try {
        checkMesh(mesh);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("point 3"), std::string::npos) << e.what();
    }
}

} // namespace
} // namespace firn
