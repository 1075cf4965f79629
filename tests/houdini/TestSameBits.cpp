// The plug-in gives the bits of the terminal, whatever the host does in between.
#include "SnowNetwork.h"

#include "base/Hash.h"
#include "parallel/Threads.h"

#include <sstream>

namespace firn {
namespace {

/// What the terminal has at frame 4.
const Simulation& terminal()
{
    static const auto run = [] {
        auto simulation = terminalRun(ballScene());
        while (simulation->state().frame < 4) simulation->advanceFrame();
        return simulation;
    }();
    return *run;
}

std::string terminalHash() { return hashHex(stateHash(terminal().state().particles)); }

TEST(HoudiniSameBits, SourceMakesThePointsOfTheTerminal)
{
    const auto run = terminalRun(ballScene());
    const auto points = ballPoints();
    Particles like = run->state().particles;
    for (const char* made : {"restvolume", "Je", "Jp", "F"}) like.erase(made); // the solver adds them
    EXPECT_GT(like.size(), 100u);
    EXPECT_EQ(stateHash(particlesOf(*points, like)), stateHash(like));
}

TEST(HoudiniSameBits, FramesAreThoseOfTheTerminal)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(4)) << standin::messageText();
    const Particles& expected = terminal().state().particles;
    EXPECT_EQ(stateHash(particlesOf(network.points(), expected)), stateHash(expected));
    EXPECT_EQ(network.hash(), terminalHash());
}

TEST(HoudiniSameBits, OneThreadAndEightGiveTheSame)
{
    for (const int threads : {1, 8}) {
        SnowNetwork network;
        runWithThreads(threads, [&] { ASSERT_TRUE(network.world.goTo(4)); });
        EXPECT_EQ(network.hash(), terminalHash()) << threads << " threads";
    }
}

TEST(HoudiniSameBits, ScrubbingBackAndReplayingGivesTheSame)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(4));
    ASSERT_TRUE(network.world.goTo(2));
    const std::string second = network.hash();
    network.world.forgetAfter(2);
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    ASSERT_TRUE(network.world.goTo(2));
    EXPECT_EQ(network.hash(), second) << "a cached frame changed under a later one";
}

TEST(HoudiniSameBits, SaveLoadAndGoOnGivesTheSame)
{
    std::stringstream file;
    {
        SnowNetwork network;
        ASSERT_TRUE(network.world.goTo(2));
        network.world.save(file);
    }
    SnowNetwork other;
    other.world.load(file);
    EXPECT_EQ(other.world.frame(), 2);
    ASSERT_TRUE(other.world.goTo(4));
    EXPECT_EQ(other.hash(), terminalHash());
}

TEST(HoudiniSameBits, OrderOfThePointsDoesNotMatter)
{
    // The last point becomes the first, as a Sort SOP would do it.
    const auto points = ballPoints();
    auto turned = std::make_shared<GU_Detail>();
    turned->duplicate(*points);
    for (const auto& [name, attribute] : points->pointAttribs().map()) {
        GA_Attribute* to = turned->findPointAttribute(name.c_str());
        const GA_Offset last = GA_Offset(points->getNumPoints()) - 1;
        for (GA_Offset i = 0; i <= last; ++i) {
            if (attribute->getAIFTuple())
                std::memcpy(to->tuple(last - i), attribute->tuple(i), attribute->tupleBytes());
            else
                to->words(last - i) = attribute->words(i);
        }
    }
    SnowNetwork network(turned);
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    EXPECT_EQ(network.points().findPointAttribute("id")->whole(0, 0), points->getNumPoints() - 1)
        << "points must keep their order";
}

} // namespace
} // namespace firn
