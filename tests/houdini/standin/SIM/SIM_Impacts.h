// Stand-in: impulses that an object was given.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_Time.h>
#include <UT/UT_Vector3.h>
#include <vector>

class SIM_Impacts : public SIM_Data {
public:
    void addPositionImpact(const UT_Vector3& pos, const UT_Vector3& normal, fpreal impulse, int otherobjid,
                           int otherobjptnum, int otherobjprimnum, fpreal u, fpreal v, fpreal w, const SIM_Time& time,
                           int flags);
    int getNumImpacts() const { return int(mImpacts.size()); }
    const UT_Vector3& getPosition(int i) const { return mImpacts.at(std::size_t(i)).position; }
    const UT_Vector3& getNormal(int i) const { return mImpacts.at(std::size_t(i)).normal; }
    fpreal getImpulse(int i) const { return mImpacts.at(std::size_t(i)).impulse; }

protected:
    explicit SIM_Impacts(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    ~SIM_Impacts() override {}
    void makeEqualSubclass(const SIM_Data* source) override
    {
        mImpacts = static_cast<const SIM_Impacts*>(source)->mImpacts;
    }

private:
    struct Impact {
        UT_Vector3 position, normal;
        fpreal impulse;
    };
    std::vector<Impact> mImpacts;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Impacts, SIM_Data, "Impacts", nullptr);
};
