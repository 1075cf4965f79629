// Stand-in: the values of a field.
#pragma once

#include <UT/UT_Vector3.h>
#include <functional>

class SIM_RawField {
public:
    fpreal getValue(UT_Vector3 position) const { return value ? value(position) : 0; }
    std::function<fpreal(const UT_Vector3&)> value;
};
