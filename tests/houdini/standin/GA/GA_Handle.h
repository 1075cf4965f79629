// Stand-in: single values of an attribute.
#pragma once

#include <GA/GA_Attribute.h>
#include <UT/UT_Vector3.h>

class GA_ROHandleV3 {
public:
    explicit GA_ROHandleV3(const GA_Attribute* attribute)
        : mAttribute(attribute && attribute->getTupleSize() >= 3 && attribute->getAIFTuple() ? attribute : nullptr)
    {
    }
    bool isValid() const { return mAttribute != nullptr; }
    UT_Vector3 get(GA_Offset at) const
    {
        return {fpreal32(mAttribute->number(at, 0)), fpreal32(mAttribute->number(at, 1)),
                fpreal32(mAttribute->number(at, 2))};
    }

private:
    const GA_Attribute* mAttribute;
};

class GA_ROHandleF {
public:
    explicit GA_ROHandleF(const GA_Attribute* attribute)
        : mAttribute(attribute && attribute->getAIFTuple() ? attribute : nullptr)
    {
    }
    bool isValid() const { return mAttribute != nullptr; }
    fpreal32 get(GA_Offset at) const { return fpreal32(mAttribute->number(at, 0)); }

private:
    const GA_Attribute* mAttribute;
};

class GA_RWHandleD {
public:
    explicit GA_RWHandleD(GA_Attribute* attribute) : mAttribute(attribute) {}
    bool isValid() const { return mAttribute && mAttribute->getAIFTuple(); }
    void set(GA_Offset at, fpreal64 value) { mAttribute->setNumber(at, 0, value); }

private:
    GA_Attribute* mAttribute;
};

class GA_RWHandleID {
public:
    explicit GA_RWHandleID(GA_Attribute* attribute) : mAttribute(attribute) {}
    bool isValid() const { return mAttribute && mAttribute->getAIFTuple(); }
    void set(GA_Offset at, int64 value) { mAttribute->setWhole(at, 0, value); }

private:
    GA_Attribute* mAttribute;
};

class GA_ROHandleS {
public:
    explicit GA_ROHandleS(const GA_Attribute* attribute) : mAttribute(attribute) {}
    const UT_StringHolder& get(GA_Offset at) const { return mAttribute->words(at); }

private:
    const GA_Attribute* mAttribute;
};

class GA_RWHandleS {
public:
    explicit GA_RWHandleS(GA_Attribute* attribute) : mAttribute(attribute) {}
    bool isValid() const { return mAttribute && !mAttribute->getAIFTuple(); }
    void set(GA_Offset at, const char* words) { mAttribute->words(at) = words; }

private:
    GA_Attribute* mAttribute;
};
