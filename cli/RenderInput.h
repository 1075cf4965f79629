// What `firn render` is to show: which frames, in which scene.
#pragma once

#include "Options.h"
#include "io/SceneFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace firn::cli {

struct RenderFrame {
    int64_t frame = 0;
    std::string file; ///< the particle cache
};

struct RenderInput {
    Scene scene;
    std::vector<RenderFrame> frames; ///< in ascending order
    std::string folder;              ///< where pictures go unless the user says otherwise
    std::string extension;           ///< put in place of the cache's own: ".png"
};

/// Finds the frames and reads the scene: the one given, or the one that the run's folder recorded; a cache alone gets
/// an empty scene. Throws InputError and FileError.
RenderInput renderInput(const RenderOptions& options);

/// "1-24", "1-24:4", "3,7,9": true when the frame is among them. Throws InputError for anything else.
class FrameChoice {
public:
    explicit FrameChoice(const std::string& text);
    bool has(int64_t frame) const;

private:
    struct Part {
        int64_t first, last, step;
    };
    std::vector<Part> mParts;
};

} // namespace firn::cli
