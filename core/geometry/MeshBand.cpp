#include "geometry/MeshBand.h"

#include "geometry/ClosestPoint.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <cmath>

namespace firn {
namespace {

using openvdb::Coord;

struct Corners {
    Vec3d a, b, c;

    Corners(const Mesh& mesh, const Triangle& t)
        : a(mesh.points[t[0]].cast<double>()), b(mesh.points[t[1]].cast<double>()), c(mesh.points[t[2]].cast<double>())
    {
    }
    double distanceSquared(const Vec3d& x) const
    {
        const Vec3d w = closestPointWeights(x, a, b, c);
        return (x - (w[0] * a + w[1] * b + w[2] * c)).squaredNorm();
    }
};

/// The triangles that a voxel or one of its neighbours is nearest to, in ascending order, each once.
class Candidates {
public:
    template <class Accessor> void gather(Accessor& nearest, const Coord& at, int triangleCount)
    {
        mCount = 0;
        for (int n = 0; n < 27; ++n) {
            const int t = nearest.getValue(at.offsetBy(n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1));
            if (t >= 0 && t < triangleCount && std::find(mIndex, mIndex + mCount, t) == mIndex + mCount)
                mIndex[mCount++] = t;
        }
        std::sort(mIndex, mIndex + mCount); // of two at the same distance, the lower one wins
    }
    const int* begin() const { return mIndex; }
    const int* end() const { return mIndex + mCount; }

private:
    int mIndex[27];
    int mCount = 0;
};

} // namespace

void measureDistances(const Mesh& mesh, const std::vector<Triangle>& triangles, openvdb::FloatGrid& distance,
                      openvdb::Int32Grid& nearest)
{
    const openvdb::Int32Grid::ConstPtr before = nearest.deepCopy();
    const double voxel = distance.voxelSize()[0];
    std::vector<openvdb::FloatTree::LeafNodeType*> leaves;
    distance.tree().getNodes(leaves);
    forEach(
        leaves.size(),
        [&](std::size_t n) {
            openvdb::tree::ValueAccessor<const openvdb::Int32Tree, false> old(before->constTree());
            auto* indices = nearest.tree().probeLeaf(leaves[n]->origin());
            Candidates candidates;
            for (auto value = leaves[n]->beginValueOn(); value; ++value) {
                const Coord at = value.getCoord();
                const Vec3d x = voxel * Vec3d(at.x(), at.y(), at.z());
                candidates.gather(old, at, int(triangles.size()));
                double least = std::numeric_limits<double>::infinity();
                int winner = -1;
                for (const int t : candidates) {
                    const double d = Corners(mesh, triangles[std::size_t(t)]).distanceSquared(x);
                    if (d >= least) continue;
                    least = d;
                    winner = t;
                }
                if (winner < 0) continue;
                value.setValue(std::copysign(float(std::sqrt(least)), *value));
                if (indices) indices->setValueOn(at, winner);
            }
        },
        8);
}

openvdb::Vec3SGrid::Ptr spreadVelocity(const Mesh& mesh, const std::vector<Triangle>& triangles,
                                       const openvdb::FloatGrid& distance, const openvdb::Int32Grid& nearest)
{
    auto velocity = openvdb::Vec3SGrid::create(openvdb::Vec3f(0));
    velocity->setTransform(distance.transform().copy());
    velocity->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    auto out = velocity->getAccessor();
    auto triangleAt = nearest.getConstAccessor();
    const double voxel = distance.voxelSize()[0];
    for (auto value = distance.cbeginValueOn(); value; ++value) {
        const Coord at = value.getCoord();
        const int t = triangleAt.getValue(at);
        if (t < 0 || std::size_t(t) >= triangles.size()) continue;
        const Triangle& triangle = triangles[std::size_t(t)];
        const Corners corners(mesh, triangle);
        const Vec3d weights =
            closestPointWeights(voxel * Vec3d(at.x(), at.y(), at.z()), corners.a, corners.b, corners.c);
        Vec3d v = Vec3d::Zero();
        for (int k = 0; k < 3; ++k) v += weights[k] * mesh.velocities[triangle[std::size_t(k)]].cast<double>();
        out.setValueOn(at, openvdb::Vec3f(float(v.x()), float(v.y()), float(v.z())));
    }
    return velocity;
}

} // namespace firn
