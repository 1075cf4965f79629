// What goes wrong is said with the name of the thing, and the next cook works.
#include "SnowNetwork.h"

#include <chrono>
#include <cmath>

namespace firn {
namespace {

/// The step fails with an error that says all of these; `mend` undoes the cause, and then the step works.
void expectError(SnowNetwork& network, const std::vector<std::string>& words, const std::function<void()>& mend)
{
    EXPECT_FALSE(network.world.goTo(2));
    EXPECT_EQ(network.world.frame(), 1);
    const std::string text = standin::messageText(UT_ERROR_ABORT);
    for (const auto& word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
    standin::messages().clear();
    mend();
    EXPECT_TRUE(network.world.goTo(2)) << standin::messageText();
}

TEST(HoudiniErrors, NameAPointWithNan)
{
    SnowNetwork network;
    GA_Attribute* v = network.world.editGeometry(network.snow).findPointAttribute("v");
    const fpreal before = v->number(17, 1);
    v->setNumber(17, 1, std::nan(""));
    expectError(network, {"point 17", "'v'", "not a finite number"},
                [&] { network.world.editGeometry(network.snow).findPointAttribute("v")->setNumber(17, 1, before); });
}

TEST(HoudiniErrors, NameAMissingAttribute)
{
    auto points = std::make_shared<GU_Detail>();
    points->appendPointBlock(8);
    SnowNetwork network(points);
    expectError(network, {"'pscale' is missing"}, [&] { network.world.setGeometry(network.snow, ballPoints()); });
}

TEST(HoudiniErrors, NameAnAttributeOfAWrongSize)
{
    SnowNetwork network;
    network.world.editGeometry(network.snow).addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "E", 3);
    expectError(network, {"'E' is 3 x float32", "must be float32"},
                [&] { network.world.setGeometry(network.snow, ballPoints()); });
}

TEST(HoudiniErrors, NameAParameterOutOfRange)
{
    SnowNetwork network;
    network.solver->parms.setNumber("flip_ratio", 0, 1.5);
    expectError(network, {"flip_ratio is 1.5", "from 0 to 1"},
                [&] { network.solver->parms.setNumber("flip_ratio", 0, 0.95); });
}

TEST(HoudiniErrors, NameGeometryThatIsNotThere)
{
    SnowNetwork network;
    network.solver->parms.setWords("geo", "Snow");
    expectError(network, {"object 'snow'", "'Snow'", "geo"},
                [&] { network.solver->parms.setWords("geo", "Geometry"); });
}

TEST(HoudiniErrors, SayWhatToChangeWhenAFrameNeedsTooManySteps)
{
    SnowNetwork network;
    network.solver->parms.setNumber("max_substeps", 0, 2);
    expectError(network, {"max_substeps (2)", "raise max_substeps"},
                [&] { network.solver->parms.setNumber("max_substeps", 0, 10000); });
}

TEST(HoudiniErrors, RefuseASnowObjectThatIsMoved)
{
    SnowNetwork network;
    network.world.place<SIM_Position>(network.snow, UT_Vector3D(1, 0, 0));
    expectError(network, {"object 'snow'", "transform the geometry"},
                [&] { network.world.place<SIM_Position>(network.snow, UT_Vector3D(0, 0, 0)); });
}

TEST(HoudiniErrors, EmptyGeometryIsAWarning)
{
    SnowNetwork network(std::make_shared<GU_Detail>());
    network.world.editGeometry(network.snow).addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "pscale", 1);
    EXPECT_TRUE(network.world.goTo(2)) << standin::messageText();
    EXPECT_NE(standin::messageText(UT_ERROR_WARNING).find("'Geometry' has no points"), std::string::npos);
}

TEST(HoudiniErrors, MassIsMadeWithAWarning)
{
    auto points = std::make_shared<GU_Detail>();
    points->appendPointBlock(1);
    points->addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "pscale", 1).getAttribute()->setNumber(0, 0, 0.5);
    points->setPos3(0, UT_Vector3(0, 2, 0));
    SnowNetwork network(points);
    ASSERT_TRUE(network.world.goTo(2)) << standin::messageText();
    EXPECT_NE(standin::messageText(UT_ERROR_WARNING).find("'mass' is missing"), std::string::npos);
    EXPECT_EQ(network.points().findPointAttribute("mass")->number(0, 0), 400) << "a cube of 1 m at 400 kg/m3";
}

TEST(HoudiniErrors, SourceSaysThatItsInputIsEmpty)
{
    const auto input = standin::geometrySop([](GU_Detail&) {});
    const auto sop = plugin().makeSop("firn_source");
    sop->setInput(input.get());
    sop->cook(0);
    ASSERT_EQ(sop->errors().size(), 1u);
    EXPECT_NE(sop->errors().front().find("the input has no polygons and no VDB"), std::string::npos);
    sop->setInput(nullptr);
    EXPECT_GT(sop->cook(0).getNumPoints(), 0);
    EXPECT_TRUE(sop->errors().empty());
}

TEST(HoudiniErrors, SourceNamesAMisspeltPreset)
{
    const auto sop = plugin().makeSop("firn_source");
    sop->parms().setWords("material", "pakcing");
    EXPECT_EQ(sop->cook(0).getNumPoints(), 0);
    ASSERT_EQ(sop->errors().size(), 1u);
    EXPECT_NE(sop->errors().front().find("did you mean 'packing'"), std::string::npos);
}

TEST(HoudiniEsc, LeavesTheLastWholeFrame)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(2));
    const std::string whole = network.hash();
    const auto version = network.points().findPointAttribute("P")->dataId();
    int asked = 0;
    standin::setEsc([&] { return ++asked > 20; }); // in the middle of the frame
    EXPECT_FALSE(network.world.goTo(3));
    standin::setEsc(nullptr);
    EXPECT_EQ(network.world.frame(), 2);
    EXPECT_EQ(network.hash(), whole);
    EXPECT_EQ(network.points().findPointAttribute("P")->dataId(), version) << "the points were written to";
    EXPECT_EQ(standin::messageText(UT_ERROR_ABORT), "") << "Esc is no error";
    ASSERT_TRUE(network.world.goTo(4));
    SnowNetwork other;
    ASSERT_TRUE(other.world.goTo(4));
    EXPECT_EQ(network.hash(), other.hash());
}

TEST(HoudiniEsc, IsHeardWithinASecond)
{
    using Clock = std::chrono::steady_clock;
    SnowNetwork network(ballPoints(0.004)); // 65 000 particles: a frame takes seconds
    const auto begun = Clock::now();
    Clock::time_point pressed;
    standin::setEsc([&] {
        const bool press = Clock::now() - begun > std::chrono::milliseconds(300);
        if (press && pressed == Clock::time_point()) pressed = Clock::now();
        return press;
    });
    const bool whole = network.world.goTo(30);
    standin::setEsc(nullptr);
    EXPECT_FALSE(whole);
    const double late = std::chrono::duration<double>(Clock::now() - pressed).count();
    EXPECT_LT(late, 1.0) << "s from the first answer to the return";
    EXPECT_LT(std::chrono::duration<double>(pressed - begun).count(), 1.3) << "s until it was asked at all";
}

} // namespace
} // namespace firn
