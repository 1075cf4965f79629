// How a surface cuts one cell of a lattice: closed polygons for each of the 256 ways its corners can be inside.
#pragma once

#include <array>
#include <cstdint>

namespace firn {

/// Corner c of a cell is at (c >> 2, c >> 1 & 1, c & 1). Edge e = 4 axis + n leads along its axis from corner
/// kCellEdgeStart[e] to the corner after it.
inline constexpr int kCellEdges = 12;
inline constexpr std::array<uint8_t, kCellEdges> kCellEdgeStart = {0, 1, 2, 3, 0, 1, 4, 5, 0, 2, 4, 6};
inline constexpr int cellEdgeAxis(int edge) { return edge / 4; }

/// Polygons of one case: their edges in turn, wound so that the outside is in front.
struct CellPolygons {
    uint8_t count = 0;
    std::array<uint8_t, 4> sizes{};          ///< corners of each polygon, 3 or more
    std::array<uint8_t, kCellEdges> edges{}; ///< one polygon after the other; a cut edge occurs once
};

/// The polygons of every case; bit c of the index says that corner c is inside.
///
/// On each face of the cell, inside corners that do not touch along an edge are kept apart. That hangs on the face's
/// corners alone, so two cells agree on the face they share: the polygons of a lattice always form closed surfaces in
/// which each edge has exactly two faces.
const std::array<CellPolygons, 256>& cellPolygons();

} // namespace firn
