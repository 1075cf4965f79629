// Stand-in: node types.
#pragma once

#include <OP/OP_Node.h>
#include <string>

class CH_LocalVariable;
#define OP_FLAG_GENERATOR 0x01

class OP_Operator {
public:
    OP_Operator(const char* name, const char* english, OP_Constructor construct, PRM_Template* templates,
                unsigned minSources, unsigned maxSources = 9999, CH_LocalVariable* variables = nullptr,
                unsigned flags = 0, const char** inputLabels = nullptr)
        : mName(name), mEnglish(english), mConstruct(construct), mTemplates(templates), mMost(maxSources)
    {
        (void)minSources, (void)variables, (void)flags, (void)inputLabels;
    }
    void setIconName(const char* name) { mIcon = name; }
    void setOpTabSubMenuPath(const char* path) { mMenu = path; }

    const std::string& name() const { return mName; } ///< for tests, as all below
    const std::string& label() const { return mEnglish; }
    const std::string& icon() const { return mIcon; }
    PRM_Template* templates() const { return mTemplates; }
    OP_Node* create(OP_Network* net, const char* name) { return mConstruct(net, name, this); }

private:
    std::string mName, mEnglish, mIcon, mMenu;
    OP_Constructor mConstruct;
    PRM_Template* mTemplates;
    unsigned mMost;
};
