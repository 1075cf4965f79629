// Affectors of every kind stop snow where the same shape in the terminal does.
#include "SnowNetwork.h"

#include "colliders/MakeCollider.h"
#include "geometry/ShapeParams.h"

#include <GEO/GEO_PrimVDB.h>
#include <GU/GU_PrimPacked.h>
#include <SIM/SIM_Names.h>
#include <cmath>
#include <openvdb/tools/LevelSetSphere.h>

namespace firn {
namespace {

/// A closed box of quadrilaterals, wound either way.
void addBox(GU_Detail& detail, const UT_Vector3& lower, const UT_Vector3& upper, bool open = false)
{
    const GA_Offset first = detail.appendPointBlock(8);
    for (int k = 0; k < 8; ++k)
        detail.setPos3(first + k, UT_Vector3(k & 1 ? upper.x() : lower.x(), k & 2 ? upper.y() : lower.y(),
                                             k & 4 ? upper.z() : lower.z()));
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (int f = 0; f < (open ? 5 : 6); ++f) {
        std::vector<GA_Offset> corners;
        for (const int k : faces[f]) corners.push_back(first + k);
        detail.addPrimitive(std::make_unique<GEO_Primitive>(detail, GEO_PRIMPOLY, corners));
    }
}

std::shared_ptr<GU_Detail> boxDetail(bool open = false)
{
    auto detail = std::make_shared<GU_Detail>();
    addBox(*detail, UT_Vector3(-0.5f, -0.2f, -0.5f), UT_Vector3(0.5f, 0, 0.5f), open);
    return detail;
}

std::shared_ptr<GU_Detail> gridDetail(const openvdb::GridBase::Ptr& grid)
{
    auto detail = std::make_shared<GU_Detail>();
    detail->addPrimitive(std::make_unique<GEO_PrimVDB>(*detail, grid));
    return detail;
}

/// The ball above a table of the given geometry, without the ground.
struct Table {
    explicit Table(std::shared_ptr<GU_Detail> geometry)
        : world(plugin()), snow(world.addObject("snow")), table(world.addObject("table"))
    {
        standin::messages().clear();
        world.setGeometry(snow, ballPoints());
        world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
        world.setGeometry(table, std::move(geometry));
        world.setFriction(table, 0.4);
        world.collide(snow, table);
        solver = &world.addSolver(snow, "firn_mpm");
        solver->parms.setNumber("collider_voxel_size", 0, 0.02);
    }
    /// The lowest point of the snow.
    float lowest() const
    {
        float y = 1e9f;
        const GU_Detail& detail = world.geometry(snow);
        for (GA_Index i = 0; i < detail.getNumPoints(); ++i) y = std::min(y, detail.getPos3(detail.pointOffset(i)).y());
        return y;
    }
    Vec3d momentum() const
    {
        const GU_Detail& detail = world.geometry(snow);
        const GA_Attribute *v = detail.findPointAttribute("v"), *mass = detail.findPointAttribute("mass");
        Vec3d sum = Vec3d::Zero();
        for (GA_Index i = 0; i < detail.getNumPoints(); ++i) {
            const GA_Offset at = detail.pointOffset(i);
            sum += mass->number(at, 0) * Vec3d(v->number(at, 0), v->number(at, 1), v->number(at, 2));
        }
        return sum;
    }
    standin::DopWorld world;
    SIM_Object &snow, &table;
    standin::DopNode* solver;
};

/// A voxel: what a surface made of voxels may be off by.
constexpr float kVoxel = 0.02f;

void expectHeld(Table& table, const char* what)
{
    ASSERT_TRUE(table.world.goTo(4)) << standin::messageText();
    EXPECT_GT(table.lowest(), -kVoxel) << what; // 4 m/s for 3 frames would be 0.5 m below
}

TEST(HoudiniColliders, PolygonsHold)
{
    Table table(boxDetail());
    expectHeld(table, "polygons");
    EXPECT_EQ(standin::messageText(UT_ERROR_WARNING), "");
}

TEST(HoudiniColliders, PackedPolygonsHold)
{
    auto packed = std::make_shared<GU_Detail>();
    UT_DMatrix4 down;
    down(3, 1) = -0.1;
    auto inner = std::make_shared<GU_Detail>();
    addBox(*inner, UT_Vector3(-0.5f, -0.1f, -0.5f), UT_Vector3(0.5f, 0.1f, 0.5f));
    packed->addPrimitive(std::make_unique<GU_PrimPacked>(*packed, inner, down));
    Table table(packed);
    expectHeld(table, "packed polygons");
}

openvdb::FloatGrid::Ptr ballGrid()
{
    return openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(0.5f, openvdb::Vec3f(0, -0.5f, 0), kVoxel, 4.0f);
}

TEST(HoudiniColliders, DistanceVdbHolds)
{
    Table table(gridDetail(ballGrid()));
    expectHeld(table, "a signed distance field");
}

TEST(HoudiniColliders, FogVdbHolds)
{
    const auto fog = openvdb::FloatGrid::create(0.0f);
    fog->setTransform(openvdb::math::Transform::createLinearTransform(kVoxel));
    fog->setGridClass(openvdb::GRID_FOG_VOLUME);
    fog->setName("density");
    fog->fill(openvdb::CoordBBox(-25, -12, -25, 25, -1, 25), 3.0f); // its surface is half a voxel above -1
    Table table(gridDetail(fog));
    expectHeld(table, "a fog volume");
}

TEST(HoudiniColliders, VdbOfAWrongKindIsNamed)
{
    const auto grid = openvdb::Int32Grid::create(0);
    grid->setName("pieces");
    Table table(gridDetail(grid));
    EXPECT_FALSE(table.world.goTo(2));
    const std::string text = standin::messageText(UT_ERROR_ABORT);
    for (const char* word : {"collider 'table'", "'pieces'", "int32"})
        EXPECT_NE(text.find(word), std::string::npos) << text;
    table.world.setGeometry(table.table, boxDetail());
    table.world.forgetAfter(1);
    EXPECT_TRUE(table.world.goTo(2)) << "the next cook works";
}

TEST(HoudiniColliders, OpenMeshIsAShellWithAWarning)
{
    Table table(boxDetail(true));
    ASSERT_TRUE(table.world.goTo(2)) << standin::messageText();
    const std::string text = standin::messageText(UT_ERROR_WARNING);
    EXPECT_NE(text.find("collider 'table' is not closed"), std::string::npos) << text;
}

TEST(HoudiniColliders, NothingToCollideWithIsNamed)
{
    Table table(std::make_shared<GU_Detail>());
    EXPECT_FALSE(table.world.goTo(2));
    EXPECT_NE(standin::messageText().find("collider 'table' has no polygons"), std::string::npos)
        << standin::messageText();
}

TEST(HoudiniColliders, CollisionFieldIsPositiveInside)
{
    Table table(boxDetail());
    table.world.place<SIM_Position>(table.table, UT_Vector3D(0, -50, 0)); // out of the way
    auto* field = standinCast<SIM_ScalarField>(
        table.snow.createSubData("collision", SIM_ScalarField::classname(), SIM_DATA_RETURN_EXISTING));
    field->set(UT_Vector3(-0.5f, -0.3f, -0.5f), UT_Vector3(1, 0.8f, 1), kVoxel,
               [](const UT_Vector3& x) { return fpreal(-x.y()); });
    table.solver->parms.setWords("collision_field", "collision");
    expectHeld(table, "a collision field");
    table.solver->parms.setWords("collision_field", "colision");
    table.world.forgetAfter(1);
    EXPECT_FALSE(table.world.goTo(2));
    EXPECT_NE(standin::messageText().find("'colision'"), std::string::npos);
}

TEST(HoudiniColliders, DistanceDataHolds)
{
    // Points that say how large the body is, and the engine's own field, positive outside; no polygons and no VDB.
    auto corners = std::make_shared<GU_Detail>();
    const GA_Offset first = corners->appendPointBlock(2);
    corners->setPos3(first, UT_Vector3(-0.5f, -1, -0.5f));
    corners->setPos3(first + 1, UT_Vector3(0.5f, 0, 0.5f));
    Table table(corners);
    SIM_Data* geometry = table.table.subData(SIM_GEOMETRY_DATANAME);
    auto* sdf = standinCast<SIM_SDF>(geometry->createSubData(SIM_SDF_DATANAME, SIM_SDF::classname(), 0));
    sdf->edit().set(GU_SDF::SDF_SPHERE, [](const UT_Vector3& x) {
        return fpreal(std::sqrt(x.x() * x.x() + (x.y() + 0.5f) * (x.y() + 0.5f) + x.z() * x.z()) - 0.5f);
    });
    expectHeld(table, "distance data");
}

TEST(HoudiniColliders, AMeshIsTurnedIntoAFieldOnceAndAgainWhenItChanges)
{
    // The warning about the open mesh comes when its field is made.
    Table table(boxDetail(true));
    const auto made = [] {
        std::size_t count = 0;
        const std::string text = standin::messageText(UT_ERROR_WARNING);
        for (std::size_t at = 0; (at = text.find("is not closed", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    ASSERT_TRUE(table.world.goTo(4)) << standin::messageText();
    EXPECT_EQ(made(), 1u);
    auto other = boxDetail(true);
    other->setPos3(0, UT_Vector3(-0.6f, -0.2f, -0.5f));
    table.world.setGeometry(table.table, other);
    ASSERT_TRUE(table.world.goTo(5)) << standin::messageText();
    EXPECT_GT(made(), 1u);
}

/// A belt at rest as an object, whose surface runs along x at 2 m/s, carries snow along.
void expectDragged(const std::shared_ptr<GU_Detail>& belt, const char* what)
{
    Table table(belt);
    table.world.setFriction(table.table, 0.9);
    ASSERT_TRUE(table.world.goTo(4)) << standin::messageText();
    double mass = 0;
    const GU_Detail& snow = table.world.geometry(table.snow);
    for (GA_Index i = 0; i < snow.getNumPoints(); ++i)
        mass += snow.findPointAttribute("mass")->number(snow.pointOffset(i), 0);
    EXPECT_GT(table.momentum().x(), 0.1 * mass) << what; // m/s; it lands in the second frame
    EXPECT_LT(table.momentum().x(), 2.0 * mass) << what;
}

TEST(HoudiniColliders, VelocitiesOfPointsDragSnow)
{
    auto belt = boxDetail();
    GA_Attribute* v = belt->addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "v", 3).getAttribute();
    for (GA_Offset i = 0; i < 8; ++i) v->setNumber(i, 0, 2);
    expectDragged(belt, "point attribute v");
}

TEST(HoudiniColliders, AVelocityVdbDragsSnow)
{
    auto belt = gridDetail(ballGrid());
    const auto velocity = openvdb::Vec3SGrid::create(openvdb::Vec3f(2, 0, 0));
    velocity->setTransform(openvdb::math::Transform::createLinearTransform(kVoxel));
    velocity->fill(openvdb::CoordBBox(-30, -55, -30, 30, 5, 30), openvdb::Vec3f(2, 0, 0));
    velocity->setName("vel");
    belt->addPrimitive(std::make_unique<GEO_PrimVDB>(*belt, velocity));
    expectDragged(belt, "VDB vel");
}

TEST(HoudiniColliders, StickinessIsTheGeometrysOwn)
{
    // Hung up under a ceiling that the snow is thrown at, it stays there only where the ceiling is sticky.
    const auto fallen = [](bool sticky) {
        auto ceiling = std::make_shared<GU_Detail>();
        addBox(*ceiling, UT_Vector3(-0.5f, 0.24f, -0.5f), UT_Vector3(0.5f, 0.44f, 0.5f));
        ceiling->addTuple(GA_STORE_INT32, GA_ATTRIB_DETAIL, "sticky", 1).getAttribute()->setNumber(0, 0, sticky);
        Table table(ceiling);
        for (GA_Offset i = 0; i < table.world.geometry(table.snow).getNumPoints(); ++i)
            table.world.editGeometry(table.snow).findPointAttribute("v")->setNumber(i, 1, 4);
        EXPECT_TRUE(table.world.goTo(8)) << standin::messageText();
        return -table.momentum().y();
    };
    EXPECT_LT(fallen(true), 0.7 * fallen(false));
}

TEST(HoudiniColliders, AMovedObjectPushes)
{
    Table table(boxDetail());
    // The table rises at 2.4 m/s: 0.1 m a frame. Snow that it meets takes at least that speed.
    table.world.place<SIM_Position>(table.table, UT_Vector3D(0, -0.3, 0));
    table.world.network = [&](double time) {
        table.world.place<SIM_Position>(table.table, UT_Vector3D(0, -0.3 + 2.4 * time, 0));
    };
    ASSERT_TRUE(table.world.goTo(6)) << standin::messageText();
    EXPECT_GT(table.lowest(), -0.3f + 0.5f - 2 * kVoxel);
    EXPECT_GT(table.momentum().y(), 0);
}

TEST(HoudiniColliders, ADeformingMeshPushes)
{
    Table table(boxDetail());
    const auto raise = [&](double height) {
        auto detail = boxDetail();
        for (GA_Offset i = 0; i < 8; ++i) {
            UT_Vector3 x = detail->getPos3(i);
            if (x.y() > -0.1f) x(1) = fpreal32(height); // the top rises, the bottom stays
            detail->setPos3(i, x);
        }
        table.world.setGeometry(table.table, detail);
    };
    raise(-0.1);
    table.world.network = [&](double time) { raise(-0.1 + 2.4 * time); };
    ASSERT_TRUE(table.world.goTo(5)) << standin::messageText();
    EXPECT_GT(table.lowest(), -0.1f + 0.4f - 2 * kVoxel);
    EXPECT_GT(table.momentum().y(), 0);
    EXPECT_EQ(standin::messageText(UT_ERROR_WARNING), "");
}

TEST(HoudiniColliders, MovingOnesAreTheSameAfterSaveAndLoad)
{
    const auto run = [](bool through) {
        Table table(boxDetail());
        const auto move = [](Table& t) {
            t.world.network = [&t](double time) {
                t.world.place<SIM_Position>(t.table, UT_Vector3D(0, -0.05 + 1.2 * time, 0));
            };
        };
        move(table);
        table.world.place<SIM_Position>(table.table, UT_Vector3D(0, -0.05, 0));
        EXPECT_TRUE(table.world.goTo(3));
        if (!through) {
            EXPECT_TRUE(table.world.goTo(5));
            return std::string(table.world.geometry(table.snow).findGlobalAttribute("firn_hash")->words(0).c_str());
        }
        std::stringstream file;
        table.world.save(file);
        Table other(boxDetail());
        move(other);
        other.world.place<SIM_Position>(other.table, UT_Vector3D(0, -0.05 + 1.2 * 2 / 24, 0));
        other.world.load(file);
        EXPECT_TRUE(other.world.goTo(5));
        return std::string(other.world.geometry(other.snow).findGlobalAttribute("firn_hash")->words(0).c_str());
    };
    EXPECT_EQ(run(true), run(false));
}

TEST(HoudiniColliders, FrictionIsThatOfTheObject)
{
    const auto slide = [](double friction) {
        Table table(boxDetail());
        for (GA_Offset i = 0; i < table.world.geometry(table.snow).getNumPoints(); ++i)
            table.world.editGeometry(table.snow).findPointAttribute("v")->setNumber(i, 0, 2);
        table.world.setFriction(table.table, friction);
        EXPECT_TRUE(table.world.goTo(4));
        return table.momentum().x();
    };
    EXPECT_LT(slide(0.9), 0.7 * slide(0.0));
}

} // namespace
} // namespace firn
