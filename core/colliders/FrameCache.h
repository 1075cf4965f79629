// The few frames of a level-set sequence that are in memory at once.
#pragma once

#include "colliders/KeptFrames.h"
#include "geometry/LevelSetSampler.h"

namespace firn {

class FrameCache : public KeptFrames<LevelSetSampler> {
public:
    using Load = std::function<LevelSet(int frame)>;

    FrameCache(const Load& load, float scale)
        : KeptFrames([load, scale](int frame) { return LevelSetSampler(load(frame), scale); })
    {
    }
};

} // namespace firn
