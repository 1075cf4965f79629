// Stand-in: time in seconds. Comparisons have a tolerance, as the real one's have: convert before comparing.
#pragma once

#include <SYS/SYS_Types.h>

#define SIM_TIME_TOL (0.00001)

class SIM_Time {
public:
    SIM_Time() = default;
    SIM_Time(const fpreal64& seconds) : mSeconds(seconds) {}
    operator fpreal64() const { return mSeconds; }
    bool operator>(const SIM_Time& other) const { return mSeconds > other.mSeconds + SIM_TIME_TOL; }
    bool operator<(const SIM_Time& other) const { return mSeconds < other.mSeconds - SIM_TIME_TOL; }

private:
    fpreal64 mSeconds = 0;
};
