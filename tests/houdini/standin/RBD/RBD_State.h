// Stand-in: a rigid body: a ball of some mass for the stand-in's own solver.
#pragma once

#include <SIM/SIM_Motion.h>

class RBD_State : public SIM_Motion {
public:
    GETSET_DATA_FUNCS_F("mass", Mass);
    GETSET_DATA_FUNCS_F("inertia", Inertia); // about every axis, as a ball's is

protected:
    explicit RBD_State(const SIM_DataFactory* factory) : SIM_Motion(factory) {}
    ~RBD_State() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(RBD_State, SIM_Motion, "RBD State", nullptr);
};
