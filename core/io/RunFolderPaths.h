// The names of the files in a run's folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace firn {

inline constexpr const char* kManifestFile = "run.json";
inline constexpr const char* kCheckpointFile = "checkpoint.firn";
inline constexpr const char* kReportFile = "report.jsonl";
inline constexpr const char* kPlotFile = "plot.html"; ///< a page about the run

/// "0012", "-0003", "12345": four digits or more.
std::string frameDigits(int64_t frame);

/// "snow.0012.bgeo"
std::string frameFileName(const std::string& name, int64_t frame, const std::string& extension);

/// "snow_density.0012.vdb"
std::string densityFileName(const std::string& name, int64_t frame);

/// The frame in a file's name when it is one that a run called `name` writes, in any particle format.
std::optional<int64_t> frameOfFileName(const std::string& fileName, const std::string& name);

/// True for what a writer leaves when it is killed: the name of one of the run's files and ".tmp-<process>-<n>".
bool isLeftover(const std::string& fileName, const std::string& name);

/// The plain files in a folder, sorted by name; none when there is no such folder.
std::vector<std::string> filesIn(const std::string& folder);

} // namespace firn
