// firn plot: a page that shows how a run went.
#include "Commands.h"
#include "ExitCode.h"
#include "base/Error.h"
#include "io/OutputFile.h"
#include "plot/RunPage.h"

#include <cstdio>

namespace firn::cli {

int plotCommand(const PlotOptions& options)
{
    std::vector<RunHistory> runs;
    for (const auto& folder : options.folders) runs.push_back(readRunHistory(folder));
    const std::string path = options.output.empty() ? options.folders[0] + "/" + kPlotFile : options.output;
    OutputFile file(path);
    file.write(runPage(runs));
    file.commit();
    std::printf("%s: %zu %s\n", path.c_str(), runs.size(), runs.size() == 1 ? "run" : "runs");
    return kOk;
}

} // namespace firn::cli
