#include "geometry/GridReading.h"

#include "base/Error.h"
#include "base/Text.h"

namespace firn {

void readGridMap(const openvdb::GridBase& grid, const std::string& what, Mat3d& linear, Vec3d& offset)
{
    if (!grid.transform().isLinear()) throw InputError(what + " has a frustum transform; it must be linear");
    const openvdb::Mat4R toWorld = grid.transform().baseMap()->getAffineMap()->getMat4(); // for row vectors
    Mat3d forward;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) forward(r, c) = toWorld(c, r);
    const double voxel = forward.col(0).norm();
    const Mat3d gram = forward.transpose() * forward / (voxel * voxel);
    constexpr double kSkew = 1e-4; // files hold transforms as rounded text or float
    if (!(voxel > 0) || !((gram - Mat3d::Identity()).cwiseAbs().maxCoeff() < kSkew))
        throw InputError(what + " has voxels of " + toText(forward.col(0).norm()) + " x " +
                         toText(forward.col(1).norm()) + " x " + toText(forward.col(2).norm()) +
                         " m; they must be cubes: resample it");
    linear = forward.transpose() / (voxel * voxel); // the inverse of a scaled rotation
    offset = -(linear * Vec3d(toWorld(3, 0), toWorld(3, 1), toWorld(3, 2)));
}

} // namespace firn
