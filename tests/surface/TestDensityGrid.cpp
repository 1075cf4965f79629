// Claims about density and velocity grids.
#include "surface/DensityGrid.h"

#include "SurfaceSupport.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "parallel/Threads.h"

#include <gtest/gtest.h>

using namespace firn;
using namespace firn::test;

namespace {

/// A ball that falls and turns, with masses that differ.
Particles movingBall()
{
    Particles particles = ball(0.2f, 0.02f);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles.edit<Vec3f>("v")[i] = Vec3f(1, -2, 0.5f) + Vec3f(0, 0, 3).cross(particles.P()[i]);
        particles.edit<float>("mass")[i] *= float(1 + i % 3);
    }
    return particles;
}

struct Integrals {
    double mass = 0;
    Vec3d momentum = Vec3d::Zero();
};

Integrals integrate(const DensityGrid& grids)
{
    Integrals sums;
    const double voxel = grids.density->voxelSize().x(), volume = voxel * voxel * voxel;
    for (auto it = grids.density->cbeginValueOn(); it; ++it) {
        const openvdb::Vec3f v = grids.velocity->tree().getValue(it.getCoord());
        sums.mass += double(it.getValue()) * volume;
        sums.momentum += double(it.getValue()) * volume * Vec3d(double(v.x()), double(v.y()), double(v.z()));
    }
    return sums;
}

constexpr double kFloatSums = 1e-6; ///< voxels are stored as floats

} // namespace

TEST(DensityGrid, IntegralIsTheParticlesMass)
{
    const Particles particles = movingBall();
    double mass = 0;
    for (const float m : particles.get<float>("mass")) mass += double(m);
    EXPECT_NEAR(integrate(densityGrid(particles, 0)).mass / mass, 1, kFloatSums);
}

TEST(DensityGrid, TimesVelocityIntegratesToTheMomentum)
{
    const Particles particles = movingBall();
    Vec3d momentum = Vec3d::Zero();
    for (std::size_t i = 0; i < particles.size(); ++i)
        momentum += double(particles.get<float>("mass")[i]) * particles.v()[i].cast<double>();
    const Vec3d found = integrate(densityGrid(particles, 0)).momentum;
    EXPECT_LT((found - momentum).norm() / momentum.norm(), kFloatSums);
}

TEST(DensityGrid, HasTheNamesAndClassesThatHoudiniLooksFor)
{
    const DensityGrid grids = densityGrid(movingBall(), 0);
    EXPECT_EQ(grids.density->getName(), "density");
    EXPECT_EQ(grids.density->getGridClass(), openvdb::GRID_FOG_VOLUME);
    EXPECT_EQ(grids.velocity->getName(), "vel");
    EXPECT_EQ(grids.velocity->getVectorType(), openvdb::VEC_CONTRAVARIANT_RELATIVE);
}

TEST(DensityGrid, VelocityIsKnownWhereverThereIsDensity)
{
    const DensityGrid grids = densityGrid(movingBall(), 0);
    EXPECT_EQ(grids.velocity->activeVoxelCount(), grids.density->activeVoxelCount());
}

TEST(DensityGrid, IsTheSameForAnyNumberOfThreads)
{
    const Particles particles = movingBall();
    const auto hashOf = [&] {
        const DensityGrid grids = densityGrid(particles, 0);
        HashStream hash;
        for (auto leaf = grids.density->tree().cbeginLeaf(); leaf; ++leaf)
            hash.add(leaf->buffer().data(), 512 * sizeof(float));
        for (auto leaf = grids.velocity->tree().cbeginLeaf(); leaf; ++leaf)
            hash.add(leaf->buffer().data(), 512 * sizeof(openvdb::Vec3f));
        return hash.value();
    };
    const uint64_t whole = hashOf();
    for (const int threads : {1, 2, 3, 8}) runWithThreads(threads, [&] { EXPECT_EQ(hashOf(), whole) << threads; });
}

TEST(DensityGrid, NamesTheParticleWhoseMassIsNotFinite)
{
    Particles particles = movingBall();
    particles.edit<float>("mass")[3] = std::numeric_limits<float>::quiet_NaN();
    try {
        densityGrid(particles, 0);
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("particle 3"), std::string::npos) << error.what();
    }
}
