// VDB grids of other programs: our own reader against OpenVDB's, for every way in which a file can store them.
#include "IoSupport.h"
#include "geometry/LevelSetGrid.h"
#include "io/LevelSetFile.h"
#include "io/VdbGrids.h"

#include <openvdb/points/PointConversion.h>
#include <openvdb/tools/LevelSetSphere.h>

using namespace firn;

namespace {

constexpr uint32_t kNone = openvdb::io::COMPRESS_NONE, kZip = openvdb::io::COMPRESS_ZIP,
                   kMask = openvdb::io::COMPRESS_ACTIVE_MASK, kBlosc = openvdb::io::COMPRESS_BLOSC;
constexpr uint32_t kEveryCompression[] = {kNone, kZip, kMask, kZip | kMask, kBlosc, kBlosc | kMask};

/// Leaves with inactive voxels of 1, 2 and more values, equal to the background, to its negative and to neither; tiles
/// at every level; and voxels that pack well and badly.
template <class Grid> typename Grid::Ptr everyNode()
{
    using Value = typename Grid::ValueType;
    const auto grid = Grid::create(Value(1.5f));
    const Value odd[7][3] = {{Value(1.5f), Value(1.5f), Value(1.5f)},  {Value(-1.5f), Value(-1.5f), Value(-1.5f)},
                             {Value(7.0f), Value(7.0f), Value(7.0f)},  {Value(-1.5f), Value(1.5f), Value(1.5f)},
                             {Value(1.5f), Value(7.0f), Value(7.0f)},  {Value(3.0f), Value(7.0f), Value(3.0f)},
                             {Value(1.25f), Value(3.0f), Value(-8.0f)}};
    uint64_t state = 11;
    for (int kind = 0; kind < 7; ++kind) {
        auto* leaf = grid->tree().touchLeaf(openvdb::Coord(8 * kind, -8, 4088 + 8 * (kind % 2)));
        for (openvdb::Index n = 0; n < leaf->SIZE; ++n) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            if (n % 5 > 2)
                leaf->setValueOff(n, odd[kind][n % 3]);
            else
                leaf->setValueOn(n, Value(kind % 2 ? 0.25f : float(state >> 40) / float(1 << 24)));
        }
    }
    grid->tree().addTile(1, openvdb::Coord(512, 512, 512), Value(-0.5f), true);
    grid->tree().addTile(2, openvdb::Coord(1024, 0, 0), Value(0.75f), true);
    grid->tree().addTile(2, openvdb::Coord(2048, 0, 0), Value(-1.5f), false);
    grid->tree().addTile(3, openvdb::Coord(-8192, 0, 0), Value(0.5f), true);
    grid->tree().addTile(3, openvdb::Coord(-8192, 8192, 0), Value(-1.5f), false);
    grid->setName("everything");
    grid->setTransform(openvdb::math::Transform::createLinearTransform(0.125));
    return grid;
}

/// Every voxel and tile, active or not: place, depth, value, state.
template <class Grid> void expectSameGrid(const openvdb::GridBase::Ptr& ours, const openvdb::GridBase::Ptr& theirs)
{
    const auto a = openvdb::gridPtrCast<Grid>(ours), b = openvdb::gridPtrCast<Grid>(theirs);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->getName(), b->getName());
    EXPECT_EQ(a->getGridClass(), b->getGridClass());
    EXPECT_EQ(a->transform(), b->transform());
    EXPECT_EQ(a->background(), b->background());
    EXPECT_EQ(a->tree().root().getTableSize(), b->tree().root().getTableSize());
    auto y = b->tree().cbeginValueAll();
    for (auto x = a->tree().cbeginValueAll(); x; ++x, ++y) {
        ASSERT_TRUE(y && x.getCoord() == y.getCoord() && x.getDepth() == y.getDepth()) << x.getCoord();
        ASSERT_TRUE(*x == *y && x.isValueOn() == y.isValueOn()) << x.getCoord() << " " << *x << " " << *y;
    }
    EXPECT_FALSE(y);
}

class VdbForeign : public IoTest {
protected:
    VdbForeign() { openvdb::initialize(); }

    /// As Houdini writes: OpenVDB's own file class.
    std::string write(const openvdb::GridCPtrVec& grids, uint32_t compression)
    {
        openvdb::io::File file(path("f.vdb"));
        file.setCompression(compression);
        file.write(grids);
        file.close();
        return readFile(path("f.vdb"));
    }
    openvdb::GridPtrVecPtr theirs()
    {
        openvdb::io::File file(path("f.vdb"));
        file.open(/*delayLoad=*/false);
        return file.getGrids();
    }
};

} // namespace

TEST_F(VdbForeign, EveryCompressionGivesOpenVdbsVoxels)
{
    for (const bool half : {false, true})
        for (const uint32_t compression : kEveryCompression) {
            SCOPED_TRACE(openvdb::io::compressionToString(compression) + (half ? ", half" : ""));
            const auto scalar = everyNode<openvdb::FloatGrid>();
            const auto vector = everyNode<openvdb::Vec3SGrid>();
            vector->setName("v");
            scalar->setSaveFloatAsHalf(half);
            vector->setSaveFloatAsHalf(half);
            const std::string bytes = write({scalar, vector}, compression);
            const auto ours = readVdbGrids(bytesOf(bytes), "f");
            const auto expected = theirs();
            ASSERT_EQ(ours.size(), 2u);
            expectSameGrid<openvdb::FloatGrid>(ours[0].grid, expected->at(0));
            expectSameGrid<openvdb::Vec3SGrid>(ours[1].grid, expected->at(1));
        }
}

TEST_F(VdbForeign, ALevelSetWithVelocityIsReadFromEveryCompression)
{
    const auto sphere =
        openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(1.0f, openvdb::Vec3f(0.5f, 0, 0), 0.1f);
    const auto velocity = openvdb::Vec3SGrid::create();
    velocity->setName("vel");
    velocity->setTransform(sphere->transform().copy());
    for (auto it = sphere->cbeginValueOn(); it; ++it)
        velocity->tree().setValue(it.getCoord(), openvdb::Vec3f(*it, 2, float(it.getCoord().x())));
    for (const uint32_t compression : kEveryCompression) {
        write({sphere, velocity}, compression);
        const LevelSet read = readLevelSet(path("f.vdb"));
        expectSameGrid<openvdb::FloatGrid>(std::const_pointer_cast<openvdb::FloatGrid>(read.grid().distance), sphere);
        ASSERT_TRUE(read.grid().velocity);
        expectSameGrid<openvdb::Vec3SGrid>(std::const_pointer_cast<openvdb::Vec3SGrid>(read.grid().velocity),
                                           theirs()->at(1));
    }
}

TEST_F(VdbForeign, EveryLinearTransformIsRead)
{
    using namespace openvdb::math;
    const Vec3<double> scale(0.5, -0.25, 2), move(1, -2, 3);
    Mat4<double> turned = Mat4<double>::identity();
    turned.postRotate(Z_AXIS, 0.3);
    turned.postScale(scale);
    turned.setTranslation(move);
    const MapBase::Ptr maps[] = {
        MapBase::Ptr(new UniformScaleMap(0.1)), MapBase::Ptr(new UniformScaleTranslateMap(0.1, move)),
        MapBase::Ptr(new ScaleMap(scale)),      MapBase::Ptr(new ScaleTranslateMap(scale, move)),
        MapBase::Ptr(new TranslationMap(move)), MapBase::Ptr(new AffineMap(turned))};
    for (const MapBase::Ptr& map : maps) {
        const auto grid = openvdb::FloatGrid::create(1.0f);
        grid->setTransform(Transform::Ptr(new Transform(map)));
        const auto ours = readVdbGrids(bytesOf(write({grid}, kMask)), "f");
        EXPECT_EQ(ours.at(0).grid->transform(), theirs()->at(0)->transform()) << map->type();
        EXPECT_EQ(ours.at(0).grid->transform().mapType(), theirs()->at(0)->transform().mapType());
    }
}

TEST_F(VdbForeign, OtherGridsInTheFileArePassedOver)
{
    const auto surface = everyNode<openvdb::FloatGrid>();
    const auto frustum = openvdb::FloatGrid::create();
    frustum->setName("seen");
    frustum->setTransform(openvdb::math::Transform::createFrustumTransform(
        openvdb::BBoxd(openvdb::Vec3d(0), openvdb::Vec3d(8)), 0.5, 1, 1));
    const auto ints = openvdb::Int32Grid::create(3);
    ints->tree().setValue(openvdb::Coord(1, 2, 3), 4);
    const std::vector<openvdb::Vec3f> places = {{0, 0, 0}, {1, 2, 3}};
    const auto points =
        openvdb::points::createPointDataGrid<openvdb::points::NullCodec, openvdb::points::PointDataGrid>(
            places, *openvdb::math::Transform::createLinearTransform(0.5));
    const auto ours = readVdbGrids(bytesOf(write({points, ints, frustum, surface}, kBlosc | kMask)), "f");
    ASSERT_EQ(ours.size(), 4u);
    for (int passed = 0; passed < 3; ++passed) EXPECT_FALSE(ours[std::size_t(passed)].grid);
    EXPECT_EQ(ours[1].why, "is of the type Tree_int32_5_4_3");
    EXPECT_NE(ours[2].why.find("Frustum"), std::string::npos);
    expectSameGrid<openvdb::FloatGrid>(ours[3].grid, surface);
    EXPECT_NE(refusal([&] { readLevelSet(path("f.vdb"), "seen"); }).find("Frustum"), std::string::npos);
}

TEST_F(VdbForeign, GridsThatShareTheirVoxelsAreRead)
{
    const auto first = everyNode<openvdb::FloatGrid>();
    const auto second = openvdb::FloatGrid::create(first->treePtr());
    second->setName("everything");
    second->setTransform(openvdb::math::Transform::createLinearTransform(2));
    const auto ours = readVdbGrids(bytesOf(write({first, second}, kMask)), "f");
    ASSERT_EQ(ours.size(), 2u);
    expectSameGrid<openvdb::FloatGrid>(ours[1].grid, second);
    EXPECT_EQ(&ours[0].grid->baseTree(), &ours[1].grid->baseTree());
}

TEST_F(VdbForeign, MetadataIsKept)
{
    const auto grid = everyNode<openvdb::FloatGrid>();
    grid->insertMeta("author", openvdb::StringMetadata("someone"));
    grid->insertMeta("frame", openvdb::Int64Metadata(1001));
    grid->setIsInWorldSpace(true);
    const auto ours = readVdbGrids(bytesOf(write({grid}, kMask)), "f").at(0).grid;
    EXPECT_EQ(ours->metaValue<std::string>("author"), "someone");
    EXPECT_EQ(ours->metaValue<openvdb::Int64>("frame"), 1001);
    EXPECT_TRUE(ours->isInWorldSpace());
}
