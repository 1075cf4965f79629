// Stand-in: how a surface feels.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>

class SIM_PhysicalParms : public SIM_Data, public SIM_OptionsUser {
public:
    GETSET_DATA_FUNCS_F("friction", Friction);

protected:
    explicit SIM_PhysicalParms(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {}
    ~SIM_PhysicalParms() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_PhysicalParms, SIM_Data, "Physical Parms", nullptr);
};
