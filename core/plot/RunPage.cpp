#include "plot/RunPage.h"

#include "io/OutputFile.h"
#include "plot/Axis.h"
#include "plot/Chart.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>

namespace firn {

namespace {

constexpr int kWidth = 560, kHeight = 300; // px of a chart
constexpr std::size_t kMostPasses = 6;     // bands; the rest is one
constexpr std::size_t kMostWarnings = 40;  // different ones
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr const char* kStyle = R"(<style>
body { font: 14px/1.45 system-ui, sans-serif; color: #222; background: #fff; margin: 24px; max-width: 1180px; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 20px 0 4px; }
.charts { display: flex; flex-wrap: wrap; gap: 12px 20px; margin-top: 14px; }
svg { max-width: 100%; height: auto; font: 11px system-ui, sans-serif; }
.title { font-size: 13px; font-weight: 600; fill: #222; } .legend { fill: #333; }
.xlabel { text-anchor: middle; fill: #555; } .ylabel, .unit { text-anchor: end; fill: #555; }
.grid { stroke: #e3e3e3; } .axis { stroke: #888; }
.line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.tip { fill: transparent; } .tip:hover { fill: rgba(0, 0, 0, 0.06); }
.bad { color: #a30000; white-space: pre-wrap; } .faint { color: #666; }
table { border-collapse: collapse; } td, th { padding: 2px 14px 2px 0; text-align: left; }
</style>
)";

using Figure = std::function<double(const FrameFigures&)>;

/// A figure of a run over its frames. The first frame is where the run begins: nothing was simulated for it.
Series seriesOf(const RunHistory& run, const std::string& label, const char* colour, const Figure& figure)
{
    Series series;
    series.label = label;
    series.colour = colour;
    for (const FrameFigures& frame : run.frames) {
        series.x.push_back(double(frame.frame));
        series.y.push_back(figure(frame));
    }
    return series;
}

Figure afterFirst(const RunHistory& run, Figure figure)
{
    return [first = run.startFrame, figure = std::move(figure)](const FrameFigures& frame) {
        return frame.frame == first ? kNone : figure(frame);
    };
}

/// The names by which runs are told apart.
std::vector<std::string> labelsOf(const std::vector<RunHistory>& runs)
{
    std::vector<std::string> labels;
    for (const auto& run : runs) {
        const std::filesystem::path path(run.folder);
        labels.push_back((path.has_filename() ? path.filename() : path.parent_path().filename()).string());
    }
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (std::count(labels.begin(), labels.end(), labels[i]) > 1) labels[i] = runs[i].folder;
    return labels;
}

/// One line per run.
Chart overlay(const std::vector<RunHistory>& runs, const std::string& title, const std::string& unit,
              const std::function<Figure(const RunHistory&)>& figure)
{
    Chart chart{title, unit, false, true, {}};
    const std::vector<std::string> labels = labelsOf(runs);
    for (std::size_t r = 0; r < runs.size(); ++r)
        chart.series.push_back(seriesOf(runs[r], runs.size() > 1 ? labels[r] : title, plotColour(r), figure(runs[r])));
    return chart;
}

Chart energyChart(const std::vector<RunHistory>& runs)
{
    Chart chart{"Energy", "J", false, true, {}};
    const std::vector<std::string> labels = labelsOf(runs);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const bool several = runs.size() > 1;
        const std::string suffix = several ? " " + labels[r] : "";
        const auto add = [&](const std::string& name, std::size_t colour, bool dashed, const Figure& figure) {
            chart.series.push_back(
                seriesOf(runs[r], name + suffix, plotColour(several ? r : colour), afterFirst(runs[r], figure)));
            chart.series.back().dashed = several && dashed;
        };
        add("kinetic", 0, false, [](const FrameFigures& f) { return f.kineticEnergy; });
        const bool potential = std::any_of(runs[r].frames.begin(), runs[r].frames.end(),
                                           [](const FrameFigures& f) { return f.potentialEnergy != 0; });
        if (!potential) continue;
        add("potential (elastic and gravity)", 1, true, [](const FrameFigures& f) { return f.potentialEnergy; });
        if (!several) add("total", 6, false, [](const FrameFigures& f) { return f.kineticEnergy + f.potentialEnergy; });
    }
    return chart;
}

/// Iterations of every solve; several solves are several lines of one run, or their sum when there are several runs.
Chart iterationsChart(const std::vector<RunHistory>& runs)
{
    if (runs.size() > 1)
        return overlay(runs, "Iterations per frame", "", [](const RunHistory& run) {
            return afterFirst(run, [](const FrameFigures& f) {
                double sum = f.solves.empty() ? kNone : 0;
                for (const auto& solve : f.solves) sum += solve.iterations;
                return sum;
            });
        });
    Chart chart{"Iterations per frame", "", false, true, {}};
    std::vector<std::string> names;
    for (const auto& frame : runs[0].frames)
        for (const auto& solve : frame.solves)
            if (std::find(names.begin(), names.end(), solve.name) == names.end()) names.push_back(solve.name);
    for (const auto& name : names)
        chart.series.push_back(
            seriesOf(runs[0], name, plotColour(chart.series.size()), afterFirst(runs[0], [name](const FrameFigures& f) {
                         for (const auto& solve : f.solves)
                             if (solve.name == name) return solve.iterations;
                         return kNone;
                     })));
    return chart;
}

/// Time per frame, split by pass: the longest ones by name, the rest as one, and what no pass accounts for.
Chart timeChart(const std::vector<RunHistory>& runs)
{
    const auto total = [](const FrameFigures& f) { return 1000 * f.seconds; };
    if (runs.size() > 1)
        return overlay(runs, "Time per frame", "ms", [&](const RunHistory& run) { return afterFirst(run, total); });

    const RunHistory& run = runs[0];
    std::map<std::string, double> sums;
    for (const auto& frame : run.frames)
        for (const auto& [pass, seconds] : frame.passes) sums[pass] += seconds;
    std::vector<std::pair<double, std::string>> longest;
    for (const auto& [pass, sum] : sums) longest.emplace_back(-sum, pass);
    std::sort(longest.begin(), longest.end());
    if (longest.size() > kMostPasses) longest.resize(kMostPasses - 1);

    const auto passTime = [](const FrameFigures& f, const std::string& name) {
        double ms = 0;
        for (const auto& [pass, seconds] : f.passes) ms += pass == name ? 1000 * seconds : 0;
        return ms;
    };
    Chart chart{"Time per frame", "ms", true, true, {}};
    for (const auto& entry : longest)
        chart.series.push_back(seriesOf(run, entry.second, plotColour(chart.series.size()),
                                        [&, name = entry.second](const FrameFigures& f) { return passTime(f, name); }));
    chart.series.push_back(seriesOf(run, longest.empty() ? "all" : "other", "#b8b8b8", [&](const FrameFigures& f) {
        double rest = total(f);
        for (const auto& entry : longest) rest -= passTime(f, entry.second);
        return std::max(rest, 0.0);
    }));
    return chart;
}

/// "frame 3", "frames 3 to 7", "12 frames from 3 to 40".
std::string framesText(const std::vector<int64_t>& frames)
{
    const std::string first = std::to_string(frames.front()), last = std::to_string(frames.back());
    if (frames.size() == 1) return "frame " + first;
    const bool dense = frames.back() - frames.front() + 1 == int64_t(frames.size());
    return (dense ? "frames " : std::to_string(frames.size()) + " frames from ") + first + " to " + last;
}

/// What an artist should know: the end, warnings and solves that did not converge, each once with its frames.
std::string troublesHtml(const RunHistory& run, const std::string& label)
{
    std::vector<std::pair<std::string, std::vector<int64_t>>> found;
    const auto note = [&](const std::string& text, int64_t frame) {
        const auto same = std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == text; });
        if (same == found.end())
            found.push_back({text, {frame}});
        else if (same->second.back() != frame)
            same->second.push_back(frame);
    };
    for (const auto& frame : run.frames) {
        for (const auto& warning : frame.warnings) note(warning, frame.frame);
        for (const auto& solve : frame.solves)
            if (!solve.converged) note("the solve '" + solve.name + "' did not converge", frame.frame);
    }
    std::string html = "<h2>" + escapedHtml(label) + "</h2>\n";
    if (!run.ended.empty() && !run.complete())
        html += "<p class=\"bad\"><b>" + escapedHtml(run.ended) + ":</b> " + escapedHtml(run.endText) + "</p>\n";
    if (found.empty()) return html + "<p class=\"faint\">No warnings.</p>\n";
    html += "<table>\n";
    for (std::size_t i = 0; i < found.size() && i < kMostWarnings; ++i)
        html += "<tr><td>" + framesText(found[i].second) + "</td><td>" + escapedHtml(found[i].first) + "</td></tr>\n";
    if (found.size() > kMostWarnings)
        html += "<tr><td></td><td>and " + std::to_string(found.size() - kMostWarnings) + " more</td></tr>\n";
    return html + "</table>\n";
}

std::string statusText(const RunHistory& run)
{
    if (run.frames.empty()) return "no frame yet";
    const std::string reached = "frames " + std::to_string(run.startFrame) + " to " +
                                std::to_string(run.frames.back().frame) + " of " + std::to_string(run.endFrame);
    return (run.complete() ? "complete, " : run.ended.empty() ? "not complete, " : run.ended + ", ") + reached;
}

std::string summaryHtml(const std::vector<RunHistory>& runs)
{
    const std::vector<std::string> labels = labelsOf(runs);
    std::string html = "<table>\n<tr><th>run</th><th>scene</th><th>method</th><th>state</th><th>particles</th>"
                       "<th>time</th></tr>\n";
    for (std::size_t r = 0; r < runs.size(); ++r) {
        double seconds = 0;
        for (const auto& frame : runs[r].frames) seconds += std::isfinite(frame.seconds) ? frame.seconds : 0;
        const bool bad = !runs[r].ended.empty() && !runs[r].complete();
        const double particles = runs[r].frames.empty() ? 0 : runs[r].frames.back().particles;
        html += "<tr><td>" + escapedHtml(labels[r]) + "</td><td>" + escapedHtml(runs[r].title) + "</td><td>" +
                escapedHtml(runs[r].method) + "</td><td" + (bad ? " class=\"bad\"" : "") + ">" +
                escapedHtml(statusText(runs[r])) + "</td><td>" + tickText(particles) + "</td><td>" + tickText(seconds) +
                " s</td></tr>\n";
    }
    return html + "</table>\n";
}

} // namespace

std::string runPage(const std::vector<RunHistory>& runs)
{
    const auto plain = [&](const char* title, const char* unit, double FrameFigures::*member, bool first) {
        return overlay(runs, title, unit, [=](const RunHistory& run) {
            const Figure figure = [=](const FrameFigures& f) { return f.*member; };
            return first ? figure : afterFirst(run, figure);
        });
    };
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                       escapedHtml(runs[0].title) + "</title>\n" + kStyle + "</head>\n<body>\n<h1>" +
                       escapedHtml(runs.size() == 1 ? runs[0].title : "Runs beside one another") + "</h1>\n" +
                       summaryHtml(runs) + "<div class=\"charts\">\n";
    for (const Chart& chart : {energyChart(runs), plain("Largest speed", "m/s", &FrameFigures::largestSpeed, false),
                               plain("Substeps per frame", "", &FrameFigures::substeps, false), iterationsChart(runs),
                               timeChart(runs), plain("Particles", "", &FrameFigures::particles, true)}) {
        const bool told = std::any_of(chart.series.begin(), chart.series.end(), [](const Series& series) {
            return std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); });
        });
        if (told) html += chartSvg(chart, kWidth, kHeight);
    }
    html += "</div>\n";
    const std::vector<std::string> labels = labelsOf(runs);
    for (std::size_t r = 0; r < runs.size(); ++r)
        html +=
            troublesHtml(runs[r], runs.size() == 1 ? "Warnings and troubles" : "Warnings and troubles: " + labels[r]);
    return html + "</body>\n</html>\n";
}

void writeRunPage(const std::string& folder)
{
    const std::string page = runPage({readRunHistory(folder)});
    OutputFile file(folder + "/" + kPlotFile);
    file.write(page);
    file.commit();
}

} // namespace firn
