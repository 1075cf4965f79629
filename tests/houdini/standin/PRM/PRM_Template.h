// Stand-in: parameter templates.
#pragma once

#include <SYS/SYS_Types.h>
#include <UT/UT_StringHolder.h>

enum PRM_Type { PRM_LIST_TERMINATOR, PRM_FLT_J, PRM_INT_J, PRM_TOGGLE, PRM_ORD, PRM_STRING, PRM_XYZ_J, PRM_SWITCHER };
enum PRM_MultiType { PRM_MULTITYPE_NONE, PRM_MULTITYPE_LIST };
enum PRM_ChoiceListType { PRM_CHOICELIST_SINGLE, PRM_CHOICELIST_REPLACE };
enum PRM_RangeFlag { PRM_RANGE_FREE, PRM_RANGE_UI, PRM_RANGE_RESTRICTED };

class PRM_Name {
public:
    PRM_Name(const char* token = nullptr, const char* label = nullptr) : mToken(token), mLabel(label) {}
    const char* getToken() const { return mToken; }
    const char* getLabel() const { return mLabel; }

private:
    const char *mToken, *mLabel;
};

class PRM_Default {
public:
    PRM_Default(fpreal number = 0, const char* words = nullptr) : mNumber(number), mWords(words) {}
    fpreal getFloat() const { return mNumber; }
    const char* getString() const { return mWords; }

private:
    fpreal mNumber;
    const char* mWords;
};

class PRM_ChoiceList {
public:
    PRM_ChoiceList(PRM_ChoiceListType, PRM_Name* names) : mNames(names) {}
    const PRM_Name* choiceNamesPtr() const { return mNames; }

private:
    PRM_Name* mNames;
};

class PRM_Range {
public:
    PRM_Range(PRM_RangeFlag, fpreal low, PRM_RangeFlag, fpreal high) : mLow(low), mHigh(high) {}
    fpreal low() const { return mLow; }
    fpreal high() const { return mHigh; }

private:
    fpreal mLow, mHigh;
};

class PRM_SpareData;
class PRM_ConditionalBase;
typedef int (*PRM_Callback)(void* data, int index, fpreal32 time);

class PRM_Template {
public:
    PRM_Template(PRM_Type type = PRM_LIST_TERMINATOR, int vectorsize = 1, PRM_Name* name = nullptr,
                 PRM_Default* defaults = nullptr, PRM_ChoiceList* choices = nullptr, PRM_Range* range = nullptr,
                 PRM_Callback callback = nullptr, PRM_SpareData* spare = nullptr, int parmgroup = 1,
                 const char* helptext = nullptr, PRM_ConditionalBase* condition = nullptr)
        : mType(type), mSize(vectorsize), mName(name), mDefaults(defaults), mChoices(choices), mRange(range),
          mHelp(helptext)
    {
        (void)callback, (void)spare, (void)parmgroup, (void)condition;
    }
    PRM_Template(PRM_MultiType multi, PRM_Template* children, fpreal, PRM_Name* name, PRM_Default* defaults = nullptr)
        : mType(PRM_INT_J), mMulti(multi), mName(name), mDefaults(defaults), mChildren(children)
    {
    }
    PRM_Type getType() const { return mType; }
    PRM_MultiType getMultiType() const { return mMulti; }
    int getVectorSize() const { return mSize; }
    const char* getToken() const { return mName ? mName->getToken() : nullptr; }
    const char* getLabel() const { return mName ? mName->getLabel() : nullptr; }
    const PRM_Default* getFactoryDefaults() const { return mDefaults; }
    const PRM_ChoiceList* getChoiceListPtr() const { return mChoices; }
    const PRM_Range* getRangePtr() const { return mRange; }
    const char* getHelpText() const { return mHelp; }
    const PRM_Template* getMultiParmTemplate() const { return mChildren; }

private:
    PRM_Type mType = PRM_LIST_TERMINATOR;
    PRM_MultiType mMulti = PRM_MULTITYPE_NONE;
    int mSize = 1;
    PRM_Name* mName = nullptr;
    PRM_Default* mDefaults = nullptr;
    PRM_ChoiceList* mChoices = nullptr;
    PRM_Range* mRange = nullptr;
    const char* mHelp = nullptr;
    PRM_Template* mChildren = nullptr;
};
