// The plug-in gives the bits of the terminal, whatever the host does in between.
#include "SnowNetwork.h"

#include "base/Hash.h"
#include "parallel/Threads.h"

#include <sstream>

namespace firn {
namespace {

/// What the terminal has at frame 4.
Particles terminal(const std::string& method)
{
    auto simulation = terminalRun(ballScene(method));
    while (simulation->state().frame < 4) simulation->advanceFrame();
    return simulation->state().particles;
}

class HoudiniSameBits : public ::testing::TestWithParam<std::string> {
protected:
    std::string terminalHash() const { return hashHex(stateHash(terminal(GetParam()))); }
};

INSTANTIATE_TEST_SUITE_P(Methods, HoudiniSameBits, ::testing::Values("mpm", "sph"),
                         [](const auto& info) { return info.param; });

TEST(HoudiniSource, MakesThePointsOfTheTerminal)
{
    const auto run = terminalRun(ballScene());
    const auto points = ballPoints();
    Particles like = run->state().particles;
    for (const char* made : {"restvolume", "Je", "Jp", "F"}) like.erase(made); // the solver adds them
    EXPECT_GT(like.size(), 100u);
    EXPECT_EQ(stateHash(particlesOf(*points, like)), stateHash(like));
}

TEST_P(HoudiniSameBits, OneThreadAndEightGiveTheTerminalsFrames)
{
    const Particles expected = terminal(GetParam());
    for (const int threads : {1, 8}) {
        SnowNetwork network(ballPoints(), 1, GetParam());
        runWithThreads(threads, [&] { ASSERT_TRUE(network.world.goTo(4)) << standin::messageText(); });
        EXPECT_EQ(stateHash(particlesOf(network.points(), expected)), stateHash(expected)) << threads << " threads";
        EXPECT_EQ(network.hash(), hashHex(stateHash(expected))) << threads << " threads";
    }
}

TEST_P(HoudiniSameBits, ScrubbingBackAndReplayingGivesTheSame)
{
    SnowNetwork network(ballPoints(), 1, GetParam());
    ASSERT_TRUE(network.world.goTo(4));
    ASSERT_TRUE(network.world.goTo(2));
    const std::string second = network.hash();
    network.world.forgetAfter(2);
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    ASSERT_TRUE(network.world.goTo(2));
    EXPECT_EQ(network.hash(), second) << "a cached frame changed under a later one";
}

TEST_P(HoudiniSameBits, SaveLoadAndGoOnGivesTheSame)
{
    std::stringstream file;
    {
        SnowNetwork network(ballPoints(), 1, GetParam());
        ASSERT_TRUE(network.world.goTo(2));
        network.world.save(file);
    }
    SnowNetwork other(ballPoints(), 1, GetParam());
    other.world.load(file);
    EXPECT_EQ(other.world.frame(), 2);
    ASSERT_TRUE(other.world.goTo(4));
    EXPECT_EQ(other.hash(), terminalHash());
}

TEST_P(HoudiniSameBits, OrderOfThePointsDoesNotMatter)
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
    SnowNetwork network(turned, 1, GetParam());
    ASSERT_TRUE(network.world.goTo(4));
    EXPECT_EQ(network.hash(), terminalHash());
    EXPECT_EQ(network.points().findPointAttribute("id")->whole(0, 0), points->getNumPoints() - 1)
        << "points must keep their order";
}

} // namespace
} // namespace firn
