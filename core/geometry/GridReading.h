// Reads OpenVDB grids at points between voxels. Include it in few files: OpenVDB's headers are slow to compile.
#pragma once

#include "base/Types.h"
#include "geometry/LevelSetGrid.h"

#include <cmath>
#include <string>

namespace firn {

/// An unregistered accessor: cheap to make, right as long as nobody changes the tree, and shared grids are immutable.
template <class Tree> using GridAccessor = openvdb::tree::ValueAccessor<const Tree, false>;

/// The eight values around a point, x slowest: v[4 dx + 2 dy + dz].
template <class Tree, class Value>
void readGridCell(GridAccessor<Tree>& accessor, const openvdb::Coord& base, Value v[8])
{
    constexpr int kLast = int(Tree::LeafNodeType::DIM) - 1;
    constexpr int kShift = int(Tree::LeafNodeType::LOG2DIM);
    if ((base.x() & kLast) != kLast && (base.y() & kLast) != kLast && (base.z() & kLast) != kLast) {
        if (const auto* leaf = accessor.probeConstLeaf(base)) { // the usual case: the cell lies in one leaf
            const Value* at = leaf->buffer().data() + Tree::LeafNodeType::coordToOffset(base);
            for (int n = 0; n < 8; ++n) v[n] = at[((n >> 2) << (2 * kShift)) + ((n >> 1 & 1) << kShift) + (n & 1)];
            return;
        }
    }
    for (int n = 0; n < 8; ++n) v[n] = accessor.getValue(base.offsetBy(n >> 2, n >> 1 & 1, n & 1));
}

/// The cell that holds a point, and where in it.
struct GridCell {
    openvdb::Coord base;
    float fx, fy, fz;

    explicit GridCell(const Vec3d& p)
    {
        const double x = std::floor(p.x()), y = std::floor(p.y()), z = std::floor(p.z());
        base.reset(int(x), int(y), int(z));
        fx = float(p.x() - x);
        fy = float(p.y() - y);
        fz = float(p.z() - z);
    }
};

template <class Value> Value gridLerp(const Value& a, const Value& b, float t) { return a + (b - a) * t; }

/// Trilinear value and its gradient per voxel.
inline float trilinear(const GridCell& c, const float v[8], Vec3f& gradient)
{
    const float v00 = gridLerp(v[0], v[1], c.fz), v01 = gridLerp(v[2], v[3], c.fz);
    const float v10 = gridLerp(v[4], v[5], c.fz), v11 = gridLerp(v[6], v[7], c.fz);
    const float v0 = gridLerp(v00, v01, c.fy), v1 = gridLerp(v10, v11, c.fy);
    gradient.x() = v1 - v0;
    gradient.y() = gridLerp(v01 - v00, v11 - v10, c.fx);
    gradient.z() = gridLerp(gridLerp(v[1] - v[0], v[3] - v[2], c.fy), gridLerp(v[5] - v[4], v[7] - v[6], c.fy), c.fx);
    return gridLerp(v0, v1, c.fx);
}

template <class Value> Value trilinear(const GridCell& c, const Value v[8])
{
    return gridLerp(gridLerp(gridLerp(v[0], v[1], c.fz), gridLerp(v[2], v[3], c.fz), c.fy),
                    gridLerp(gridLerp(v[4], v[5], c.fz), gridLerp(v[6], v[7], c.fz), c.fy), c.fx);
}

/// World to voxel coordinates of a grid: linear * x + offset. Throws InputError, which calls the grid `what`, for any
/// transform but a uniform scale with a rotation and a shift.
void readGridMap(const openvdb::GridBase& grid, const std::string& what, Mat3d& linear, Vec3d& offset);

} // namespace firn
