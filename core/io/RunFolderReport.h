// report.jsonl: one line of JSON per frame about how the simulation went.
#pragma once

#include "io/RunFolderManifest.h"
#include "sim/Simulation.h"

#include <string>

namespace firn {

/// The report as one line of JSON, without a line feed.
std::string frameReportLine(const FrameReport& report);

/// The same with the frame's files, as report.jsonl has it: what addReported() reads.
std::string frameReportLine(const FrameReport& report, const FrameEntry& entry);

/// The text of a run folder's report.jsonl; empty when there is none. Throws FileError.
std::string reportText(const std::string& folder);

/// The whole lines about frames up to `lastFrame`, each frame once (its newest line), in order. Torn or foreign lines
/// are left out.
std::string keptReportLines(const std::string& text, int64_t lastFrame);

} // namespace firn
