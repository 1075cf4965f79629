#include "surface/SurfaceMesh.h"

#include "base/Error.h"
#include "parallel/ForEach.h"
#include "surface/CellPolygons.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace firn {

namespace {

/// Points stay this share of an edge away from its ends, so that no polygon shrinks to nothing.
constexpr float kNearestToEnd = 0.01f;

constexpr int kPaddedSide = kFieldSide + 1;

/// A block's values and the first ones of its upper neighbours: all corners of its cells.
struct PaddedBlock {
    std::array<float, kPaddedSide * kPaddedSide * kPaddedSide> values;
    static std::size_t at(int x, int y, int z) { return std::size_t((x * kPaddedSide + y) * kPaddedSide + z); }

    PaddedBlock(const SurfaceField& field, std::size_t b)
    {
        const FieldBlock* around[8];
        for (int n = 0; n < 8; ++n) {
            const auto found = field.numbers.find(field.origins[b] + kFieldSide * Vec3i(n >> 2, n >> 1 & 1, n & 1));
            around[n] = found == field.numbers.end() ? nullptr : &field.blocks[found->second];
        }
        for (int x = 0; x < kPaddedSide; ++x)
            for (int y = 0; y < kPaddedSide; ++y)
                for (int z = 0; z < kPaddedSide; ++z) {
                    const FieldBlock* block = around[(x >> 3) << 2 | (y >> 3) << 1 | (z >> 3)];
                    values[at(x, y, z)] = block ? (*block)[SurfaceField::offsetOf({x, y, z})] : field.outside;
                }
    }
    bool hasSurface() const
    {
        const auto inside = [](float value) { return value < 0; };
        return std::any_of(values.begin(), values.end(), inside) && !std::all_of(values.begin(), values.end(), inside);
    }
};

/// What one block adds to the mesh: a point on each cut lattice edge that starts in the block, polygons of its cells.
struct BlockMesh {
    std::vector<uint32_t> edges; ///< of each point: 3 times the voxel's place in the block plus the axis; ascending
    std::vector<Vec3f> points, velocities;
    std::vector<uint32_t> corners, faceCorners;
    uint32_t firstPoint = 0;
};

/// The mean velocity of the snow around each corner of a block's cells.
struct CornerVelocities {
    std::vector<Vec3f> sum;
    std::vector<float> weight; ///< 0 where no particle is near

    /// On the edge between two corners, one of which is inside the snow and so has a velocity.
    Vec3f between(std::size_t a, std::size_t b, float t) const
    {
        if (weight[a] == 0) return weight[b] == 0 ? Vec3f(Vec3f::Zero()) : Vec3f(sum[b] / weight[b]);
        if (weight[b] == 0) return sum[a] / weight[a];
        return (1 - t) / weight[a] * sum[a] + t / weight[b] * sum[b];
    }
};

CornerVelocities cornerVelocities(const SurfaceKernels& kernels, const Vec3i& origin)
{
    constexpr std::size_t kCorners = kPaddedSide * kPaddedSide * kPaddedSide;
    CornerVelocities velocities{std::vector<Vec3f>(kCorners, Vec3f::Zero()), std::vector<float>(kCorners, 0.0f)};
    const Vec3i end = origin + Vec3i::Constant(kFieldSide);
    visitKernels(kernels, origin, end, [&](std::size_t i) {
        Vec3i first, last;
        if (!kernelVoxels(kernels, i, origin, end, first, last)) return;
        const float reach = kernels.extents[i].maxCoeff();
        for (int x = first.x(); x <= last.x(); ++x)
            for (int y = first.y(); y <= last.y(); ++y)
                for (int z = first.z(); z <= last.z(); ++z) {
                    const Vec3d d = kernels.voxelSize * Vec3d(x, y, z) - kernels.centres[i].cast<double>();
                    const float s = 1 - float(d.squaredNorm()) / (reach * reach);
                    if (s <= 0) continue;
                    const std::size_t at = PaddedBlock::at(x - origin.x(), y - origin.y(), z - origin.z());
                    velocities.sum[at] += s * s * s * kernels.velocity[i];
                    velocities.weight[at] += s * s * s;
                }
    });
    return velocities;
}

/// Puts a point on every lattice edge of the block that the surface cuts.
void placePoints(const SurfaceField& field, const SurfaceKernels& kernels, const PaddedBlock& padded, std::size_t b,
                 BlockMesh& part)
{
    const CornerVelocities velocities = cornerVelocities(kernels, field.origins[b]);
    for (int x = 0; x < kFieldSide; ++x)
        for (int y = 0; y < kFieldSide; ++y)
            for (int z = 0; z < kFieldSide; ++z)
                for (int axis = 0; axis < 3; ++axis) {
                    const Vec3i next = Vec3i(x, y, z) + Vec3i::Unit(axis);
                    const std::size_t from = PaddedBlock::at(x, y, z),
                                      to = PaddedBlock::at(next.x(), next.y(), next.z());
                    const float a = padded.values[from], c = padded.values[to];
                    if ((a < 0) == (c < 0)) continue;
                    const float t = std::clamp(a / (a - c), kNearestToEnd, 1 - kNearestToEnd);
                    Vec3d place = (field.origins[b] + Vec3i(x, y, z)).cast<double>();
                    place[axis] += double(t);
                    part.edges.push_back(uint32_t(3 * SurfaceField::offsetOf({x, y, z})) + uint32_t(axis));
                    part.points.push_back((field.voxelSize * place).cast<float>());
                    part.velocities.push_back(velocities.between(from, to, t));
                }
}

/// Joins blocks' points to polygons.
class Joiner {
public:
    Joiner(const SurfaceField& field, std::vector<BlockMesh>& parts) : mField(field), mParts(parts) {}

    void join(const PaddedBlock& padded, std::size_t b)
    {
        BlockMesh& part = mParts[b];
        for (int x = 0; x < kFieldSide; ++x)
            for (int y = 0; y < kFieldSide; ++y)
                for (int z = 0; z < kFieldSide; ++z) {
                    unsigned inside = 0;
                    for (int c = 0; c < 8; ++c)
                        if (padded.values[PaddedBlock::at(x + (c >> 2), y + (c >> 1 & 1), z + (c & 1))] < 0)
                            inside |= 1u << c;
                    const CellPolygons& polygons = cellPolygons()[inside];
                    const uint8_t* edge = polygons.edges.data();
                    for (int p = 0; p < polygons.count; edge += polygons.sizes[std::size_t(p++)]) {
                        const uint8_t size = polygons.sizes[std::size_t(p)];
                        part.faceCorners.push_back(size);
                        for (int n = 0; n < size; ++n)
                            part.corners.push_back(pointOn(mField.origins[b] + Vec3i(x, y, z), edge[n]));
                    }
                }
    }

private:
    /// The number of the point on an edge of the cell; the edge may start in another block.
    uint32_t pointOn(const Vec3i& cell, int edge) const
    {
        const int c = kCellEdgeStart[std::size_t(edge)];
        const Vec3i voxel = cell + Vec3i(c >> 2, c >> 1 & 1, c & 1);
        const BlockMesh& part = mParts[mField.numbers.at(SurfaceField::originOf(voxel))];
        const auto key = uint32_t(3 * SurfaceField::offsetOf(voxel)) + uint32_t(cellEdgeAxis(edge));
        const auto found = std::lower_bound(part.edges.begin(), part.edges.end(), key);
        return part.firstPoint + uint32_t(found - part.edges.begin());
    }

    const SurfaceField& mField;
    std::vector<BlockMesh>& mParts;
};

/// Takes triangles and quads as they are. Longer polygons are rarely flat: each becomes a fan around its middle.
void addPolygon(Span<const uint32_t> corners, Mesh& mesh)
{
    if (corners.size() <= 4) {
        mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.end());
        mesh.faceCorners.push_back(uint32_t(corners.size()));
        return;
    }
    Vec3d place = Vec3d::Zero(), velocity = Vec3d::Zero();
    for (const uint32_t corner : corners) {
        place += mesh.points[corner].cast<double>();
        velocity += mesh.velocities[corner].cast<double>();
    }
    const auto middle = uint32_t(mesh.points.size());
    mesh.points.push_back((place / double(corners.size())).cast<float>());
    mesh.velocities.push_back((velocity / double(corners.size())).cast<float>());
    for (std::size_t n = 0; n < corners.size(); ++n) {
        mesh.corners.insert(mesh.corners.end(), {corners[n], corners[(n + 1) % corners.size()], middle});
        mesh.faceCorners.push_back(3);
    }
}

/// The mean of the faces' normals at each point, weighted by area.
std::vector<Vec3f> normalsOf(const Mesh& mesh)
{
    std::vector<Vec3f> normals(mesh.points.size(), Vec3f::Zero());
    const uint32_t* corner = mesh.corners.data();
    for (const uint32_t count : mesh.faceCorners) {
        const Vec3f& origin = mesh.points[corner[0]];
        Vec3f area = Vec3f::Zero();
        for (uint32_t n = 1; n + 1 < count; ++n)
            area += (mesh.points[corner[n]] - origin).cross(mesh.points[corner[n + 1]] - origin);
        for (uint32_t n = 0; n < count; ++n) normals[corner[n]] += area;
        corner += count;
    }
    for (Vec3f& normal : normals) {
        const float length = normal.norm();
        normal = length > 0 ? Vec3f(normal / length) : Vec3f(0, 1, 0); // folded flat: any direction does
    }
    return normals;
}

} // namespace

SurfaceMesh surfaceMesh(const SurfaceField& field, const SurfaceKernels& kernels)
{
    std::vector<BlockMesh> parts(field.blocks.size());
    const auto forSurfaceBlocks = [&](auto&& work) {
        forEach(
            parts.size(),
            [&](std::size_t b) {
                const PaddedBlock padded(field, b);
                if (padded.hasSurface()) work(padded, b);
            },
            8);
    };
    forSurfaceBlocks(
        [&](const PaddedBlock& padded, std::size_t b) { placePoints(field, kernels, padded, b, parts[b]); });

    SurfaceMesh result;
    Mesh& mesh = result.mesh;
    for (BlockMesh& part : parts) {
        if (mesh.points.size() + part.points.size() > std::size_t(UINT32_MAX) / 2)
            throw InputError("the surface has more points than a mesh can number; make voxel_size larger");
        part.firstPoint = uint32_t(mesh.points.size());
        mesh.points.insert(mesh.points.end(), part.points.begin(), part.points.end());
        mesh.velocities.insert(mesh.velocities.end(), part.velocities.begin(), part.velocities.end());
    }
    if (mesh.points.empty())
        throw InputError("the surface is empty: no voxel is inside the snow. Make voxel_size smaller, radius_scale "
                         "larger, or smoothing less");
    Joiner joiner(field, parts);
    forSurfaceBlocks([&](const PaddedBlock& padded, std::size_t b) { joiner.join(padded, b); });

    for (const BlockMesh& part : parts) {
        const Span<const uint32_t> corners = part.corners;
        std::size_t at = 0;
        for (const uint32_t count : part.faceCorners) {
            addPolygon(corners.subspan(at, count), mesh);
            at += count;
        }
    }
    result.normals = normalsOf(mesh);
    return result;
}

} // namespace firn
