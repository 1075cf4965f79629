#include "io/RunFolderPaths.h"

#include "sim/OutputParams.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace firn {

std::string frameDigits(int64_t frame)
{
    std::string digits = std::to_string(frame < 0 ? -frame : frame);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    return frame < 0 ? "-" + digits : digits;
}

std::string frameFileName(const std::string& name, int64_t frame, const std::string& extension)
{
    return name + "." + frameDigits(frame) + "." + extension;
}

std::string densityFileName(const std::string& name, int64_t frame)
{
    return frameFileName(name + "_density", frame, "vdb");
}

std::optional<int64_t> frameOfFileName(const std::string& fileName, const std::string& name)
{
    for (const std::string& stem : {name + ".", name + "_density."}) {
        if (fileName.compare(0, stem.size(), stem) != 0) continue;
        int64_t frame = 0;
        const char* end = fileName.data() + fileName.size();
        const auto read = std::from_chars(fileName.data() + stem.size(), end, frame);
        if (read.ec != std::errc()) continue;
        for (const std::string_view format : kParticleFormats) {
            const std::string extension(format);
            if (fileName == frameFileName(name, frame, extension)) return frame;
        }
        if (fileName == densityFileName(name, frame)) return frame;
    }
    return std::nullopt;
}

bool isLeftover(const std::string& fileName, const std::string& name)
{
    const std::size_t at = fileName.rfind(".tmp-");
    if (at == std::string::npos) return false;
    const std::string ending = fileName.substr(at + 5);
    if (ending.empty() || ending.find_first_not_of("0123456789-") != std::string::npos) return false;
    const std::string whole = fileName.substr(0, at);
    return whole == kManifestFile || whole == kCheckpointFile || whole == kReportFile || whole == kPlotFile ||
           frameOfFileName(whole, name).has_value();
}

std::vector<std::string> filesIn(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->is_regular_file(error)) names.push_back(it->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace firn
