// Stand-in: nodes with parameters.
#pragma once

#include <PRM/PRM_Template.h>
#include <UT/UT_Error.h>
#include <map>
#include <string>
#include <vector>

class OP_Operator;
class OP_Network {};
class OP_Node;

typedef UT_ErrorSeverity OP_ERROR;
typedef OP_Node* (*OP_Constructor)(OP_Network* net, const char* name, OP_Operator* op);

/// The values of a node's parameters, from its templates' defaults on. "$FPS" is 24.
class ParmValues {
public:
    explicit ParmValues(const PRM_Template* templates) { addDefaults(templates); }

    void setNumber(const std::string& token, int index, fpreal value);
    void setWords(const std::string& token, const std::string& value);
    fpreal number(const std::string& token, int index) const;
    const std::string& words(const std::string& token) const;
    bool has(const std::string& token) const { return mTypes.count(token) != 0; }

    /// The template with this token; children of a list by their own token ("amount#").
    const PRM_Template* find(const std::string& token) const;
    const std::map<std::string, const PRM_Template*>& all() const { return mTypes; }

private:
    void addDefaults(const PRM_Template* templates);
    std::string known(const std::string& token) const;

    std::map<std::string, const PRM_Template*> mTypes;
    std::map<std::string, std::vector<fpreal>> mNumbers;
    std::map<std::string, std::string> mWords;
};

class OP_Node {
public:
    OP_Node(OP_Network* net, const char* name, OP_Operator* op);
    virtual ~OP_Node() = default;

    fpreal evalFloat(const char* parm, int vi, fpreal t) const;
    exint evalInt(const char* parm, int vi, fpreal t) const;
    void evalString(UT_String& value, const char* parm, int vi, fpreal t) const;
    fpreal evalFloatInst(const char* parm, const int* instance, int vi, fpreal t) const;
    exint evalIntInst(const char* parm, const int* instance, int vi, fpreal t) const;
    void evalStringInst(const char* parm, const int* instance, UT_String& value, int vi, fpreal t) const;

    ParmValues& parms() { return mParms; } ///< for tests
    OP_Operator* getOperator() const { return mOperator; }

private:
    OP_Operator* mOperator;
    ParmValues mParms;
};
