// A film from numbered pictures, by the program ffmpeg where there is one.
#pragma once

#include <string>
#include <vector>

namespace firn::cli {

/// Joins pictures (files of `folder`) to an .mp4 at `path`. Returns an empty text when it is there, else why not, in a
/// plain sentence: that there is no ffmpeg is no error. The program is started directly, without a shell.
std::string makeFilm(const std::string& folder, const std::vector<std::string>& pictures, double fps,
                     const std::string& path);

} // namespace firn::cli
