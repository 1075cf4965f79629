// Stand-in: makes data by the name of its type.
#pragma once

#include <UT/UT_StringHolder.h>
#include <string>
#include <vector>

class SIM_Data;
class SIM_DopDescription;

class SIM_DataFactory {
public:
    typedef SIM_Data* (*Create)(const SIM_DataFactory*);
    typedef void (*Destroy)(SIM_Data*);

    std::string type, description;
    std::vector<std::string> superclasses; ///< from the type itself upwards
    Create create = nullptr;
    Destroy destroy = nullptr;
    const SIM_DopDescription* dop = nullptr;
};

/// The types that are known. A second one of the same name replaces the first.
void standinRegister(const SIM_DataFactory& factory);
const SIM_DataFactory* standinFactory(const std::string& type);
