// Stand-in: the DOP node that makes a data.
#pragma once

#include <PRM/PRM_Template.h>
#include <string>

class SIM_DopDescription {
public:
    SIM_DopDescription(bool createdop, const char* dopname, const char* dopenglish, const char* dataname,
                       const char* datatypename, const PRM_Template* templates)
        : mCreate(createdop), mName(dopname), mLabel(dopenglish), mDataName(dataname), mType(datatypename),
          mTemplates(templates)
    {
    }
    const PRM_Template* getTemplates() const { return mTemplates; }

    bool createsNode() const { return mCreate; }
    const std::string& name() const { return mName; }
    const std::string& label() const { return mLabel; }
    const std::string& dataName() const { return mDataName; }
    const std::string& type() const { return mType; }

private:
    bool mCreate;
    std::string mName, mLabel, mDataName, mType;
    const PRM_Template* mTemplates;
};
