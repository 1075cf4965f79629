// Stand-in: data with options.
#pragma once

#include <SIM/SIM_Data.h>
#include <SIM/SIM_Options.h>

class SIM_OptionsUser {
public:
    explicit SIM_OptionsUser(SIM_Data* owner) { owner->useOptions(&mOptions); }
    virtual ~SIM_OptionsUser() = default;
    const SIM_Options& getOptions() const { return mOptions; }

protected:
    SIM_Options& getOptions() { return mOptions; }

private:
    SIM_Options mOptions;
};

#define GETSET_DATA_FUNCS_I(token, Name)                                                                               \
    int64 get##Name() const { return getOptions().getOptionI(token); }                                                 \
    void set##Name(const int64& value) { getOptions().set(token, value); }
#define GETSET_DATA_FUNCS_F(token, Name)                                                                               \
    fpreal get##Name() const { return getOptions().getOptionF(token); }                                                \
    void set##Name(const fpreal& value) { getOptions().set(token, value); }
#define GETSET_DATA_FUNCS_V3(token, Name)                                                                              \
    UT_Vector3 get##Name() const { return UT_Vector3(getOptions().getOptionV3(token)); }                               \
    void set##Name(const UT_Vector3& value) { getOptions().set(token, UT_Vector3D(value)); }
