// Claims about axes, charts and the page of a run.
#include "plot/Axis.h"
#include "plot/Chart.h"
#include "plot/RunPage.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace firn;

namespace {

std::size_t occurrences(const std::string& text, const std::string& word)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
    return count;
}

RunHistory history(int frames)
{
    RunHistory run;
    run.folder = "shots/a";
    run.title = "a <ball>";
    run.method = "mpm";
    run.startFrame = 1;
    run.endFrame = 48;
    for (int n = 1; n <= frames; ++n) {
        FrameFigures figures;
        figures.frame = n;
        figures.particles = 1000 * n;
        figures.substeps = 10;
        figures.kineticEnergy = 2.5 * n;
        figures.seconds = 0.2;
        figures.passes = {{"rasterise", 0.05}, {"forces", 0.1}};
        run.frames.push_back(figures);
    }
    return run;
}

} // namespace

TEST(Axis, HasRoundTicksThatCoverTheValues)
{
    const Axis axis = niceAxis(0, 937, 5);
    EXPECT_EQ(axis.ticks, (std::vector<double>{0, 200, 400, 600, 800, 1000}));
    EXPECT_EQ(axis.highest, 1000);
}

TEST(Axis, WidensARangeWithoutWidth)
{
    for (const double value : {0.0, 3.0, -3.0, 1e-12, 1e12}) {
        const Axis axis = niceAxis(value, value, 5);
        EXPECT_LT(axis.lowest, axis.highest) << value;
        EXPECT_LE(axis.lowest, value) << value;
        EXPECT_GE(axis.highest, value) << value;
    }
}

TEST(Axis, OfValuesThatAreNotFiniteIsUsable)
{
    const Axis axis = niceAxis(0, std::numeric_limits<double>::infinity(), 5);
    EXPECT_EQ(axis.lowest, 0);
    EXPECT_EQ(axis.highest, 1);
}

TEST(Axis, OfFramesHasWholeNumbers)
{
    for (const double tick : frameAxis(1, 5, 8).ticks) EXPECT_EQ(tick, std::floor(tick));
    EXPECT_EQ(frameAxis(7, 7, 8).ticks, std::vector<double>{7});
}

TEST(Axis, LabelsAreShort)
{
    EXPECT_EQ(tickText(0), "0");
    EXPECT_EQ(tickText(0.25), "0.25");
    EXPECT_EQ(tickText(1200), "1200");
    EXPECT_EQ(tickText(15000), "15k");
    EXPECT_EQ(tickText(2.5e6), "2.5M");
}

TEST(Chart, LeavesAGapWhereAValueIsMissing)
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const Chart chart{"Energy", "J", false, true, {{"kinetic", {1, 2, 3, 4, 5}, {1, 2, none, 3, 4}, "#000", false}}};
    const std::string svg = chartSvg(chart, 400, 300);
    EXPECT_EQ(occurrences(svg, "<polyline"), 2u);
    EXPECT_EQ(svg.find("nan"), svg.npos);
}

TEST(Chart, ShowsASingleFrameAsADot)
{
    const Chart chart{"Speed", "m/s", false, true, {{"v", {7}, {2}, "#000", false}}};
    EXPECT_EQ(occurrences(chartSvg(chart, 400, 300), "<circle"), 1u);
}

TEST(RunPage, NeedsNothingFromOutsideAndNoScript)
{
    const std::string page = runPage({history(5)});
    EXPECT_EQ(page.find("<script"), page.npos);
    EXPECT_EQ(occurrences(page, "http"), occurrences(page, "http://www.w3.org/2000/svg")); // the name of SVG itself
}

TEST(RunPage, EscapesTheScenesTitle) { EXPECT_EQ(runPage({history(3)}).find("<ball>"), std::string::npos); }

TEST(RunPage, ShowsWarningsOnceWithTheirFrames)
{
    RunHistory run = history(9);
    for (int n = 2; n < 6; ++n) run.frames[std::size_t(n)].warnings = {"a step was halved"};
    const std::string page = runPage({run});
    EXPECT_EQ(occurrences(page, "a step was halved"), 1u);
    EXPECT_NE(page.find("frames 3 to 6"), page.npos);
}

TEST(RunPage, SaysWhyARunStopped)
{
    RunHistory run = history(9);
    run.ended = "stopped";
    run.endText = "velocity is not finite";
    EXPECT_NE(runPage({run}).find("velocity is not finite"), std::string::npos);
}

TEST(RunPage, DrawsSeveralRunsOverOneAnother)
{
    RunHistory other = history(7);
    other.folder = "shots/b";
    const std::string page = runPage({history(5), other});
    EXPECT_NE(page.find("kinetic a"), page.npos);
    EXPECT_NE(page.find("kinetic b"), page.npos);
}

TEST(RunPage, WorksForOneFrameAndForNone)
{
    EXPECT_NE(runPage({history(1)}).find("Particles"), std::string::npos);
    EXPECT_NE(runPage({history(0)}).find("no frame yet"), std::string::npos);
}
