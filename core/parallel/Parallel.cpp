// The only file that knows TBB: names that TBB 2020 and oneTBB share.
#include "parallel/ForEach.h"
#include "parallel/TaskOrder.h"
#include "parallel/Threads.h"

#include <algorithm>
#include <memory>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace firn {

int threadCount() { return tbb::this_task_arena::max_concurrency(); }

void runWithThreads(int threads, const std::function<void()>& work)
{
    if (threads <= 0) return work();

    // TBB keeps no more workers than cores unless told; tests ask for more.
    std::unique_ptr<tbb::global_control> moreWorkers;
    const auto allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
    if (std::size_t(threads) > allowed)
        moreWorkers = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);

    tbb::task_arena arena(threads);
    TaskOrder order;
    arena.execute([&work, &order] {
        TaskOrder::Task task(order);
        work();
    });
}

namespace detail {

void forRanges(std::size_t count, std::size_t grain, RangeFn fn, void* work)
{
    if (count == 0) return;
    grain = std::max<std::size_t>(grain, 1);
    const std::size_t ranges = (count + grain - 1) / grain;
    if (ranges == 1) return fn(work, 0, count);
    TaskOrder order;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranges),
                      [=, &order](const tbb::blocked_range<std::size_t>& tasks) {
                          TaskOrder::Task task(order);
                          for (std::size_t r = tasks.begin(); r != tasks.end(); ++r)
                              fn(work, r * grain, std::min(count, (r + 1) * grain));
                      });
}

} // namespace detail

} // namespace firn
