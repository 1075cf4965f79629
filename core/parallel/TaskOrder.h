// Tells the thread sanitizer what TBB guarantees: what was done before a loop is seen by its tasks, and what the tasks
// did is seen after it. TBB as installed is not instrumented, so the sanitizer cannot know. Empty in other builds.
#pragma once

#ifdef FIRN_TSAN
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace firn {

class TaskOrder {
public:
#ifdef FIRN_TSAN
    TaskOrder() { __tsan_release(&mStarted); }
    ~TaskOrder() { __tsan_acquire(&mEnded); }
#endif

    /// Lives as long as one task runs, also when the task throws.
    class Task {
    public:
#ifdef FIRN_TSAN
        explicit Task(TaskOrder& order) : mOrder(order) { __tsan_acquire(&mOrder.mStarted); }
        ~Task() { __tsan_release(&mOrder.mEnded); }

    private:
        TaskOrder& mOrder;
#else
        explicit Task(TaskOrder&) {}
        ~Task() {}
#endif
    };

private:
#ifdef FIRN_TSAN
    char mStarted = 0, mEnded = 0; // two addresses, so that tasks are not ordered among themselves
#endif
};

} // namespace firn
