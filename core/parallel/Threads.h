// How many threads the patterns of this folder may use. The results never depend on it.
#pragma once

#include <functional>

namespace firn {

/// Threads that a pattern called here and now would use.
int threadCount();

/// Runs `work` with its parallel patterns limited to `threads` (0: all cores). More than the machine's cores are
/// allowed.
void runWithThreads(int threads, const std::function<void()>& work);

} // namespace firn
