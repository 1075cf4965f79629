// Stand-in: attributes.
#pragma once

#include <GA/GA_Defaults.h>
#include <GA/GA_Types.h>
#include <cstddef>
#include <string>
#include <vector>

class GA_AIFTuple;

class GA_Attribute {
public:
    GA_Attribute(UT_StringHolder name, GA_Storage storage, int size, const GA_Defaults& defaults, GA_Offset elements);

    const UT_StringHolder& getName() const { return mName; }
    int getTupleSize() const { return mSize; }
    GA_StorageClass getStorageClass() const;
    GA_TypeInfo getTypeInfo() const { return mTypeInfo; }
    void setTypeInfo(GA_TypeInfo info) { mTypeInfo = info; }
    const GA_AIFTuple* getAIFTuple() const; ///< null for text
    void bumpDataId() { ++mDataId; }

    // For the stand-in and its tests.
    GA_Storage storage() const { return mStorage; }
    int64 dataId() const { return mDataId; }
    void resize(GA_Offset elements);
    fpreal number(GA_Offset offset, int component) const;
    int64 whole(GA_Offset offset, int component) const;
    void setNumber(GA_Offset offset, int component, fpreal value);
    void setWhole(GA_Offset offset, int component, int64 value);
    UT_StringHolder& words(GA_Offset offset) { return mWords.at(std::size_t(offset)); }
    const UT_StringHolder& words(GA_Offset offset) const { return mWords.at(std::size_t(offset)); }
    std::byte* tuple(GA_Offset offset) { return mBytes.data() + std::size_t(offset) * tupleBytes(); }
    const std::byte* tuple(GA_Offset offset) const { return mBytes.data() + std::size_t(offset) * tupleBytes(); }
    std::size_t tupleBytes() const;

private:
    UT_StringHolder mName;
    GA_Storage mStorage;
    int mSize;
    GA_Defaults mDefaults;
    GA_TypeInfo mTypeInfo = GA_TYPE_VOID;
    int64 mDataId = 0;
    std::vector<std::byte> mBytes;
    std::vector<UT_StringHolder> mWords;
};

class GA_RWAttributeRef {
public:
    GA_RWAttributeRef(GA_Attribute* attribute) : mAttribute(attribute) {}
    GA_Attribute* getAttribute() const { return mAttribute; }

private:
    GA_Attribute* mAttribute;
};
