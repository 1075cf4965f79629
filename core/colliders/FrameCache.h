// The few frames of a level-set sequence that are in memory at once.
#pragma once

#include "geometry/LevelSetSampler.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace firn {

/// Loads frames when they are first asked for and forgets the one unused for longest. Callable from several threads;
/// what a caller gets does not depend on what others asked for, only how long it takes.
class FrameCache {
public:
    using Load = std::function<LevelSet(int frame)>;

    /// Frames kept: the two that a time lies between, and one more so that a step across a frame does not reload.
    static constexpr std::size_t kKept = 3;

    FrameCache(Load load, float scale) : mLoad(std::move(load)), mScale(scale) {}

    /// Passes on whatever the loader throws.
    std::shared_ptr<const LevelSetSampler> get(int frame) const;

private:
    struct Entry {
        int frame;
        std::shared_ptr<const LevelSetSampler> sampler;
    };
    Load mLoad;
    float mScale;
    mutable std::mutex mMutex;
    mutable std::vector<Entry> mEntries; // the latest used last
};

} // namespace firn
