// The plug-in loads, registers, lists its nodes, and their parameters are those of the tables.
#include "SnowNetwork.h"

#include "sim/SimulationParams.h"
#include "sim/SourceParams.h"
#include "solver/Method.h"
#include "surface/SurfaceParams.h"

#include <algorithm>

namespace firn {
namespace {

TEST(HoudiniPlugin, ListsItsNodes)
{
    const auto dops = plugin().dopNames(), sops = plugin().sopNames();
    for (const char* name : {"firn_mpm", "firn_sph", "firn_ballistic"})
        EXPECT_NE(std::find(dops.begin(), dops.end(), name), dops.end()) << name;
    for (const char* name : {"firn_source", "firn_surface", "firn_boundary", "firn_export"})
        EXPECT_NE(std::find(sops.begin(), sops.end(), name), sops.end()) << name;
}

TEST(HoudiniPlugin, StateIsDataWithoutANode)
{
    const auto dops = plugin().dopNames();
    EXPECT_EQ(std::find(dops.begin(), dops.end(), "firn_state"), dops.end());
    EXPECT_NE(standinFactory("SIM_FirnState"), nullptr);
}

/// Every row of a table is a parameter with the row's default, label, unit and help.
void expectRows(const ParmValues& parms, const ParamTable& table, const std::vector<std::string>& without = {})
{
    const auto defaults = table.make();
    for (const auto& row : table.params) {
        const std::string token(row.token);
        if (std::find(without.begin(), without.end(), token) != without.end()) continue;
        ASSERT_TRUE(parms.has(token)) << token;
        const PRM_Template* found = parms.find(token);
        EXPECT_NE(std::string(found->getLabel()).find(row.label), std::string::npos) << token;
        EXPECT_NE(std::string(found->getLabel()).find(row.unit), std::string::npos) << token;
        EXPECT_NE(std::string(found->getHelpText()).find(row.help), std::string::npos) << token;
        const ParamValue value = row.get(defaults.get());
        if (const auto* real = std::get_if<double>(&value)) {
            EXPECT_EQ(parms.number(token, 0), *real) << token;
        } else if (const auto* whole = std::get_if<int64_t>(&value)) {
            EXPECT_EQ(parms.number(token, 0), *whole) << token;
        }
    }
}

TEST(HoudiniPlugin, SolversHaveEveryParameterOfTheirMethod)
{
    for (const char* method : {"mpm", "sph", "ballistic"})
        expectRows(ParmValues(plugin().dop(std::string("firn_") + method)->getTemplates()), methodNamed(method).params);
}

TEST(HoudiniPlugin, SopsHaveEveryParameterOfTheirTables)
{
    expectRows(plugin().makeSop("firn_surface")->parms(), surfaceTable());
    expectRows(plugin().makeSop("firn_export")->parms(), simulationTable(), {"fps"}); // the scene's own, $FPS
    expectRows(plugin().makeSop("firn_source")->parms(), sourceTable(), {"points"});  // an input takes its place
}

TEST(HoudiniPlugin, RangesAreThoseOfTheTables)
{
    const PRM_Template* ratio = ParmValues(plugin().dop("firn_mpm")->getTemplates()).find("flip_ratio");
    ASSERT_NE(ratio->getRangePtr(), nullptr);
    EXPECT_EQ(ratio->getRangePtr()->low(), 0);
    EXPECT_EQ(ratio->getRangePtr()->high(), 1);
}

TEST(HoudiniPlugin, FoldersCountTheirParameters)
{
    const PRM_Template* templates = plugin().dop("firn_mpm")->getTemplates();
    ASSERT_EQ(templates->getType(), PRM_SWITCHER);
    int counted = 0, listed = 0;
    for (int tab = 0; tab < templates->getVectorSize(); ++tab)
        counted += int(templates->getFactoryDefaults()[tab].getFloat());
    for (const PRM_Template* at = templates + 1; at->getType() != PRM_LIST_TERMINATOR; ++at) ++listed;
    EXPECT_EQ(counted, listed);
}

TEST(HoudiniPlugin, ThousandNodesAndNetworksLeakNothing)
{
    ballPoints(); // what is made once, is made
    const standin::Counts before = standin::counts();
    const auto points = ballPoints(0.05);
    for (int i = 0; i < 1000; ++i) {
        const auto sop = plugin().makeSop("firn_source");
        SnowNetwork network(points);
        if (i % 100 != 0) continue;
        ASSERT_TRUE(network.world.goTo(2)) << standin::messageText();
    }
    EXPECT_EQ(standin::counts().dataAlive, before.dataAlive);
    EXPECT_EQ(standin::counts().detailsAlive, before.detailsAlive + 1) << "the test's own points";
}

TEST(HoudiniPlugin, AStepCopiesTheGeometryOnceWhenAFrameIsCached)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(2));
    const auto before = standin::counts().detailCopies;
    ASSERT_TRUE(network.world.goTo(3));
    EXPECT_EQ(standin::counts().detailCopies, before + 1) << "the cache keeps the old frame, the step writes a copy";
}

} // namespace
} // namespace firn
