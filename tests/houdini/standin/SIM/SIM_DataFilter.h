// Stand-in: which data is meant.
#pragma once

#include <SIM/SIM_Data.h>

class SIM_DataFilter {
public:
    virtual ~SIM_DataFilter() = default;
    virtual bool takes(const SIM_Data& data) const = 0;
};
class SIM_DataFilterByType : public SIM_DataFilter {
public:
    explicit SIM_DataFilterByType(const char* type) : mType(type) {}
    bool takes(const SIM_Data& data) const override { return data.getIsOfType(mType); }

private:
    UT_StringHolder mType;
};
class SIM_DataFilterNone : public SIM_DataFilter {
public:
    bool takes(const SIM_Data&) const override { return false; }
};
