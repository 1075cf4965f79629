#include "geometry/LevelSet.h"

#include "geometry/LevelSetGrid.h"

namespace firn {

openvdb::CoordBBox insideVoxels(const openvdb::FloatGrid& distance)
{
    using Tree = openvdb::FloatTree;
    openvdb::CoordBBox box; // empty
    for (auto leaf = distance.tree().cbeginLeaf(); leaf; ++leaf) {
        const openvdb::CoordBBox leafBox = leaf->getNodeBoundingBox();
        if (box.isInside(leafBox)) continue;
        for (openvdb::Index n = 0; n < Tree::LeafNodeType::SIZE; ++n)
            if (leaf->getValue(n) < 0) box.expand(leaf->offsetToGlobalCoord(n));
    }
    auto tile = distance.tree().cbeginValueAll();
    tile.setMaxDepth(Tree::ValueAllCIter::LEAF_DEPTH - 1);
    for (; tile; ++tile)
        if (tile.getValue() < 0) box.expand(tile.getBoundingBox());
    if (!box.empty()) box.expand(1);
    return box;
}

float LevelSet::voxelSize() const { return float(mGrid->distance->voxelSize()[0]); }

Box3f LevelSet::bounds() const
{
    Box3f bounds;
    const openvdb::CoordBBox inside = insideVoxels(*mGrid->distance);
    if (inside.empty()) return bounds;
    for (int corner = 0; corner < 8; ++corner) {
        const openvdb::Vec3d index(corner & 1 ? inside.max().x() : inside.min().x(),
                                   corner & 2 ? inside.max().y() : inside.min().y(),
                                   corner & 4 ? inside.max().z() : inside.min().z());
        const openvdb::Vec3d x = mGrid->distance->indexToWorld(index);
        bounds.extend(Vec3d(x.x(), x.y(), x.z()).cast<float>());
    }
    return bounds;
}

std::size_t LevelSet::memory() const
{
    return std::size_t(mGrid->distance->memUsage()) + (mGrid->velocity ? std::size_t(mGrid->velocity->memUsage()) : 0);
}

} // namespace firn
