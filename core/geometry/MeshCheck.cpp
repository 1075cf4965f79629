#include "geometry/MeshCheck.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "parallel/Sort.h"

#include <algorithm>
#include <numeric>

namespace firn {
namespace {

std::string text(const Vec3f& v) { return toText(v.x()) + ", " + toText(v.y()) + ", " + toText(v.z()); }

void requireWhole(const Mesh& mesh)
{
    const auto requireFinite = [](const std::vector<Vec3f>& values, const char* what) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!values[i].allFinite())
                throw InputError("mesh: the " + std::string(what) + " of point " + std::to_string(i) + " is " +
                                 text(values[i]) + "; it must be finite numbers");
    };
    requireFinite(mesh.points, "position");
    requireFinite(mesh.velocities, "velocity");
    if (!mesh.velocities.empty() && mesh.velocities.size() != mesh.points.size())
        throw InputError("mesh: " + std::to_string(mesh.velocities.size()) + " velocities for " +
                         std::to_string(mesh.points.size()) + " points; there must be one for each, or none");
    const uint64_t corners = std::accumulate(mesh.faceCorners.begin(), mesh.faceCorners.end(), uint64_t(0));
    if (corners != mesh.corners.size())
        throw InputError("mesh: its faces have " + std::to_string(corners) + " corners, but " +
                         std::to_string(mesh.corners.size()) + " are listed");
}

/// For each point the first point at the same place.
std::vector<uint32_t> weld(const std::vector<Vec3f>& points, std::size_t& welded)
{
    std::vector<uint64_t> keys(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3f p = points[i] + Vec3f::Zero(); // -0 becomes 0
        keys[i] = hashBytes(p.data(), sizeof(float) * 3);
    }
    // Points at one place have one key and are neighbours in the order; other places with that key may lie between.
    const std::vector<uint32_t> order = stableSortOrder(keys);
    std::vector<uint32_t> first(points.size());
    welded = 0;
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && keys[order[end]] == keys[order[begin]]) ++end;
        for (std::size_t k = begin; k < end; ++k) {
            std::size_t match = begin;
            while (points[order[match]] != points[order[k]]) ++match;
            first[order[k]] = order[match];
            welded += match != k;
        }
        begin = end;
    }
    return first;
}

class UnionFind {
public:
    explicit UnionFind(std::size_t count) : mParent(count) { std::iota(mParent.begin(), mParent.end(), 0u); }
    uint32_t find(uint32_t i)
    {
        while (mParent[i] != i) i = mParent[i] = mParent[mParent[i]];
        return i;
    }
    void join(uint32_t a, uint32_t b)
    {
        a = find(a);
        b = find(b);
        mParent[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<uint32_t> mParent;
};

Vec3d areaVector(const Mesh& mesh, const Triangle& t)
{
    const Vec3d a = mesh.points[t[0]].cast<double>();
    const Vec3d u = mesh.points[t[1]].cast<double>() - a, v = mesh.points[t[2]].cast<double>() - a;
    return 0.5 * Vec3d(u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(), u.x() * v.y() - u.y() * v.x());
}

/// Faces whose corners can be used, corner after corner.
struct Faces {
    std::vector<uint32_t> corners;
    std::vector<std::size_t> ends;

    std::size_t count() const { return ends.size(); }
    Span<const uint32_t> operator[](std::size_t f) const
    {
        const std::size_t begin = f ? ends[f - 1] : 0;
        return {corners.data() + begin, ends[f] - begin};
    }
};

/// Drops faces that name missing points or have fewer than three different corners; removes repeated corners.
Faces usableFaces(const Mesh& mesh, const std::vector<uint32_t>& weldedTo, MeshReport& report)
{
    Faces faces;
    std::vector<uint32_t> kept;
    std::size_t begin = 0;
    for (const uint32_t count : mesh.faceCorners) {
        const Span<const uint32_t> face(mesh.corners.data() + begin, count);
        begin += count;
        if (std::any_of(face.begin(), face.end(), [&](uint32_t c) { return c >= mesh.points.size(); })) {
            ++report.outOfRange;
            continue;
        }
        kept.clear();
        for (const uint32_t c : face)
            if (kept.empty() || weldedTo[c] != weldedTo[kept.back()]) kept.push_back(c);
        while (kept.size() > 1 && weldedTo[kept.back()] == weldedTo[kept.front()]) kept.pop_back();
        if (kept.size() < 3) {
            ++report.degenerate;
            continue;
        }
        faces.corners.insert(faces.corners.end(), kept.begin(), kept.end());
        faces.ends.push_back(faces.corners.size());
    }
    return faces;
}

std::vector<uint32_t> sortedCorners(Span<const uint32_t> face, const std::vector<uint32_t>& weldedTo)
{
    std::vector<uint32_t> sorted(face.size());
    std::transform(face.begin(), face.end(), sorted.begin(), [&](uint32_t c) { return weldedTo[c]; });
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// Marks faces that have the corners of an earlier face, in whatever order.
std::vector<bool> findDuplicates(const Faces& faces, const std::vector<uint32_t>& weldedTo)
{
    std::vector<uint64_t> keys(faces.count());
    for (std::size_t f = 0; f < faces.count(); ++f) {
        const auto sorted = sortedCorners(faces[f], weldedTo);
        keys[f] = hashBytes(sorted.data(), sorted.size() * sizeof(uint32_t));
    }
    const std::vector<uint32_t> order = stableSortOrder(keys);
    std::vector<bool> duplicate(faces.count(), false);
    for (std::size_t k = 1; k < order.size(); ++k) {
        const uint32_t before = order[k - 1], face = order[k];
        duplicate[face] = keys[face] == keys[before] &&
                          sortedCorners(faces[face], weldedTo) == sortedCorners(faces[before], weldedTo);
    }
    return duplicate;
}

/// Cuts the faces into triangles with three different (welded) corners. Triangles without area stay for now: they hold
/// the edges of their neighbours together.
void cutFaces(const Mesh& mesh, const std::vector<uint32_t>& weldedTo, CheckedMesh& checked)
{
    const Faces faces = usableFaces(mesh, weldedTo, checked.report);
    const std::vector<bool> duplicate = findDuplicates(faces, weldedTo);
    std::vector<Triangle> cut;
    for (std::size_t f = 0; f < faces.count(); ++f) {
        if (duplicate[f]) {
            ++checked.report.duplicate;
            continue;
        }
        cut.clear();
        triangulate(mesh.points, faces[f], cut);
        double area = 0;
        for (const Triangle& t : cut) {
            area += areaVector(mesh, t).norm();
            // A polygon that touches itself may give triangles with two corners at one place.
            const uint32_t a = weldedTo[t[0]], b = weldedTo[t[1]], c = weldedTo[t[2]];
            if (a != b && b != c && c != a) checked.triangles.push_back(t);
        }
        checked.report.degenerate += area == 0;
    }
}

/// Finds open and non-manifold edges.
void matchEdges(const std::vector<uint32_t>& weldedTo, CheckedMesh& checked)
{
    std::vector<uint64_t> edges;
    edges.reserve(3 * checked.triangles.size());
    for (const Triangle& t : checked.triangles) {
        for (int k = 0; k < 3; ++k) {
            const uint64_t a = weldedTo[t[std::size_t(k)]], b = weldedTo[t[std::size_t((k + 1) % 3)]];
            edges.push_back(std::min(a, b) << 32 | std::max(a, b));
        }
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end] == edges[begin]) ++end;
        if (end - begin == 1) checked.openEdges.push_back({uint32_t(edges[begin] >> 32), uint32_t(edges[begin])});
        if (end - begin > 2) ++checked.report.nonManifoldEdges;
    }
    checked.report.openEdges = checked.openEdges.size();
}

/// Numbers the connected pieces in the order of their first triangle; finds the open ones.
void findPieces(const Mesh& mesh, const std::vector<uint32_t>& weldedTo, CheckedMesh& checked)
{
    UnionFind sets(mesh.points.size());
    for (const Triangle& t : checked.triangles) {
        sets.join(weldedTo[t[0]], weldedTo[t[1]]);
        sets.join(weldedTo[t[0]], weldedTo[t[2]]);
    }
    constexpr uint32_t kNone = ~0u;
    std::vector<uint32_t> number(mesh.points.size(), kNone);
    uint32_t pieces = 0;
    for (const Triangle& t : checked.triangles) {
        uint32_t& n = number[sets.find(weldedTo[t[0]])];
        if (n == kNone) n = pieces++;
        checked.piece.push_back(n);
    }
    checked.pieceOpen.assign(pieces, false);
    for (const auto& edge : checked.openEdges) {
        checked.openEdgePiece.push_back(number[sets.find(edge[0])]);
        checked.pieceOpen[checked.openEdgePiece.back()] = true;
    }
    checked.report.pieces = pieces;
    checked.report.openPieces = std::size_t(std::count(checked.pieceOpen.begin(), checked.pieceOpen.end(), true));
}

/// Counts closed pieces whose volume is negative: wound inside out.
void findInverted(const Mesh& mesh, CheckedMesh& checked)
{
    const Vec3d middle = checked.bounds.centre().cast<double>(); // near, so that the sum keeps its digits
    std::vector<double> volume(checked.report.pieces, 0.0);
    for (std::size_t t = 0; t < checked.triangles.size(); ++t) {
        const Triangle& triangle = checked.triangles[t];
        const Vec3d a = mesh.points[triangle[0]].cast<double>() - middle;
        volume[checked.piece[t]] += areaVector(mesh, triangle).dot(a) / 3;
    }
    for (std::size_t p = 0; p < volume.size(); ++p) checked.report.inverted += !checked.pieceOpen[p] && volume[p] < 0;
}

/// Now that edges are matched, drops the triangles without area.
void dropFlat(const Mesh& mesh, CheckedMesh& checked)
{
    std::size_t kept = 0;
    for (std::size_t t = 0; t < checked.triangles.size(); ++t) {
        const double area = areaVector(mesh, checked.triangles[t]).norm();
        if (area == 0) continue;
        checked.area += area;
        for (const uint32_t corner : checked.triangles[t]) checked.bounds.extend(mesh.points[corner]);
        checked.triangles[kept] = checked.triangles[t];
        checked.piece[kept] = checked.piece[t];
        ++kept;
    }
    checked.triangles.resize(kept);
    checked.piece.resize(kept);
    checked.report.triangles = kept;
}

std::string counted(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

} // namespace

CheckedMesh checkMesh(const Mesh& mesh)
{
    requireWhole(mesh);
    CheckedMesh checked;
    checked.report.points = mesh.points.size();
    checked.report.faces = mesh.faceCorners.size();
    const std::vector<uint32_t> weldedTo = weld(mesh.points, checked.report.welded);
    cutFaces(mesh, weldedTo, checked);
    matchEdges(weldedTo, checked);
    findPieces(mesh, weldedTo, checked);
    dropFlat(mesh, checked);
    findInverted(mesh, checked);
    if (checked.triangles.empty()) throw InputError("mesh: no face can be used; " + checked.report.summary());
    return checked;
}

std::string MeshReport::summary() const
{
    std::string s = counted(faces, "face", "faces") + " on " + counted(points, "point", "points") + " gave " +
                    counted(triangles, "triangle", "triangles") + " in " + counted(pieces, "piece", "pieces");
    const auto add = [&s](std::size_t count, const char* one, const char* many) {
        if (count) s += "; " + counted(count, one, many);
    };
    add(outOfRange, "face dropped that names a missing point", "faces dropped that name missing points");
    add(degenerate, "face dropped that has no area", "faces dropped that have no area");
    add(duplicate, "face dropped that repeats another", "faces dropped that repeat others");
    add(welded, "point shares another's place", "points share others' places");
    add(openEdges, "open edge", "open edges");
    add(nonManifoldEdges, "edge with more than two faces", "edges with more than two faces");
    add(inverted, "piece is wound inside out and was turned", "pieces are wound inside out and were turned");
    add(sealed, "piece has holes smaller than a voxel and counts as closed",
        "pieces have holes smaller than a voxel and count as closed");
    if (shells)
        s += "; " + counted(shells, "open piece became a shell", "open pieces became shells") + " " +
             toText(2 * thickness) + " thick";
    if (voxels) s += "; " + std::to_string(voxels) + " voxels of " + toText(voxelSize);
    return s;
}

} // namespace firn
