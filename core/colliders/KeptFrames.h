// The few frames of a sequence that are in memory at once.
#pragma once

#include "parallel/Threads.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace firn {

/// Loads frames when they are first asked for and forgets the one unused for longest. Callable from several threads;
/// what a caller gets does not depend on what others asked for, only how long it takes.
template <class Frame> class KeptFrames {
public:
    /// Frames kept: the two that a time lies between, and one more so that a step across a frame does not reload.
    static constexpr std::size_t kKept = 3;

    explicit KeptFrames(std::function<Frame(int frame)> load) : mLoad(std::move(load)) {}

    /// Passes on whatever the loader throws.
    std::shared_ptr<const Frame> get(int frame) const
    {
        std::lock_guard<std::mutex> lock(mMutex);
        const auto found =
            std::find_if(mEntries.begin(), mEntries.end(), [frame](const Entry& e) { return e.number == frame; });
        if (found != mEntries.end()) {
            std::rotate(found, found + 1, mEntries.end());
            return mEntries.back().frame;
        }
        // A loader may run parallel loops. In threads of their own they cannot pick up a caller's task that waits for
        // the lock held here.
        std::shared_ptr<const Frame> loaded;
        runWithThreads(threadCount(), [&] { loaded = std::make_shared<const Frame>(mLoad(frame)); });
        if (mEntries.size() >= kKept) mEntries.erase(mEntries.begin());
        mEntries.push_back({frame, loaded});
        return loaded;
    }

private:
    struct Entry {
        int number;
        std::shared_ptr<const Frame> frame;
    };
    std::function<Frame(int)> mLoad;
    mutable std::mutex mMutex;
    mutable std::vector<Entry> mEntries; // the latest used last
};

} // namespace firn
