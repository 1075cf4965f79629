// Stand-in: default values of attributes.
#pragma once

#include <GA/GA_Types.h>
#include <vector>

class GA_Defaults {
public:
    explicit GA_Defaults(fpreal32 value) : mValues(1, value) {}
    GA_Defaults(const fpreal32* values, int count) : mValues(values, values + count) {}
    fpreal get(int component) const { return mValues[mValues.size() == 1 ? 0 : std::size_t(component)]; }

private:
    std::vector<fpreal> mValues;
};
