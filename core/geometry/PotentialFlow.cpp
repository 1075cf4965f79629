#include "geometry/PotentialFlow.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <algorithm>
#include <cmath>

namespace firn {
namespace {

constexpr double kMostCells = 3e7;
constexpr int kMostIterations = 5000;
constexpr double kTolerance = 1e-5; // of the right-hand side: far below what the voxels can show

/// The cells of the box, x fastest, and which of them are solid.
struct Cells {
    Vec3i count;
    std::vector<uint8_t> solid;

    std::size_t size() const { return solid.size(); }
    Vec3i at(std::size_t n) const
    {
        const auto x = std::size_t(count.x()), y = std::size_t(count.y());
        return {int32_t(n % x), int32_t(n / x % y), int32_t(n / x / y)};
    }
    std::ptrdiff_t step(int axis) const
    {
        return axis == 0 ? 1 : axis == 1 ? count.x() : std::ptrdiff_t(count.x()) * count.y();
    }

    /// Calls visit(axis, sign, n) for the six faces: n is the cell beyond, -1 outside the box.
    template <class Visit> void forFaces(std::size_t cell, Visit&& visit) const
    {
        const Vec3i c = at(cell);
        for (int axis = 0; axis < 3; ++axis)
            for (const int sign : {-1, 1}) {
                const bool outside = sign < 0 ? c[axis] == 0 : c[axis] == count[axis] - 1;
                visit(axis, sign, outside ? std::ptrdiff_t(-1) : std::ptrdiff_t(cell) + sign * step(axis));
            }
    }
};

/// The sum over open faces of (phi - phi beyond); phi is zero outside the box. Zero in solids.
void applyLaplacian(const Cells& cells, const std::vector<double>& phi, std::vector<double>& out)
{
    forEach(cells.size(), [&](std::size_t n) {
        double sum = 0;
        if (!cells.solid[n])
            cells.forFaces(n, [&](int, int, std::ptrdiff_t beyond) {
                if (beyond < 0)
                    sum += phi[n];
                else if (!cells.solid[std::size_t(beyond)])
                    sum += phi[n] - phi[std::size_t(beyond)];
            });
        out[n] = sum;
    });
}

double dot(const std::vector<double>& a, const std::vector<double>& b)
{
    return sumOf(a.size(), 0.0, [&](std::size_t n) { return a[n] * b[n]; });
}

/// Conjugate gradients for Laplacian phi = b.
std::vector<double> solve(const Cells& cells, const std::vector<double>& b, const Hooks& hooks)
{
    const std::size_t size = cells.size();
    std::vector<double> phi(size), r = b, p = b, q(size);
    double rr = dot(r, r);
    const double enough = kTolerance * kTolerance * rr;
    for (int iteration = 0; iteration < kMostIterations && rr > enough; ++iteration) {
        if (hooks.stopRequested()) throw Interrupted();
        applyLaplacian(cells, p, q);
        const double alpha = rr / dot(p, q);
        forEach(size, [&](std::size_t n) {
            phi[n] += alpha * p[n];
            r[n] -= alpha * q[n];
        });
        const double next = dot(r, r);
        const double beta = next / rr;
        rr = next;
        forEach(size, [&](std::size_t n) { p[n] = r[n] + beta * p[n]; });
    }
    return phi;
}

Cells cellsOf(const FlowBox& flow, const SolidDistance& solids, const std::string& where)
{
    const Vec3f size = flow.box.size();
    const double voxel = flow.voxelSize;
    if (flow.box.empty() || !size.allFinite() || !(voxel > 0))
        throw InputError(where + ": the box of the flow is empty, or its voxel size is not above 0");
    const Eigen::Array3d wanted = (size.cast<double>().array() / voxel).round().max(1.0);
    if (!(wanted.prod() <= kMostCells))
        throw InputError(where + ": the box of the flow has " + toText(wanted.prod()) + " voxels; at most " +
                         toText(kMostCells) + " are allowed: raise the voxel size");
    Cells cells;
    cells.count = wanted.cast<int32_t>().matrix();
    cells.solid.resize(std::size_t(wanted.prod()));
    forRanges(cells.size(), kDefaultGrain, [&](std::size_t begin, std::size_t end) {
        std::vector<Vec3f> x(end - begin);
        std::vector<float> distance(end - begin);
        for (std::size_t n = begin; n < end; ++n)
            x[n - begin] = flow.box.lower + flow.voxelSize * (cells.at(n).cast<float>() + Vec3f::Constant(0.5f));
        solids(x, distance);
        for (std::size_t n = begin; n < end; ++n) cells.solid[n] = distance[n - begin] < 0;
    });
    return cells;
}

} // namespace

VelocityGrid flowAround(const FlowBox& flow, const Vec3f& far, const SolidDistance& solids, const std::string& where,
                        const Hooks& hooks)
{
    // u = far + grad phi has no divergence, and no part through the face of a solid. With the voxel's edge as the unit
    // of length: the sum over open faces of (phi beyond - phi) is the sum over closed faces of far . n.
    const Cells cells = cellsOf(flow, solids, where);
    std::vector<double> b(cells.size());
    const auto closed = [&](std::ptrdiff_t beyond) { return beyond >= 0 && cells.solid[std::size_t(beyond)]; };
    forEach(cells.size(), [&](std::size_t n) {
        if (cells.solid[n]) return;
        cells.forFaces(n, [&](int axis, int sign, std::ptrdiff_t beyond) {
            if (closed(beyond)) b[n] -= sign * double(far[axis]);
        });
    });
    const std::vector<double> phi = solve(cells, b, hooks);

    // At the middle of a voxel: the mean of what is known at its two faces along each axis.
    std::vector<Vec3f> change(cells.size());
    forEach(cells.size(), [&](std::size_t n) {
        Vec3d sum = Vec3d::Zero();
        cells.forFaces(n, [&](int axis, int sign, std::ptrdiff_t beyond) {
            const double there = beyond < 0 ? 0 : phi[std::size_t(beyond)];
            sum[axis] += closed(beyond) ? -double(far[axis]) : sign * (there - phi[n]);
        });
        change[n] = cells.solid[n] ? Vec3f(-far) : Vec3f((0.5 * sum).cast<float>());
    });
    const Vec3d origin = (flow.box.lower + Vec3f::Constant(0.5f * flow.voxelSize)).cast<double>();
    return velocityGrid(origin, flow.voxelSize, cells.count, change);
}

} // namespace firn
