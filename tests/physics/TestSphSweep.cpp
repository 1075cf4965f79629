// SPH does not blow up: a hundred runs of odd snow among odd colliders, with automatic steps.
#include "geometry/MeshToLevelSet.h"
#include "geometry/TestMeshes.h"
#include "sph/SphSnow.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace firn::sph {
namespace {

constexpr uint64_t kRuns = 25; // per scenery
constexpr int kSteps = 100;    // up to 40 spacings of way at the default cfl
constexpr float kDensity = 400;
constexpr double kGravity = 9.81;

/// What the snow meets.
enum class Scenery { Floor, Walls, MovingBox, MovingMesh };
constexpr const char* kSceneries[] = {"Floor", "Walls", "MovingBox", "MovingMesh"};

/// The logarithmic middle between lo and hi at u in [0, 1].
double between(double lo, double hi, double u) { return lo * std::pow(hi / lo, u); }

/// One run, drawn from its seed.
struct Odd {
    uint64_t seed;
    SphParams params;
    float spacing, speed; ///< m, m/s
    float width;          ///< spacings: of the cube that 6 x 6 x 6 particles start in
    bool lattice;         ///< else random places
    float room;           ///< spacings: between that cube and what stands around it
    float sticks;         ///< Pa, the colliders' adhesion
};

Odd drawn(uint64_t seed)
{
    const auto u = [seed](uint64_t channel) { return double(randomUnit(7, seed, 0, channel)); };
    Odd run{};
    run.seed = seed;
    run.spacing = float(between(1e-3, 1, u(0)));
    run.speed = float(between(0.1, 100, u(1)));
    SphParams& params = run.params;
    params.drag = 0; // the air would take energy away, and hide a gain
    params.youngsModulus = float(between(1e3, 1e8, u(2)));
    params.friction = u(3) < 0.2 ? 0.0f : float(between(1e-3, 1e3, u(4)));
    params.elasticity = u(5) < 0.6 ? Elasticity::Split : u(5) < 0.8 ? Elasticity::Deviatoric : Elasticity::Combined;
    params.hardeningFrom = u(6) < 0.7 ? HardeningFrom::Density : HardeningFrom::Plastic;
    if (u(7) < 0.15) params.pressure = Pressure::Incompressible;
    run.lattice = params.pressure == Pressure::Incompressible || u(8) < 0.2;
    if (u(9) < 0.3) params.restitution = float(u(10));
    run.width = params.restitution > 0 && !run.lattice ? 15 : 6; // only flakes bounce
    // An incompressible fluid that is too dense somewhere has energy from the start: at random places, and at walls.
    run.room = params.pressure == Pressure::Incompressible ? 2.0f : 0.0f;
    if (u(11) < 0.3) params.adhesion = float(between(0.1, 100, u(12)));
    if (u(13) < 0.3) run.sticks = float(between(1, 1e4, u(14)));
    if (u(15) < 0.4) {
        params.conductivity = float(between(0.1, 1e4, u(16)));
        params.boundaryTemperature = -60;
    }
    return run;
}

Particles snowOf(const Odd& run)
{
    BlockOfSnow block;
    block.count = {6, 6, 6};
    block.spacing = run.spacing;
    block.density = kDensity;
    Particles particles = makeSnow(block, run.params);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        if (!run.lattice) particles.edit<Vec3f>("P")[i] = run.width * run.spacing * randomInCube(run.seed, i, 1);
        const std::size_t one = run.room > 0 ? 0 : i; // an incompressible fluid flies in one piece
        particles.edit<Vec3f>("v")[i] = run.speed * (2 * randomInCube(run.seed, one, 2) - Vec3f::Ones()).normalized();
        if (run.params.conductivity > 0)
            particles.edit<float>("temperature")[i] = -30 + 25 * randomUnit(run.seed, i, 3);
    }
    return particles;
}

World worldOf(const Odd& run, Scenery scenery)
{
    const float h = run.spacing, width = run.width * h, room = run.room * h;
    World world;
    ColliderParams surface;
    surface.adhesion = run.sticks;
    surface.ownTemperature = true;
    surface.temperature = 20;
    ShapeParams shape;
    if (scenery == Scenery::Walls) {
        surface.inside = true;
        shape.shape = ShapeKind::Box;
        shape.centre = Vec3f::Constant(0.5f * width);
        shape.size = Vec3f::Constant(width + 2 * room);
    } else {
        shape.shape = ShapeKind::Plane;
        shape.centre = {0, -room, 0};
    }
    world.colliders.push_back(makeCollider(surface, {}, analyticShape(shape)));
    if (scenery == Scenery::MovingBox || scenery == Scenery::MovingMesh) { // comes from the side as fast as the snow
        ColliderParams moving;
        moving.adhesion = run.sticks;
        moving.velocity = {run.speed, 0, 0};
        ShapeParams body;
        body.shape = ShapeKind::Box;
        body.size = Vec3f::Constant(4 * h);
        body.centre = Vec3f(-2.2f * h - room, 0.5f * width, 0.5f * width);
        if (scenery == Scenery::MovingBox) {
            world.colliders.push_back(makeCollider(moving, {}, analyticShape(body)));
        } else {
            MeshToLevelSetParams voxels;
            voxels.voxelSize = 0.5f * h;
            world.colliders.push_back(
                makeCollider(moving, {}, meshToLevelSet(test::cube(2 * h), voxels).levelSet, body));
        }
    }
    world.impulses.resize(world.colliders.size());
    return world;
}

/// The energy that the snow may have: what it had, and the work that was done on it.
class EnergyBudget {
public:
    EnergyBudget(const Odd& run, const World& world, const Particles& particles)
        : mMass(double(particles.size()) * double(kDensity) * std::pow(double(run.spacing), 3)),
          mOwn(0.5 * mMass * double(run.speed * run.speed))
    {
        // Adhesion pulls over twice the spacing at most, with a few times what a flat sheet does in a corner.
        const double h = run.spacing, sheet = 0.0044 * double(run.params.boundaryVolume);
        const double beta = double(run.params.adhesion) * double(kDensity) * sheet * mMass;
        const double bond = double(run.sticks) * h * h * double(particles.size());
        mOwn += kCorner * (beta + bond) * 2 * h * double(world.colliders.size());
    }

    /// Before a step: gravity's work on the snow as it moves now.
    void addGravity(const World& world, double dt, const Particles& particles)
    {
        add(dt * world.gravity.cast<double>().dot(momentum(particles)) + 0.5 * mMass * std::pow(kGravity * dt, 2));
    }

    /// After it: a collider that moves with v and takes up momentum J has done the work -v J; a blow loses energy in
    /// the collider's own frame.
    void addColliders(World& world)
    {
        for (std::size_t c = 0; c < world.colliders.size(); ++c) {
            const Vec3f v = world.colliders[c].sample(world.time, Vec3f::Zero()).velocity;
            add(-v.cast<double>().dot(world.impulses[c].linear));
            world.impulses[c] = Impulse();
        }
    }

    /// With 5 % for what the solves leave undone.
    double most() const { return mOwn + mWork + 0.05 * (mOwn + mMoved); }

private:
    static constexpr double kCorner = 3;

    void add(double work)
    {
        mWork += work;
        mMoved += std::abs(work);
    }

    double mMass, mOwn;
    double mWork = 0, mMoved = 0; ///< J: the sum of works, and of their sizes
};

/// Solves of a run, and those that did not reach their tolerance.
struct Solves {
    int all = 0, failed = 0;
};

Solves runOdd(const Odd& run, Scenery scenery)
{
    Particles particles = snowOf(run);
    World world = worldOf(run, scenery);
    SphParams params = run.params;
    // The work of what moves is told by impulses: friction's share of them needs a better solve than the motion does.
    if (world.colliders.size() > 1) params.shearTolerance = 1e-5f, params.restTolerance = 0;
    SphSolver solver(params);
    EnergyBudget budget(run, world, particles);
    Solves solves;
    for (int s = 0; s < kSteps; ++s) {
        const double dt = solver.largestStep(world, particles);
        EXPECT_GT(dt, 0);
        budget.addGravity(world, dt, particles);
        const StepReport report = solver.step(dt, world, particles);
        budget.addColliders(world);
        world.time += dt;
        for (const SolveReport& solve : report.solves) {
            ++solves.all;
            solves.failed += !solve.converged;
        }
        const bool good = report.ok() && report.kineticEnergy < budget.most();
        EXPECT_TRUE(report.ok()) << "step " << s << ": " << report.troubles[0].what;
        EXPECT_LT(report.kineticEnergy, budget.most()) << "step " << s;
        if (!good) return solves; // what comes after says nothing more
    }
    NonFinite bad;
    EXPECT_FALSE(findNonFinite(particles, bad)) << bad.column;
    if (run.params.conductivity > 0) {
        const float coldest = world.colliders.size() > 1 ? -60 : -30, rounding = 1e-3f;
        for (const float T : particles.get<float>("temperature")) {
            EXPECT_GE(T, coldest - rounding);
            EXPECT_LE(T, 20 + rounding);
        }
    }
    if (scenery == Scenery::Walls) {
        for (const Vec3f& x : particles.P())
            EXPECT_GT(world.colliders[0].sample(world.time, x).distance, -run.spacing) << "out of the box";
    }
    return solves;
}

class SphSweep : public ::testing::TestWithParam<Scenery> {};

TEST_P(SphSweep, OddSnowStaysFiniteGainsNoEnergyAndIsSolved)
{
    Solves solves;
    std::string offenders;
    for (uint64_t k = 0; k < kRuns; ++k) {
        const uint64_t seed = kRuns * uint64_t(GetParam()) + k;
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Solves run = runOdd(drawn(seed), GetParam());
        solves.all += run.all;
        solves.failed += run.failed;
        if (run.failed > 0) offenders += " " + std::to_string(seed) + " (" + std::to_string(run.failed) + ")";
    }
    RecordProperty("unconverged", offenders);
    // Measured: 56 of 4300 among walls, all in one run whose walls pull with a fifth of Young's modulus; else a few.
    EXPECT_LT(solves.failed, solves.all / 50) << "did not converge, of " << solves.all << ", by seed:" << offenders;
}

INSTANTIATE_TEST_SUITE_P(Sceneries, SphSweep,
                         ::testing::Values(Scenery::Floor, Scenery::Walls, Scenery::MovingBox, Scenery::MovingMesh),
                         [](const auto& info) { return std::string(kSceneries[std::size_t(info.param)]); });

} // namespace
} // namespace firn::sph
