// What the command line asks for, as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace firn::cli {

/// A scene and the changes laid over it.
struct SceneOptions {
    std::string path;
    std::string variant;
    std::string frames;                ///< "48" or "1-48"
    std::vector<std::string> settings; ///< "key=value"
    std::string output;                ///< folder
    std::string format;
    int threads = 0;
};

struct RunOptions {
    SceneOptions scene;
    bool resume = false;
    bool overwrite = false;
    bool preview = false;
    bool quiet = false;
    bool json = false;
};

struct CheckOptions {
    SceneOptions scene;
    bool json = false;
};

struct InfoOptions {
    std::string file;
    bool json = false;
};

struct ParamsOptions {
    std::string table; ///< empty: all
    bool json = false;
};

struct HashOptions {
    std::string path;
    bool json = false;
};

struct ConvertOptions {
    std::string from, to;
    bool density = false;
    float voxel = 0;
    bool overwrite = false;
};

struct SurfaceOptions {
    std::vector<std::string> caches; ///< files, or folders of runs
    std::string frames;              ///< of a run's folder
    std::string output;              ///< a folder, or the file when there is one cache
    std::vector<std::string> formats;
    std::vector<std::pair<std::string, std::string>> params; ///< of the surface table: token and text
    bool surfaceOnly = false, densityOnly = false;
    bool overwrite = false;
    int threads = 0;
};

struct PlotOptions {
    std::vector<std::string> folders;
    std::string output; ///< empty: plot.html in the first folder
};

struct RenderOptions {
    std::string path;                  ///< a cache, a run's folder or a scene
    std::string variant;               ///< of a scene
    std::string run;                   ///< the folder of a scene's frames; empty: its own
    std::string frames;                ///< "1-24", "1-24:4", "3,7,9"; empty: all
    std::vector<std::string> settings; ///< "render.key=value"
    std::string mode, samples, resolution, seed, colourBy;
    std::string output; ///< a folder, or a .png for one picture
    std::string sheet;  ///< a .png: all pictures small, side by side
    bool palette = false;
    bool quiet = false;
    int threads = 0;
};

struct ListOptions {
    bool json = false;
};

} // namespace firn::cli
