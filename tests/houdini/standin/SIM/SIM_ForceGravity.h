// Stand-in: gravity.
#pragma once

#include <SIM/SIM_Force.h>

class SIM_ForceGravity : public SIM_Force {
public:
    GETSET_DATA_FUNCS_V3("force", Gravity);

protected:
    explicit SIM_ForceGravity(const SIM_DataFactory* factory) : SIM_Force(factory) {}
    ~SIM_ForceGravity() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_ForceGravity, SIM_Force, "Gravity", nullptr);
};
