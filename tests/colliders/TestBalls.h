// Level sets of balls in closed form, for tests.
#pragma once

#include "geometry/LevelSet.h"
#include "geometry/LevelSetGrid.h"

#include <cmath>
#include <functional>

namespace firn::test {

/// The exact distance of a ball on the grid, in a band of `bandVoxels`, with a velocity grid when one is given.
inline LevelSet ball(const Vec3d& centre, double radius, double voxel, double bandVoxels = 5,
                     const std::function<Vec3d(const Vec3d&)>& velocity = {})
{
    const float band = float(bandVoxels * voxel);
    auto distance = openvdb::FloatGrid::create(band);
    distance->setTransform(openvdb::math::Transform::createLinearTransform(voxel));
    distance->setGridClass(openvdb::GRID_LEVEL_SET);
    auto grid = std::make_shared<LevelSetGrid>();
    openvdb::Vec3SGrid::Ptr moving;
    if (velocity) {
        moving = openvdb::Vec3SGrid::create();
        moving->setTransform(distance->transform().copy());
    }
    auto out = distance->getAccessor();
    const double reach = radius + band;
    const auto lo = [&](int axis) { return int(std::floor((centre[axis] - reach) / voxel)); };
    const auto hi = [&](int axis) { return int(std::ceil((centre[axis] + reach) / voxel)); };
    for (int i = lo(0); i <= hi(0); ++i)
        for (int j = lo(1); j <= hi(1); ++j)
            for (int k = lo(2); k <= hi(2); ++k) {
                const Vec3d x = voxel * Vec3d(i, j, k);
                const double d = (x - centre).norm() - radius;
                const openvdb::Coord at(i, j, k);
                if (d >= band) continue;
                if (d <= -band) {
                    out.setValueOff(at, -band);
                    continue;
                }
                out.setValueOn(at, float(d));
                if (!moving) continue;
                const Vec3d v = velocity(x);
                moving->tree().setValueOn(at, openvdb::Vec3f(float(v.x()), float(v.y()), float(v.z())));
            }
    grid->distance = distance;
    grid->velocity = moving;
    return LevelSet(grid);
}

} // namespace firn::test
