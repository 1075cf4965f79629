// Stand-in: the engine that solvers are called by.
#pragma once

#include <SIM/SIM_Time.h>

class SIM_Engine {
public:
    SIM_Time getSimulationTime() const { return mTime; } ///< the time being solved to
    void setSimulationTime(fpreal time) { mTime = SIM_Time(time); }

private:
    SIM_Time mTime;
};
