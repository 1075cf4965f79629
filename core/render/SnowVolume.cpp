#include "render/SnowVolume.h"

#include "base/Error.h"
#include "base/Text.h"
#include "io/VdbStream.h"
#include "math/Random.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "particles/BlockOrder.h"
#include "render/SnowGrid.h"
#include "surface/DensityGrid.h"

#include <set>

namespace firn {

namespace {

using Floats = openvdb::FloatGrid;

/// More grains than this take too much memory.
constexpr double kMostGrains = 1.2e7;

/// Keeps the grains' random numbers apart from the simulation's.
constexpr uint64_t kGrainSeed = 0x6772616e;

/// Fills a brick with the density around it; true when there is any snow in it.
bool fillBrick(const openvdb::Coord& at, Floats::ConstAccessor& density, float scale, SnowBrick& brick)
{
    constexpr int n = SnowBrick::kNodes;
    const openvdb::Coord origin(at.x() * 8, at.y() * 8, at.z() * 8);
    float largest = 0;
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y)
            for (int z = 0; z < n; ++z) {
                const float value = scale * density.getValue(origin.offsetBy(x, y, z));
                brick.value[std::size_t((x * n + y) * n + z)] = value;
                largest = std::max(largest, value);
            }
    if (!(largest > 0)) return false;
    for (int c = 0; c < 64; ++c) {
        const int i = c >> 4, j = c >> 2 & 3, k = c & 3;
        float most = 0;
        for (int m = 0; m < 27; ++m) {
            const int x = 2 * i + m / 9, y = 2 * j + m / 3 % 3, z = 2 * k + m % 3;
            most = std::max(most, brick.value[std::size_t((x * n + y) * n + z)]);
        }
        brick.majorant[std::size_t(c)] = most;
    }
    return true;
}

/// `scale` takes the grid's values to extinction per voxel length.
std::shared_ptr<SnowGrid> makeBricks(const Floats& density, float scale)
{
    auto grid = std::make_shared<SnowGrid>();
    grid->voxelSize = float(density.voxelSize()[0]);

    // The nodes of a leaf belong to the cells of its own brick and of those one lower.
    std::set<openvdb::Coord> wanted;
    for (auto leaf = density.tree().cbeginLeaf(); leaf; ++leaf)
        for (int n = 0; n < 8; ++n)
            wanted.insert(openvdb::Coord((leaf->origin().x() >> 3) - (n & 1), (leaf->origin().y() >> 3) - (n >> 1 & 1),
                                         (leaf->origin().z() >> 3) - (n >> 2)));
    const std::vector<openvdb::Coord> places(wanted.begin(), wanted.end());
    std::vector<SnowBrick> bricks(places.size());
    std::vector<uint8_t> filled(places.size());
    forRanges(places.size(), 64, [&](std::size_t begin, std::size_t end) {
        auto accessor = density.getConstAccessor();
        for (std::size_t b = begin; b < end; ++b) filled[b] = fillBrick(places[b], accessor, scale, bricks[b]);
    });

    Box3f box;
    for (std::size_t b = 0; b < places.size(); ++b) {
        if (!filled[b]) continue;
        grid->bricks.setValueOn(places[b], int32_t(grid->brick.size()));
        grid->brick.push_back(bricks[b]);
        const Vec3f corner = 8.0f * Vec3f(float(places[b].x()), float(places[b].y()), float(places[b].z()));
        box.extend(corner);
        box.extend(corner + Vec3f::Constant(8));
    }
    if (!box.empty()) grid->lower = box.lower, grid->upper = box.upper;
    return grid;
}

/// Where the particles' grains are and what each weighs.
struct Grains {
    std::vector<Vec3f> P;
    std::vector<float> mass;
};

/// `detail`^3 grains about each particle, at random by its id. Each axis is a sum of two even choices: with strew = 1
/// the linear B-spline of the particles' spacing, so that evenly laid particles give evenly dense snow.
Grains grainsOf(const Particles& particles, Span<const float> mass, float reach, int detail)
{
    const auto P = particles.P();
    const auto id = particles.id();
    const auto each = std::size_t(detail * detail * detail);
    Grains grains;
    grains.P.resize(each * P.size());
    grains.mass.resize(each * P.size());
    forEach(P.size(), [&](std::size_t i) {
        for (std::size_t n = 0; n < each; ++n) {
            const Vec3f sum =
                randomInCube(kGrainSeed, uint64_t(id[i]), n, 0) + randomInCube(kGrainSeed, uint64_t(id[i]), n, 1);
            grains.P[i * each + n] = detail == 1 ? P[i] : Vec3f(P[i] + reach * (sum - Vec3f::Ones()));
            grains.mass[i * each + n] = mass[i] / float(each);
        }
    });
    return grains;
}

} // namespace

float meanRadius(const Particles& particles)
{
    if (particles.size() == 0) return 1;
    const Column* pscale = particles.find("pscale");
    if (!pscale || pscale->type() != columnType<float>()) return float(0.25 * voxelSizeFor(particles.P()));
    const auto values = pscale->values<float>();
    const double sum = sumOf(values.size(), 0.0, [&](std::size_t i) { return double(values[i]); });
    const auto mean = float(sum / double(values.size()));
    if (!(mean > 0) || !std::isfinite(mean))
        throw InputError("the particles' mean pscale is " + toText(mean) + "; it must be above 0");
    return mean;
}

void requirePlaces(Span<const Vec3f> P)
{
    const std::size_t wrong = firstWhere(P.size(), [&](std::size_t i) { return !P[i].allFinite(); });
    if (wrong < P.size())
        throw InputError("particle " + std::to_string(wrong) + " is at " + toText(P[wrong].x()) + " " +
                         toText(P[wrong].y()) + " " + toText(P[wrong].z()) + ": it cannot be drawn");
}

SnowVolume::SnowVolume() : mGrid(std::make_shared<SnowGrid>()) {}

SnowVolume::SnowVolume(const Particles& particles, const RenderParams& params) : SnowVolume()
{
    if (particles.size() == 0) return;
    requirePlaces(particles.P());
    prepareVdb();
    const float radius = meanRadius(particles);
    std::vector<float> own;
    const Column* column = particles.find("mass");
    if (!column || column->type() != columnType<float>())
        own.assign(particles.size(), params.referenceDensity * 8 * radius * radius * radius);
    const Span<const float> mass = own.empty() ? column->values<float>() : Span<const float>(own);
    const std::size_t wrong =
        firstWhere(mass.size(), [&](std::size_t i) { return !(mass[i] >= 0) || !std::isfinite(mass[i]); });
    if (wrong < mass.size())
        throw InputError("the mass of particle " + std::to_string(wrong) + " is " + toText(mass[wrong]) +
                         "; it must be finite and not negative");

    int detail = params.detail;
    while (detail > 1 && double(particles.size()) * detail * detail * detail > kMostGrains) --detail;
    const double voxel = double(params.voxel) * 2 * radius / detail;
    const Grains grains = grainsOf(particles, mass, params.strew * 2 * radius, detail);
    const auto density = densityGrid(grains.P, grains.mass, voxel);
    double sum = 0;
    for (auto leaf = density->tree().cbeginLeaf(); leaf; ++leaf)
        for (auto value = leaf->cbeginValueOn(); value; ++value) sum += double(*value);
    const auto grid = makeBricks(*density, params.extinction / params.referenceDensity * float(voxel));
    grid->mass = sum * voxel * voxel * voxel;
    mGrid = grid;
}

SnowVolume::SnowVolume(const Vec3i& nodes, float voxelSize, Span<const float> extinction) : SnowVolume()
{
    FIRN_ASSERT(extinction.size() == std::size_t(nodes.prod()));
    prepareVdb();
    auto values = Floats::create(0.0f);
    values->setTransform(openvdb::math::Transform::createLinearTransform(double(voxelSize)));
    auto accessor = values->getAccessor();
    std::size_t n = 0;
    for (int x = 0; x < nodes.x(); ++x)
        for (int y = 0; y < nodes.y(); ++y)
            for (int z = 0; z < nodes.z(); ++z, ++n) accessor.setValue(openvdb::Coord(x, y, z), extinction[n]);
    mGrid = makeBricks(*values, voxelSize);
}

bool SnowVolume::empty() const { return mGrid->brick.empty(); }
float SnowVolume::voxelSize() const { return mGrid->voxelSize; }
double SnowVolume::mass() const { return mGrid->mass; }

} // namespace firn
