// VDB files: level sets, density and points.
#include "IoSupport.h"
#include "geometry/LevelSetGrid.h"
#include "io/DensityFile.h"
#include "io/LevelSetFile.h"
#include "io/ParticleFile.h"
#include "parallel/Threads.h"

#include <openvdb/io/Stream.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/tools/LevelSetSphere.h>

using namespace firn;

namespace {

class VdbFiles : public IoTest {
protected:
    VdbFiles() { openvdb::initialize(); }

    /// As another program writes: its own compression, no mark.
    void writeForeign(const std::string& name, const openvdb::GridCPtrVec& grids, uint32_t compression)
    {
        std::ofstream out(path(name), std::ios::binary);
        openvdb::io::Stream archive(out);
        archive.setCompression(compression);
        archive.write(grids);
    }
};

openvdb::FloatGrid::Ptr sphere()
{
    return openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(1.0f, openvdb::Vec3f(0.5f, 0, 0), 0.1f);
}

openvdb::GridPtrVecPtr gridsIn(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return openvdb::io::Stream(in, false).getGrids();
}

Particles snowball()
{
    Particles particles;
    particles.ensure(columnSpec<float>("mass", 0.0f));
    particles.ensure(columnSpec<float>("pscale", 0.05f));
    particles.append(3000);
    uint64_t state = 7;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        for (int k = 0; k < 3; ++k) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            particles.edit<Vec3f>("P")[i][k] = float(state >> 40) / float(1 << 23) - 1.0f;
        }
        particles.edit<float>("mass")[i] = 0.001f * float(1 + i % 5);
    }
    return particles;
}

} // namespace

TEST_F(VdbFiles, LevelSetComesBackVoxelByVoxel)
{
    auto grid = std::make_shared<LevelSetGrid>();
    grid->distance = sphere();
    auto velocity = openvdb::Vec3SGrid::create(openvdb::Vec3f(1, 2, 3));
    velocity->setTransform(grid->distance->transform().copy());
    velocity->tree().setValue(openvdb::Coord(1, 2, 3), openvdb::Vec3f(4, 5, 6));
    grid->velocity = velocity;
    writeLevelSet(path("s.vdb"), LevelSet(grid));
    const LevelSet read = readLevelSet(path("s.vdb"));
    ASSERT_EQ(read.grid().distance->activeVoxelCount(), grid->distance->activeVoxelCount());
    for (auto it = grid->distance->cbeginValueOn(); it; ++it)
        ASSERT_EQ(read.grid().distance->tree().getValue(it.getCoord()), *it);
    ASSERT_TRUE(read.grid().velocity);
    EXPECT_EQ(read.grid().velocity->tree().getValue(openvdb::Coord(1, 2, 3)), openvdb::Vec3f(4, 5, 6));
}

TEST_F(VdbFiles, LevelSetsOfOtherProgramsAreReadByName)
{
    auto a = sphere(), b = sphere();
    a->setName("first");
    b->setName("second");
    b->tree().setValue(openvdb::Coord(0, 0, 0), -0.25f);
    for (const uint32_t compression : {uint32_t(openvdb::io::COMPRESS_NONE), uint32_t(openvdb::io::COMPRESS_ZIP),
                                       uint32_t(openvdb::io::COMPRESS_BLOSC | openvdb::io::COMPRESS_ACTIVE_MASK)}) {
        writeForeign("f.vdb", {a, b}, compression);
        const LevelSet read = readLevelSet(path("f.vdb"), "second");
        EXPECT_EQ(read.grid().distance->tree().getValue(openvdb::Coord(0, 0, 0)), -0.25f) << compression;
    }
    const std::string message = refusal([&] { readLevelSet(path("f.vdb"), "secund"); });
    EXPECT_NE(message.find("'second'"), std::string::npos) << message;
}

TEST_F(VdbFiles, FilesWithOffsetsAreRead)
{
    // As Houdini writes them: through OpenVDB's own file class, several grids with offsets.
    auto a = sphere(), b = sphere();
    a->setName("first");
    b->setName("second");
    openvdb::io::File file(path("o.vdb"));
    file.write(openvdb::GridCPtrVec{a, b});
    file.close();
    EXPECT_EQ(readLevelSet(path("o.vdb"), "second").grid().distance->activeVoxelCount(), b->activeVoxelCount());
}

TEST_F(VdbFiles, LongTextsInTheHeaderAreNotBelieved)
{
    writeForeign("s.vdb", {sphere()}, 0);
    std::string bytes = readFile(path("s.vdb"));
    const uint32_t billion = 1000000000;
    const std::size_t name = bytes.find("Tree_float");
    bytes.replace(name - 4, 4, reinterpret_cast<const char*>(&billion), 4);
    EXPECT_NE(refusal([&] { parseLevelSet(bytesOf(bytes), "bomb"); }).find("text of 1000000000"), std::string::npos);
}

TEST_F(VdbFiles, FogVolumesAndOblongVoxelsAreRefusedWithAdvice)
{
    auto fog = sphere();
    fog->setGridClass(openvdb::GRID_FOG_VOLUME);
    writeForeign("fog.vdb", {fog}, 0);
    EXPECT_NE(refusal([&] { readLevelSet(path("fog.vdb")); }).find("Convert VDB"), std::string::npos);
    auto oblong = sphere();
    oblong->transform().preScale(openvdb::Vec3d(1, 2, 1));
    writeForeign("oblong.vdb", {oblong}, 0);
    EXPECT_NE(refusal([&] { readLevelSet(path("oblong.vdb")); }).find("not cubes"), std::string::npos);
}

TEST_F(VdbFiles, TruncatedForeignLevelSetIsRefused)
{
    writeForeign("s.vdb", {sphere()}, openvdb::io::COMPRESS_NONE);
    const std::string bytes = readFile(path("s.vdb"));
    for (const std::size_t part : {1, 3, 5, 9})
        EXPECT_NE(refusal([&] { parseLevelSet(bytesOf(bytes.substr(0, bytes.size() * part / 10)), "cut"); }), "");
}

TEST_F(VdbFiles, DensityHoldsTheParticlesMass)
{
    const Particles particles = snowball();
    writeDensity(path("d.vdb"), particles, 0.1, {});
    const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(gridsIn(path("d.vdb"))->at(0));
    EXPECT_EQ(grid->getName(), "density");
    EXPECT_EQ(grid->getGridClass(), openvdb::GRID_FOG_VOLUME);
    double sum = 0, mass = 0;
    for (auto it = grid->cbeginValueOn(); it; ++it) sum += double(*it) * 0.1 * 0.1 * 0.1;
    for (const float m : particles.get<float>("mass")) mass += double(m);
    const double kRounding = 1e-5; // each voxel's density is a float
    EXPECT_NEAR(sum, mass, kRounding * mass);
}

TEST_F(VdbFiles, DensityOfOneParticleIsTheSpline)
{
    Particles particles;
    particles.ensure(columnSpec<float>("mass", 8.0f));
    particles.append(1);
    particles.edit<Vec3f>("P")[0] = Vec3f(2, -4, 15); // the middle of voxel 1 -2 7.5: between two voxels and two blocks
    writeDensity(path("d.vdb"), particles, 2.0, {});
    const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(gridsIn(path("d.vdb"))->at(0));
    EXPECT_EQ(grid->tree().getValue(openvdb::Coord(1, -2, 8)), 0.75f * 0.75f * 0.5f);
    EXPECT_EQ(grid->tree().getValue(openvdb::Coord(1, -2, 7)), 0.75f * 0.75f * 0.5f);
    EXPECT_EQ(grid->tree().getValue(openvdb::Coord(2, -1, 7)), 0.125f * 0.125f * 0.5f);
    EXPECT_EQ(grid->activeVoxelCount(), 18u);
}

TEST_F(VdbFiles, DensityIsTheSameFileForAnyThreadCount)
{
    const Particles particles = snowball();
    runWithThreads(1, [&] { writeDensity(path("one"), particles, 0, {}); });
    runWithThreads(4, [&] { writeDensity(path("four"), particles, 0, {}); });
    EXPECT_EQ(readFile(path("one")), readFile(path("four")));
}

TEST_F(VdbFiles, DensityNeedsMass)
{
    EXPECT_NE(refusal([&] { writeDensity(path("d"), Particles(), 0.1, {}); }).find("'mass'"), std::string::npos);
}

TEST_F(VdbFiles, OurPointsAreWhereOpenVdbExpectsThem)
{
    const Particles particles = snowball();
    writeParticles(path("p.vdb"), particles, {}, ParticleFormat::Vdb);
    const auto grid = openvdb::gridPtrCast<openvdb::points::PointDataGrid>(gridsIn(path("p.vdb"))->at(0));
    EXPECT_EQ(openvdb::points::pointCount(grid->tree()), particles.size());
    const double kHalfVoxelRounding = 1e-6 * grid->voxelSize().x(); // positions are floats in voxel units
    double worst = 0;
    for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
        const openvdb::points::AttributeHandle<openvdb::Vec3f> P(leaf->constAttributeArray("P"));
        const openvdb::points::AttributeHandle<int64_t> id(leaf->constAttributeArray("id"));
        for (auto i = leaf->beginIndexOn(); i; ++i) {
            const auto x = grid->transform().indexToWorld(P.get(*i) + i.getCoord().asVec3d());
            const Vec3f& exact = particles.P()[std::size_t(id.get(*i))];
            for (int k = 0; k < 3; ++k) worst = std::max(worst, std::abs(x[k] - double(exact[k])));
        }
    }
    EXPECT_LT(worst, kHalfVoxelRounding);
}

TEST_F(VdbFiles, PointsOfOtherProgramsAreRefusedWithAdvice)
{
    using namespace openvdb::points;
    const std::vector<openvdb::Vec3f> places = {{0, 0, 0}, {1.25f, -3, 2}, {100, 7, -8}};
    const auto transform = openvdb::math::Transform::createLinearTransform(0.5);
    const auto grid = createPointDataGrid<FixedPointCodec<false>, PointDataGrid>(places, *transform);
    writeForeign("p.vdb", {grid}, openvdb::io::COMPRESS_BLOSC | openvdb::io::COMPRESS_ACTIVE_MASK);
    const std::string message = refusal([&] { readParticles(path("p.vdb")); });
    EXPECT_NE(message.find("not written by Firn"), std::string::npos) << message;
    EXPECT_NE(message.find("save the points as .bgeo or .geo"), std::string::npos) << message;
}
