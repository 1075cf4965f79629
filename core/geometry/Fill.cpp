#include "geometry/Fill.h"

#include "base/Error.h"
#include "base/Text.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr int kBlock = 4;                   // cells along a block's edge
constexpr std::size_t kBlocksPerTask = 256; // each task keeps its own list until all are joined
constexpr double kMostBlocks = 1 << 28;     // 17 thousand million cells: minutes of work, not hours
constexpr double kLargestIndex = 0x1p40;    // cells from the origin; places keep 12 bits within a cell
constexpr double kVolumeSamples = 64000;

/// The blocks that a box touches, numbered with x fastest. Anchored in the world, like the cells.
struct Blocks {
    LatticeCell first, count;

    std::size_t size() const { return std::size_t(count.prod()); }
    LatticeCell at(std::size_t number) const
    {
        const auto n = int64_t(number);
        return first + LatticeCell(n % count.x(), n / count.x() % count.y(), n / count.x() / count.y());
    }
};

Blocks blocksOf(const FillRegion& region, double cellEdge, const std::string& where)
{
    const Eigen::Array3d lower = region.lower / cellEdge, upper = region.upper / cellEdge;
    if (!(lower.abs() < kLargestIndex).all() || !(upper.abs() < kLargestIndex).all())
        throw InputError(where + ": its shape lies or reaches too far for cells of " + toText(float(cellEdge)) +
                         " m; move it nearer to the origin, make it smaller or raise the separation");

    // One cell more on each side, so that rounding of the box never decides about a place.
    Blocks blocks;
    blocks.first = ((lower.floor() - 1.0) / kBlock).floor().cast<int64_t>();
    const LatticeCell last = ((upper.floor() + 1.0) / kBlock).floor().cast<int64_t>();
    blocks.count = last - blocks.first + LatticeCell::Ones();
    const double count = blocks.count.cast<double>().prod();
    if (count > kMostBlocks)
        throw InputError(where + ": the box around its shape has " +
                         toText(std::round(count * kBlock * kBlock * kBlock)) + " cells of " + toText(float(cellEdge)) +
                         " m; raise the separation or split the shape into smaller ones");
    return blocks;
}

/// Adds a block's places that the region keeps.
void fillBlock(const LatticeCell& block, const FillLattice& lattice, const FillRegion& region, FilledPlaces& scratch,
               FilledPlaces& kept)
{
    const double edge = kBlock * lattice.cellEdge();
    const Vec3d centre = (block.cast<double>().array() + 0.5) * edge;
    if (!region.mayHold(centre, 0.5 * std::sqrt(3.0) * edge)) return;

    scratch.place.clear();
    scratch.key.clear();
    for (int c = 0; c < kBlock * kBlock * kBlock; ++c) {
        const LatticeCell cell =
            block * int64_t(kBlock) + LatticeCell(c % kBlock, c / kBlock % kBlock, c / kBlock / kBlock);
        for (int n = 0; n < lattice.placesPerCell(); ++n) {
            scratch.place.push_back(lattice.place(cell, n));
            scratch.key.push_back(lattice.placeKey(cell, n));
        }
    }
    scratch.distance.resize(scratch.size());
    region.distance(scratch.place, scratch.distance);
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        if (!(scratch.distance[i] < 0)) continue;
        kept.place.push_back(scratch.place[i]);
        kept.distance.push_back(scratch.distance[i]);
        kept.key.push_back(scratch.key[i]);
    }
}

/// The lists one after the other.
FilledPlaces joined(std::vector<FilledPlaces>& parts, const std::vector<std::size_t>& first, std::size_t total)
{
    FilledPlaces all;
    all.place.resize(total);
    all.distance.resize(total);
    all.key.resize(total);
    const auto copyPart = [&](std::size_t p) {
        const auto at = std::ptrdiff_t(first[p]);
        std::copy(parts[p].place.begin(), parts[p].place.end(), all.place.begin() + at);
        std::copy(parts[p].distance.begin(), parts[p].distance.end(), all.distance.begin() + at);
        std::copy(parts[p].key.begin(), parts[p].key.end(), all.key.begin() + at);
        parts[p] = {};
    };
    forEach(parts.size(), copyPart, 1);
    return all;
}

} // namespace

void refuseCount(double count, int64_t limit, const std::string& where)
{
    throw InputError(where + " would make about " + toText(std::round(count)) + " particles, and there is room for " +
                     std::to_string(std::max<int64_t>(limit, 0)) +
                     "; raise its separation, make its shape smaller, or raise max_particles");
}

void requireFinite(const Box3f& bounds, const std::string& where)
{
    constexpr float kEndless = 1e30f; // a plane's bounds
    if (bounds.empty()) throw InputError(where + ": its shape has no inside");
    if (!(bounds.lower.array().abs() < kEndless).all() || !(bounds.upper.array().abs() < kEndless).all())
        throw InputError(where + ": its shape has no end and cannot be filled; use a box, a sphere or a closed mesh");
}

FilledPlaces fillRegion(const FillRegion& region, const FillSettings& settings, int64_t limit, const std::string& where)
{
    const FillLattice lattice(settings);
    const Blocks blocks = blocksOf(region, lattice.cellEdge(), where);

    // Each task fills its own list.
    std::vector<FilledPlaces> parts((blocks.size() + kBlocksPerTask - 1) / kBlocksPerTask);
    forRanges(blocks.size(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        FilledPlaces scratch;
        for (std::size_t b = begin; b < end; ++b)
            fillBlock(blocks.at(b), lattice, region, scratch, parts[begin / kBlocksPerTask]);
    });

    // Join them in the blocks' order.
    std::vector<std::size_t> first;
    std::size_t total = 0;
    for (const auto& part : parts) {
        first.push_back(total);
        total += part.size();
    }
    if (double(total) > double(limit)) refuseCount(double(total), limit, where);
    return joined(parts, first, total);
}

FilledPlaces fillSolid(const SolidField& shape, const FillSettings& settings, int64_t limit, const std::string& where)
{
    requireFinite(shape.bounds, where);
    const double expected = estimateFillCount(shape, settings);
    if (expected > kEstimateTrust * double(limit)) refuseCount(expected, limit, where);

    FillRegion region;
    region.lower = shape.bounds.lower.cast<double>();
    region.upper = shape.bounds.upper.cast<double>();
    region.mayHold = [&shape](const Vec3d& centre, double radius) {
        const Vec3f x = centre.cast<float>();
        float distance = 0;
        shape.distance({&x, 1}, {&distance, 1});
        return distance < kDistanceTrust * radius;
    };
    region.distance = [&shape](Span<const Vec3d> places, Span<float> distance) {
        std::vector<Vec3f> x(places.size());
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = places[i].cast<float>();
        shape.distance(x, distance);
    };
    return fillRegion(region, settings, limit, where);
}

double estimateVolume(const SolidField& shape)
{
    // Samples placed at random within the cells of a coarse grid; the sharp test keeps thin sheets unbiased.
    const Eigen::Array3d size = shape.bounds.size().cast<double>();
    if (shape.bounds.empty() || !(size > 0).all()) return 0;
    const double edge = std::cbrt(size.prod() / kVolumeSamples);
    const Eigen::Array3i cells = (size / edge).round().min(4096.0).max(1.0).cast<int>();
    const auto count = std::size_t(cells.x()) * std::size_t(cells.y()) * std::size_t(cells.z());
    const auto insideOf = [&](std::size_t begin, std::size_t end) {
        std::vector<Vec3f> x(end - begin);
        std::vector<float> distance(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            const auto n = int(i);
            const Eigen::Array3d cell(n % cells.x(), n / cells.x() % cells.y(), n / cells.x() / cells.y());
            const Eigen::Array3d at = (cell + randomInCube(0, i).cast<double>().array()) / cells.cast<double>();
            x[i - begin] = (shape.bounds.lower.cast<double>().array() + at * size).cast<float>();
        }
        shape.distance(x, distance);
        return std::count_if(distance.begin(), distance.end(), [](float d) { return d < 0; });
    };
    const auto inside =
        reduceRanges(count, std::ptrdiff_t(0), insideOf, [](std::ptrdiff_t a, std::ptrdiff_t b) { return a + b; });
    return size.prod() * double(inside) / double(count);
}

double estimateFillCount(const SolidField& shape, const FillSettings& settings)
{
    return estimateVolume(shape) / std::pow(double(settings.separation), 3);
}

} // namespace firn
