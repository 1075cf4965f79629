#include "surface/CellPolygons.h"

namespace firn {

namespace {

/// The corners of each face, counter-clockwise when seen from outside the cell.
constexpr uint8_t kFaces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};

int edgeBetween(int a, int b)
{
    const int start = a < b ? a : b, axis = 2 - ((a ^ b) >> 1); // corners differ in one bit: 4 is x, 2 is y, 1 is z
    for (int edge = 4 * axis; edge < 4 * axis + 4; ++edge)
        if (kCellEdgeStart[std::size_t(edge)] == start) return edge;
    return -1;
}

/// For each cut edge, the edge that the surface goes on to across one of the cell's faces; -1 for edges not cut.
std::array<int, kCellEdges> nextEdges(unsigned inside)
{
    std::array<int, kCellEdges> next;
    next.fill(-1);
    const auto isIn = [&](int corner) { return (inside >> corner & 1u) != 0; };
    for (const auto& face : kFaces) {
        for (int n = 0; n < 4; ++n) {
            if (isIn(face[n]) || !isIn(face[(n + 1) % 4])) continue;
            // The boundary enters the inside here. It leaves it after this run of inside corners.
            int last = n + 1;
            while (isIn(face[(last + 1) % 4])) ++last;
            next[std::size_t(edgeBetween(face[n], face[(n + 1) % 4]))] =
                edgeBetween(face[last % 4], face[(last + 1) % 4]);
        }
    }
    return next;
}

CellPolygons polygonsOf(unsigned inside)
{
    CellPolygons polygons;
    std::array<int, kCellEdges> next = nextEdges(inside);
    std::size_t used = 0;
    for (int start = 0; start < kCellEdges; ++start) {
        if (next[std::size_t(start)] < 0) continue;
        uint8_t& size = polygons.sizes[polygons.count++];
        for (int edge = start; next[std::size_t(edge)] >= 0;) {
            polygons.edges[used++] = uint8_t(edge);
            ++size;
            const int after = next[std::size_t(edge)];
            next[std::size_t(edge)] = -1;
            edge = after;
        }
    }
    return polygons;
}

} // namespace

const std::array<CellPolygons, 256>& cellPolygons()
{
    static const std::array<CellPolygons, 256> kCases = [] {
        std::array<CellPolygons, 256> cases;
        for (unsigned inside = 0; inside < 256; ++inside) cases[inside] = polygonsOf(inside);
        return cases;
    }();
    return kCases;
}

} // namespace firn
