// A loop with a race, on purpose: shows that the thread sanitizer sees races in Firn's loops (built for it only).
#include "parallel/ForEach.h"
#include "parallel/Threads.h"

#include <cstdio>

int main()
{
    long sum = 0;
    firn::runWithThreads(4, [&] {
        firn::forEach(
            100000, [&](std::size_t i) { sum += long(i); }, 16);
    });
    std::printf("%ld\n", sum);
    return 0;
}
