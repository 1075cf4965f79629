// Claims about the polygons that a surface cuts out of one cell.
#include "surface/CellPolygons.h"

#include <gtest/gtest.h>

using namespace firn;

namespace {

bool isCut(unsigned inside, int edge)
{
    const int start = kCellEdgeStart[std::size_t(edge)], end = start | (4 >> cellEdgeAxis(edge));
    return (inside >> start & 1u) != (inside >> end & 1u);
}

} // namespace

TEST(CellPolygons, UseEveryCutEdgeOnceAndNoOther)
{
    for (unsigned inside = 0; inside < 256; ++inside) {
        const CellPolygons& polygons = cellPolygons()[inside];
        std::array<int, kCellEdges> uses{};
        int at = 0;
        for (int p = 0; p < polygons.count; ++p)
            for (int n = 0; n < polygons.sizes[std::size_t(p)]; ++n) ++uses[polygons.edges[std::size_t(at++)]];
        for (int edge = 0; edge < kCellEdges; ++edge)
            EXPECT_EQ(uses[std::size_t(edge)], isCut(inside, edge) ? 1 : 0) << "case " << inside << ", edge " << edge;
    }
}

TEST(CellPolygons, HaveThreeCornersOrMore)
{
    for (const CellPolygons& polygons : cellPolygons())
        for (int p = 0; p < polygons.count; ++p) EXPECT_GE(polygons.sizes[std::size_t(p)], 3);
}

TEST(CellPolygons, OfOneInsideCornerIsATriangleAroundIt)
{
    const CellPolygons& polygons = cellPolygons()[1];
    EXPECT_EQ(polygons.count, 1);
    EXPECT_EQ(polygons.sizes[0], 3);
}
