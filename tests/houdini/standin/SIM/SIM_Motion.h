// Stand-in: where an object is and how it moves.
#pragma once

#include <SIM/SIM_Position.h>

class SIM_Motion : public SIM_Position {
public:
    UT_Vector3 getVelocity() const { return UT_Vector3(vector("vel")); }
    UT_Vector3 getAngularVelocity() const { return UT_Vector3(vector("angvel")); } ///< radians per second

protected:
    explicit SIM_Motion(const SIM_DataFactory* factory) : SIM_Position(factory) {}
    ~SIM_Motion() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Motion, SIM_Position, "Motion", nullptr);
};
