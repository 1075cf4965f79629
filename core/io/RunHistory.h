// How a run went, frame by frame: what report.jsonl and run.json tell, as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace firn {

/// One frame. A figure that the report does not have is not a number.
struct FrameFigures {
    int64_t frame = 0;
    double particles = 0, substeps = 0;
    double largestSpeed = 0;                            ///< m/s
    double kineticEnergy = 0, potentialEnergy = 0;      ///< J
    double seconds = 0;                                 ///< wall-clock
    std::vector<std::pair<std::string, double>> passes; ///< s in each pass
    struct Solve {
        std::string name;
        double iterations = 0;
        bool converged = true;
    };
    std::vector<Solve> solves;
    std::vector<std::string> warnings;
};

struct RunHistory {
    std::string folder;
    std::string title;                    ///< the scene's, or its files' name
    std::string method;                   ///< "mpm"
    int64_t startFrame = 0, endFrame = 0; ///< asked for
    std::vector<FrameFigures> frames;     ///< ascending
    std::string ended;                    ///< "stopped", "interrupted"; empty when the report has no such line
    std::string endText;                  ///< why, in words

    bool complete() const { return !frames.empty() && frames.back().frame >= endFrame; }
};

/// Reads a run's folder, also of a run that is under way or was killed. Throws FileError when it is none.
RunHistory readRunHistory(const std::string& folder);

/// The line that ends the report of a run which did not reach its last frame.
std::string endReportLine(const std::string& ended, int64_t lastFrame, const std::string& text);

} // namespace firn
