// Stand-in: the signed distance field of a geometry.
#pragma once

#include <GU/GU_SDF.h>
#include <SIM/SIM_DataUtils.h>

class SIM_SDF : public SIM_Data {
public:
    const GU_SDF& getSDF() const { return mField; }
    GU_SDF& edit() { return mField; }

protected:
    explicit SIM_SDF(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    ~SIM_SDF() override {}
    void makeEqualSubclass(const SIM_Data* source) override { mField = static_cast<const SIM_SDF*>(source)->mField; }

private:
    GU_SDF mField;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_SDF, SIM_Data, "SDF", nullptr);
};
