#include "colliders/FrameCache.h"

#include "parallel/Threads.h"

#include <algorithm>

namespace firn {

std::shared_ptr<const LevelSetSampler> FrameCache::get(int frame) const
{
    std::lock_guard<std::mutex> lock(mMutex);
    const auto found =
        std::find_if(mEntries.begin(), mEntries.end(), [frame](const Entry& e) { return e.frame == frame; });
    if (found != mEntries.end()) {
        std::rotate(found, found + 1, mEntries.end());
        return mEntries.back().sampler;
    }
    // A loader may run parallel loops. In threads of their own they cannot pick up a caller's task that waits for the
    // lock held here.
    std::shared_ptr<const LevelSetSampler> sampler;
    runWithThreads(threadCount(), [&] { sampler = std::make_shared<LevelSetSampler>(mLoad(frame), mScale); });
    if (mEntries.size() >= kKept) mEntries.erase(mEntries.begin());
    mEntries.push_back({frame, sampler});
    return sampler;
}

} // namespace firn
