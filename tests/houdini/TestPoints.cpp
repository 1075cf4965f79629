// Points come and go while a simulation runs, and an artist's own attributes and groups stay.
#include "SnowNetwork.h"

#include <array>
#include <map>
#include <set>

namespace firn {
namespace {

TEST(HoudiniPoints, OwnAttributesAndGroupsStay)
{
    SnowNetwork network;
    GU_Detail& detail = network.world.editGeometry(network.snow);
    GA_Attribute* colour = detail.addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "Cd", 3).getAttribute();
    GA_Attribute* tiny = detail.addTuple(GA_STORE_INT8, GA_ATTRIB_POINT, "flag", 1).getAttribute();
    (void)tiny;
    for (GA_Offset i = 0; i < detail.getNumPoints(); ++i) colour->setNumber(i, 0, fpreal(i));
    detail.newPointGroup("top")->addOffset(3);
    ASSERT_TRUE(network.world.goTo(3)) << standin::messageText();
    const GU_Detail& after = network.points();
    EXPECT_EQ(after.findPointAttribute("Cd")->number(41, 0), 41);
    EXPECT_NE(after.findPointAttribute("flag"), nullptr);
    EXPECT_TRUE(network.world.editGeometry(network.snow).findPointGroup("top")->containsOffset(3));
    EXPECT_EQ(network.world.editGeometry(network.snow).findPointGroup("__firn_gone"), nullptr);
}

TEST(HoudiniPoints, ReportIsThereAsDetailAttributes)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(2));
    const GU_Detail& detail = network.points();
    EXPECT_GT(detail.findGlobalAttribute("firn_substeps")->whole(0, 0), 1);
    EXPECT_GT(detail.findGlobalAttribute("firn_largest_speed")->number(0, 0), 3.9);
    EXPECT_GT(detail.findGlobalAttribute("firn_iterations")->whole(0, 0), 0);
    EXPECT_EQ(detail.findGlobalAttribute("firn_seconds"), nullptr) << "wall-clock times would change a cache's bits";
}

TEST(HoudiniPoints, ThoseThatLeaveTheBoundsAreDestroyed)
{
    SnowNetwork network;
    network.solver->parms.setNumber("bounds_max", 0, 0.0);
    const GA_Size before = network.points().getNumPoints();
    ASSERT_TRUE(network.world.goTo(2));
    const GA_Size after = network.points().getNumPoints();
    EXPECT_LT(after, before);
    EXPECT_GT(after, 0);
    EXPECT_EQ(network.points().findGlobalAttribute("firn_left")->whole(0, 0), before - after);
    ASSERT_TRUE(network.world.goTo(3)) << standin::messageText(); // offsets have holes now
    for (GA_Index i = 0; i < network.points().getNumPoints(); ++i)
        EXPECT_LE(network.points().getPos3(network.points().pointOffset(i)).x(), 0);
}

TEST(HoudiniPoints, LeaveAsTheyAreWhenTheirOrderIsNotThatOfTheirOffsets)
{
    const auto placesById = [](bool reversed) {
        SnowNetwork network;
        network.solver->parms.setNumber("bounds_max", 0, 0.0);
        if (reversed) network.world.editGeometry(network.snow).reversePoints();
        EXPECT_TRUE(network.world.goTo(3)) << standin::messageText();
        std::map<int64, std::array<float, 3>> places;
        for (GA_Index i = 0; i < network.points().getNumPoints(); ++i) {
            const GA_Offset at = network.points().pointOffset(i);
            const UT_Vector3 x = network.points().getPos3(at);
            places[network.points().findPointAttribute("id")->whole(at, 0)] = {x.x(), x.y(), x.z()};
        }
        return places;
    };
    EXPECT_EQ(placesById(true), placesById(false));
}

TEST(HoudiniPoints, IdsOfThoseThatLeftAreNotUsedAgain)
{
    SnowNetwork network;
    network.solver->parms.setNumber("bounds_max", 0, 0.0);
    const GA_Size before = network.points().getNumPoints();
    std::set<int64> all;
    for (GA_Index i = 0; i < before; ++i)
        all.insert(network.points().findPointAttribute("id")->whole(network.points().pointOffset(i), 0));
    ASSERT_TRUE(network.world.goTo(2));
    for (GA_Index i = 0; i < network.points().getNumPoints(); ++i)
        all.erase(network.points().findPointAttribute("id")->whole(network.points().pointOffset(i), 0));
    ASSERT_FALSE(all.empty()) << "some have left";
    bool added = false;
    network.world.network = [&](double) {
        if (added) return;
        added = true;
        GU_Detail& detail = network.world.editGeometry(network.snow);
        const GA_Offset at = detail.appendPointBlock(1);
        detail.setPos3(at, UT_Vector3(-1, 1, 0));
        detail.findPointAttribute("id")->setNumber(at, 0, double(*all.begin()));
        detail.findPointAttribute("mass")->setNumber(at, 0, 0.003);
        detail.findPointAttribute("pscale")->setNumber(at, 0, 0.01);
    };
    ASSERT_TRUE(network.world.goTo(3)) << standin::messageText();
    for (GA_Index i = 0; i < network.points().getNumPoints(); ++i)
        EXPECT_EQ(all.count(network.points().findPointAttribute("id")->whole(network.points().pointOffset(i), 0)), 0u);
}

TEST(HoudiniPoints, NewOnesJoinWithIdsThatWereNeverUsed)
{
    SnowNetwork network;
    const GA_Size before = network.points().getNumPoints();
    ASSERT_TRUE(network.world.goTo(2));
    bool added = false;
    network.world.network = [&](double) {
        if (added) return;
        added = true;
        GU_Detail& detail = network.world.editGeometry(network.snow);
        const GA_Offset at = detail.appendPointBlock(2); // with every attribute's default
        for (GA_Offset k = 0; k < 2; ++k) {
            detail.setPos3(at + k, UT_Vector3(1, fpreal32(k + 1), 0));
            detail.findPointAttribute("mass")->setNumber(at + k, 0, 0.003);
            detail.findPointAttribute("pscale")->setNumber(at + k, 0, 0.01);
        }
        EXPECT_EQ(detail.findPointAttribute("F")->number(at, 4), 1) << "new points start undeformed";
        EXPECT_EQ(detail.findPointAttribute("Jp")->number(at, 0), 1);
    };
    ASSERT_TRUE(network.world.goTo(3)) << standin::messageText();
    ASSERT_EQ(network.points().getNumPoints(), before + 2);
    std::set<int64> ids;
    for (GA_Index i = 0; i < network.points().getNumPoints(); ++i)
        ids.insert(network.points().findPointAttribute("id")->whole(network.points().pointOffset(i), 0));
    EXPECT_EQ(GA_Size(ids.size()), before + 2);
    EXPECT_GE(*ids.rbegin(), before);
    EXPECT_LT(network.points().getPos3(network.points().pointOffset(before)).y(), 1.0f) << "it falls";
}

TEST(HoudiniPoints, DeletedOnesLeave)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(2));
    const GA_Size before = network.points().getNumPoints();
    network.world.network = [&](double) {
        GU_Detail& detail = network.world.editGeometry(network.snow);
        if (detail.getNumPoints() < before) return;
        detail.destroyPointOffsets(GA_Range(detail.getPointMap(), 5, 15));
    };
    ASSERT_TRUE(network.world.goTo(4)) << standin::messageText();
    EXPECT_EQ(network.points().getNumPoints(), before - 10);
}

TEST(HoudiniPoints, MaterialOfAPointCountsMoreThanTheNode)
{
    const auto stiffness = [](double value) {
        auto points = ballPoints();
        for (GA_Offset i = 0; i < points->getNumPoints(); ++i) points->findPointAttribute("E")->setNumber(i, 0, value);
        SnowNetwork network(points);
        EXPECT_TRUE(network.world.goTo(3));
        return network.points().getPos3(0).y();
    };
    EXPECT_NE(stiffness(1e4), stiffness(1e6));
}

/// The speed of a lone point after one frame.
fpreal speedAfter(const std::function<void(SnowNetwork&)>& setUp, int component)
{
    auto points = std::make_shared<GU_Detail>();
    points->appendPointBlock(1);
    points->setPos3(0, UT_Vector3(0, 5, 0));
    points->addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "pscale", 1).getAttribute()->setNumber(0, 0, 0.1);
    points->addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "mass", 1).getAttribute()->setNumber(0, 0, 2);
    SnowNetwork network(points);
    setUp(network);
    EXPECT_TRUE(network.world.goTo(2)) << standin::messageText();
    return network.points().findPointAttribute("v")->number(0, component);
}

TEST(HoudiniForces, GravitiesAddUp)
{
    const auto more = [](SnowNetwork& n) { n.world.addGravity(n.snow, UT_Vector3(0, 0, 2.4f), "Sideways"); };
    EXPECT_NEAR(speedAfter(more, 2), 0.1, 1e-5); // 2.4 m/s2 over 1/24 s
    EXPECT_NEAR(speedAfter(more, 1), -9.81 / 24, 1e-5);
}

TEST(HoudiniForces, AttributeForceActsForOneStep)
{
    const auto pushed = [](SnowNetwork& n) {
        n.world.editGeometry(n.snow)
            .addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "force", 3)
            .getAttribute()
            ->setNumber(0, 0, 48);
    };
    EXPECT_NEAR(speedAfter(pushed, 0), 1.0, 1e-5); // 48 N on 2 kg over 1/24 s
    const auto twoFrames = [&](SnowNetwork& n) {
        pushed(n);
        EXPECT_TRUE(n.world.goTo(2));
        EXPECT_EQ(n.points().findPointAttribute("force")->number(0, 0), 0) << "it is for one step";
        EXPECT_TRUE(n.world.goTo(3));
        EXPECT_NEAR(n.points().findPointAttribute("v")->number(0, 0), 1.0, 1e-5);
    };
    speedAfter(twoFrames, 0);
}

TEST(HoudiniForces, AttributeForceOfAnyPrecisionActsAndOneOfAnotherSizeIsNamed)
{
    const auto with = [](GA_Storage storage, int size) {
        return [=](SnowNetwork& n) {
            n.world.editGeometry(n.snow)
                .addTuple(storage, GA_ATTRIB_POINT, "force", size)
                .getAttribute()
                ->setNumber(0, 0, 48);
        };
    };
    EXPECT_NEAR(speedAfter(with(GA_STORE_REAL64, 3), 0), 1.0, 1e-5);
    SnowNetwork network;
    with(GA_STORE_REAL32, 4)(network);
    EXPECT_FALSE(network.world.goTo(2));
    EXPECT_NE(standin::messageText().find("'force'"), std::string::npos) << standin::messageText();
}

TEST(HoudiniForces, WindActsAsInTheTerminal)
{
    const auto drift = [](double wind) {
        SnowNetwork network(ballPoints(), 1, "ballistic");
        network.solver->parms.setNumber("wind", 0, wind);
        EXPECT_TRUE(network.world.goTo(2)) << standin::messageText();
        return network.points().findPointAttribute("v")->number(0, 0);
    };
    EXPECT_EQ(drift(0), 0);
    EXPECT_GT(drift(8), 0.1);
}

TEST(HoudiniForces, OtherForcesAct)
{
    const auto uniform = [](SnowNetwork& n) { n.world.addForce(n.snow, UT_Vector3(0, 0, 48)); };
    EXPECT_NEAR(speedAfter(uniform, 2), 1.0, 1e-5);
}

} // namespace
} // namespace firn
