// Stand-in: where an object is: x -> (x - pivot) turned + pivot + position.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
#include <UT/UT_Matrix4.h>

class SIM_Position : public SIM_Data, public SIM_OptionsUser {
public:
    void getTransform(UT_DMatrix4& transform) const;
    void getPivot(UT_Vector3& pivot) const;

    // For the stand-in's own solver and tests. The rotation is a rotation vector in radians.
    UT_Vector3D vector(const char* name) const;
    void setVector(const char* name, const UT_Vector3D& value) { getOptions().set(name, value); }

protected:
    explicit SIM_Position(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {}
    ~SIM_Position() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Position, SIM_Data, "Position", nullptr);
};
