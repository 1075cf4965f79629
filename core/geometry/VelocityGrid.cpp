#include "geometry/VelocityGrid.h"

#include "base/Error.h"
#include "geometry/GridReading.h"
#include "geometry/VelocityVdb.h"

#include <algorithm>

namespace firn {

VelocityGrid::VelocityGrid(std::shared_ptr<const VelocityGridData> data, const std::string& what)
    : mData(std::move(data))
{
    FIRN_ASSERT(mData && mData->grid);
    if (mData->grid->getGridClass() == openvdb::GRID_STAGGERED)
        throw InputError(what + " is staggered; it must hold velocities at voxel centres (in Houdini: set the VDB's "
                                "class to unknown after a resample)");
    readGridMap(*mData->grid, what, mLinear, mOffset);
    mVoxel = float(1 / mLinear.row(0).norm());
}

void VelocityGrid::sample(Span<const Vec3f> x, Span<Vec3f> out) const
{
    constexpr double kBeyondAnyGrid = 1e9;
    GridAccessor<openvdb::Vec3STree> accessor(mData->grid->constTree());
    const openvdb::Vec3f background = mData->grid->background();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3d p = mLinear * x[i].cast<double>() + mOffset;
        openvdb::Vec3f value = background;
        if (p.cwiseAbs().maxCoeff() < kBeyondAnyGrid) { // not for a place that is not a number
            const GridCell cell(p);
            openvdb::Vec3f v[8];
            readGridCell(accessor, cell.base, v);
            value = trilinear(cell, v);
        }
        out[i] = Vec3f(value.x(), value.y(), value.z());
    }
}

std::size_t VelocityGrid::memory() const { return std::size_t(mData->grid->memUsage()); }

VelocityGrid velocityGrid(const Vec3d& origin, double voxel, const Vec3i& count, Span<const Vec3f> values)
{
    FIRN_ASSERT(values.size() == std::size_t(count.x()) * std::size_t(count.y()) * std::size_t(count.z()));
    auto grid = openvdb::Vec3SGrid::create();
    const auto transform = openvdb::math::Transform::createLinearTransform(voxel);
    transform->postTranslate(openvdb::Vec3d(origin.x(), origin.y(), origin.z()));
    grid->setTransform(transform);
    grid->setName("vel");
    auto out = grid->getAccessor();
    std::size_t n = 0;
    for (int k = 0; k < count.z(); ++k)
        for (int j = 0; j < count.y(); ++j)
            for (int i = 0; i < count.x(); ++i, ++n)
                out.setValue({i, j, k}, {values[n].x(), values[n].y(), values[n].z()});
    auto data = std::make_shared<VelocityGridData>();
    data->grid = grid;
    return {std::move(data), "velocity grid"};
}

} // namespace firn
