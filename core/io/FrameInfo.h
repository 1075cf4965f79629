// What a cache says about the frame it holds.
#pragma once

#include "particles/Particles.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace firn {

struct FrameInfo {
    int64_t frame = 0;
    double time = 0;      ///< s
    uint64_t hash = 0;    ///< the state hash (particles/Particles.h)
    std::string software; ///< what wrote the file
    std::string scene;    ///< the scene's title or path
};

/// The names under which every format stores it, and the id the next particle will get.
inline constexpr const char* kInfoFrame = "firn_frame";
inline constexpr const char* kInfoTime = "firn_time";
inline constexpr const char* kInfoHash = "firn_hash";
inline constexpr const char* kInfoNextId = "firn_nextid";
inline constexpr const char* kInfoSoftware = "firn_software";
inline constexpr const char* kInfoScene = "firn_scene";

/// As pairs of name and text, for headers that hold text.
std::vector<std::pair<std::string, std::string>> infoTexts(const FrameInfo& info, int64_t nextId);

/// Takes one such pair; false when the name is not one of the above or the text does not fit it.
bool takeInfoText(const std::string& name, const std::string& text, FrameInfo& info, int64_t& nextId);

} // namespace firn
