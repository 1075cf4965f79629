// SPH snow does what [Gissler2020] shows: rests, packs, hardens, settles from flakes, sticks and slips.
#include "sph/SphSnow.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace firn::sph {
namespace {

Collider box(const Vec3f& centre, const Vec3f& size, bool inside, const std::vector<MotionKey>& keys = {},
             float friction = 0)
{
    ColliderParams params;
    params.name = "box";
    params.inside = inside;
    params.friction = friction;
    ShapeParams shape;
    shape.shape = ShapeKind::Box;
    shape.centre = centre;
    shape.size = size;
    return makeCollider(params, keys, analyticShape(shape));
}

/// The height below which 95 % of the particles are.
float height(const Particles& particles)
{
    std::vector<float> y;
    for (const Vec3f& x : particles.P()) y.push_back(x.y());
    std::sort(y.begin(), y.end());
    return y[y.size() * 95 / 100];
}

/// How far the particle that moved most is from where it was, m.
float largestMove(const Particles& before, const Particles& after)
{
    std::vector<Vec3f> place(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) place[std::size_t(before.id()[i])] = before.P()[i];
    float most = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
        most = std::max(most, (after.P()[i] - place[std::size_t(after.id()[i])]).norm());
    return most;
}

TEST(SphRest, ABlockStaysAtRestForFiveSeconds)
{
    SphParams params;
    BlockOfSnow block;
    block.count = {8, 6, 8};
    block.spacing = 0.03f;
    block.jitter = 0.1f;
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider());
    world.impulses.resize(1);
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 1.5).ok()); // it settles on the floor
    const Particles settled = particles;
    world.impulses[0] = Impulse();
    const StepReport first = runFor(solver, world, particles, 0.5);
    const double impulse = world.impulses[0].linear.y();
    const StepReport last = runFor(solver, world, particles, 4.5);
    ASSERT_TRUE(last.ok());
    const Vec3d moved = centreOfMass(particles) - centreOfMass(settled);
    EXPECT_LT(moved.norm(), 0.001 * 0.03) << "no creep: 0.1 % of a spacing in 5 s";
    EXPECT_LT(largestMove(settled, particles), 0.01f * 0.03f) << "nor of any particle: 1 %";
    EXPECT_LT(last.largestSpeed, 1e-3) << "no jitter";
    EXPECT_LE(last.kineticEnergy, first.kineticEnergy + 1e-9) << "no growth of energy";
    const double mass = 8 * 6 * 8 * 400 * 0.03 * 0.03 * 0.03;
    EXPECT_NEAR(impulse, -mass * 9.81 * 0.5, 0.02 * mass * 9.81 * 0.5) << "the floor carries the weight";
}

/// [Gissler2020] Figure 3: a column in a container under its weight, under a load, and without it again. The load is
/// four times the weight of everything.
struct Compression {
    float height[3];
    double neighbours[3];
};
Compression compress(const SphParams& params)
{
    constexpr float h = 0.03f;
    BlockOfSnow block;
    block.spacing = h;
    block.count = {5, 20, 5};
    block.jitter = 0.2f;
    Particles particles = makeSnow(block, params);
    World world;
    world.colliders.push_back(floorCollider(0));
    world.colliders.push_back(box({2.5f * h, 20 * h, 2.5f * h}, {5 * h, 80 * h, 5 * h}, true));
    SphSolver solver(params);
    Compression result{};
    for (int phase = 0; phase < 3; ++phase) {
        world.gravity.y() = phase == 1 ? -4 * 9.81f : -9.81f;
        EXPECT_TRUE(runFor(solver, world, particles, 0.5).ok());
        result.height[phase] = height(particles);
        NeighbourSearch search;
        NeighbourLists lists;
        search.build(particles.P(), 2 * h);
        search.findNeighbours(lists);
        result.neighbours[phase] = double(lists.pairCount()) / double(particles.size());
    }
    return result;
}

TEST(SphCompression, SoftSnowPacksMoreStaysPackedAndIncompressibleSnowDoesNot)
{
    SphParams soft, stiff, incompressible;
    soft.youngsModulus = 20e3f;
    incompressible.pressure = Pressure::Incompressible;
    const Compression a = compress(soft), b = compress(stiff), c = compress(incompressible);
    const float full = 19 * 0.03f; // of the upper particles as placed
    EXPECT_LT(a.height[0], b.height[0] - 0.05f * full) << "20 kPa packs more than 140 kPa, under its weight";
    EXPECT_LT(a.height[1], b.height[1] - 0.1f * full) << "and under the load";
    EXPECT_LT(a.height[1], a.height[0] - 0.05f * full) << "the load packs soft snow";
    EXPECT_LT(b.height[1], b.height[0] - 0.02f * full) << "and stiff snow";
    // When the load is gone, only the elastic part comes back.
    EXPECT_LT(a.height[2], a.height[1] + 0.3f * (a.height[0] - a.height[1]));
    EXPECT_LT(b.height[2], b.height[1] + 0.4f * (b.height[0] - b.height[1]));
    for (int phase = 1; phase < 3; ++phase)
        EXPECT_NEAR(c.height[phase], c.height[0], 0.01f * full) << "IISPH: the same height in all cases";
    // Figure 4: neighbours rise with packing, and not without.
    EXPECT_GT(a.neighbours[0], b.neighbours[0] + 2);
    EXPECT_GT(a.neighbours[1], a.neighbours[0] + 2);
    EXPECT_NEAR(c.neighbours[1], c.neighbours[0], 0.5);
}

/// [Gissler2020] Figures 12 and 13: loose snow falls onto dense snow in a container.
struct Packed {
    double dense, loose; ///< kg/m3, means over particles that are not at the surface
    double speed;
};
Packed dropLooseSnow(HardeningFrom from)
{
    constexpr float h = 0.005f;
    SphParams params;
    params.hardeningFrom = from;
    BlockOfSnow dense;
    dense.spacing = h;
    dense.count = {7, 4, 7};
    dense.jitter = 0.1f;
    Particles particles = makeSnow(dense, params);
    const auto denseCount = int64_t(particles.size());
    BlockOfSnow loose = dense;
    loose.apart = 1.6f;
    loose.count = {4, 12, 4};
    loose.jitter = 0.5f;
    loose.corner = {0, 5 * h, 0};
    loose.velocity = {0, -3, 0};
    addSnow(loose, particles);
    World world;
    world.colliders.push_back(floorCollider());
    world.colliders.push_back(box({3.5f * h, 100 * h, 3.5f * h}, {7 * h, 400 * h, 7 * h}, true));
    SphSolver solver(params);
    const StepReport report = runFor(solver, world, particles, 0.3);
    EXPECT_TRUE(report.ok());
    const float top = height(particles) - 2 * h;
    Packed packed{0, 0, report.largestSpeed};
    int n[2] = {0, 0};
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const bool isDense = particles.id()[i] < denseCount;
        if (particles.P()[i].y() > top) continue;
        (isDense ? packed.dense : packed.loose) += double(particles.get<float>("density")[i]);
        ++n[isDense ? 0 : 1];
    }
    packed.dense /= n[0];
    packed.loose /= n[1];
    return packed;
}

TEST(SphPacking, LooseSnowPacksToTheDensityOfDenseSnow)
{
    const Packed packed = dropLooseSnow(HardeningFrom::Density);
    EXPECT_GT(packed.loose, 0.9 * packed.dense);
    EXPECT_LT(packed.speed, 0.05) << "and comes to rest";
}

TEST(SphPacking, DoesNotHappenWhenHardeningComesFromThePlasticDeformation)
{
    const Packed packed = dropLooseSnow(HardeningFrom::Plastic);
    EXPECT_LT(packed.loose, 0.6 * packed.dense);
}

TEST(SphSnowfall, FlakesFormAPileThatHoldsItsWeight)
{
    constexpr float h = 0.01f;
    SphParams params;
    Particles particles;
    particles.ensure(SphSolver(params).columns());
    BlockOfSnow flakes;
    flakes.spacing = h;
    flakes.apart = 3;
    flakes.jitter = 2;
    flakes.count = {5, 14, 5};
    flakes.corner = {0, 0.03f, 0};
    flakes.velocity = {0, -1, 0};
    addSnow(flakes, particles);
    World world;
    world.colliders.push_back(floorCollider());
    world.impulses.resize(1);
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 0.8).ok());
    const float top = height(particles);
    const Vec3d centre = centreOfMass(particles);
    world.impulses[0] = Impulse();
    const StepReport report = runFor(solver, world, particles, 0.4);
    ASSERT_TRUE(report.ok());
    EXPECT_GT(top, 1.5f * h) << "more than one layer";
    EXPECT_NEAR(height(particles), top, 0.1f * h) << "it holds";
    EXPECT_LT((centreOfMass(particles) - centre).norm(), 0.1 * double(h));
    const double mass = double(particles.size()) * 400 * 1e-6;
    EXPECT_NEAR(world.impulses[0].linear.y(), -mass * 9.81 * 0.4, 0.03 * mass * 9.81 * 0.4);
    for (const Vec3f& x : particles.P()) ASSERT_GT(x.y(), 0) << "nobody is in the floor";
}

/// [Gissler2020] Figure 2: how far a block slides down an incline of 45 degrees in 0.4 s.
double slide(float friction)
{
    SphParams params;
    params.drag = 0;
    params.friction = friction;
    BlockOfSnow block;
    block.count = {6, 3, 6};
    Particles particles = makeSnow(block, params);
    World world;
    ColliderParams floor;
    floor.friction = 1;
    ShapeParams shape;
    shape.shape = ShapeKind::Plane;
    world.colliders.push_back(makeCollider(floor, {}, analyticShape(shape)));
    world.gravity = {6.937f, -6.937f, 0}; // the incline is turned into the horizontal
    SphSolver solver(params);
    const double before = centreOfMass(particles).x();
    EXPECT_TRUE(runFor(solver, world, particles, 0.4).ok());
    return centreOfMass(particles).x() - before;
}

TEST(SphFriction, ZeroSlipsAndMoreSticks)
{
    const double slip = slide(0), one = slide(1), ten = slide(10);
    EXPECT_NEAR(slip, 0.5 * 6.937 * 0.16, 0.02 * slip) << "free";
    EXPECT_LT(one, 0.01);
    EXPECT_LT(ten, 0.002);
    EXPECT_LT(ten, one);
}

TEST(SphBlade, NothingTunnelsThroughAMovingSheet)
{
    // A sheet as thin as a spacing sweeps through a bed of snow at 3 m/s.
    constexpr float h = 0.02f;
    SphParams params;
    BlockOfSnow bed;
    bed.spacing = h;
    bed.count = {16, 3, 8};
    Particles particles = makeSnow(bed, params);
    World world;
    world.colliders.push_back(floorCollider());
    MotionKey from, to;
    to.time = 0.1;
    to.translate = {0.3f, 0, 0};
    world.colliders.push_back(
        box({-0.02f, 0.1f, 0.08f}, {h, 0.2f, 0.4f}, false, std::vector<MotionKey>{from, to}, 0.5f));
    SphSolver solver(params);
    ASSERT_TRUE(runFor(solver, world, particles, 0.1).ok());
    const float sheet = -0.02f + 0.3f;
    for (const Vec3f& x : particles.P()) {
        const bool beside = x.z() < -0.1f || x.z() > 0.26f || x.y() > 0.18f;
        ASSERT_TRUE(beside || x.x() > sheet) << x.transpose();
    }
}

} // namespace
} // namespace firn::sph
