// Stand-in: forces.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>

class SIM_Object;

class SIM_Force : public SIM_Data, public SIM_OptionsUser {
public:
    void getForce(const SIM_Object& object, const UT_Vector3& position, const UT_Vector3& velocity,
                  const UT_Vector3& angvel, const fpreal mass, UT_Vector3& force, UT_Vector3& torque) const;

    /// A uniform force (N) on every particle, for tests.
    GETSET_DATA_FUNCS_V3("uniform", Uniform);

protected:
    explicit SIM_Force(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {}
    ~SIM_Force() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Force, SIM_Data, "Force", nullptr);
};
