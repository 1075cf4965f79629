// Stand-in: geometry.
#include <GA/GA_AIFTuple.h>
#include <GU/GU_Detail.h>
#include <GU/GU_PrimPacked.h>
#include <GU/GU_SDF.h>

#include "Host.h"

#include <cstring>

GA_Index GA_IndexMap::indexFromOffset(GA_Offset offset) const
{
    const bool ascending = mOffsets.empty() || mOffsets.front() <= mOffsets.back();
    const auto at = ascending ? std::lower_bound(mOffsets.begin(), mOffsets.end(), offset)
                              : std::find(mOffsets.begin(), mOffsets.end(), offset);
    return at != mOffsets.end() && *at == offset ? GA_Index(at - mOffsets.begin()) : GA_Index(-1);
}

GA_Offset GA_IndexMap::append(GA_Size count)
{
    const GA_Offset first = mEnd;
    for (GA_Size i = 0; i < count; ++i) mOffsets.push_back(mEnd++);
    findBlocks();
    return first;
}

void GA_IndexMap::remove(const std::set<GA_Offset>& offsets)
{
    mOffsets.erase(std::remove_if(mOffsets.begin(), mOffsets.end(), [&](GA_Offset o) { return offsets.count(o) != 0; }),
                   mOffsets.end());
    findBlocks();
}

void GA_IndexMap::findBlocks()
{
    mBlocks.clear();
    std::vector<GA_Offset> ascending = mOffsets; // a plain range goes by offset, whatever the order of the points
    std::sort(ascending.begin(), ascending.end());
    for (const GA_Offset offset : ascending) {
        if (!mBlocks.empty() && mBlocks.back().second == offset)
            ++mBlocks.back().second;
        else
            mBlocks.push_back({offset, offset + 1});
    }
}

namespace {

std::size_t storageBytes(GA_Storage storage)
{
    switch (storage) {
    case GA_STORE_INT8: return 1;
    case GA_STORE_INT16:
    case GA_STORE_REAL16: return 2;
    case GA_STORE_INT32:
    case GA_STORE_REAL32: return 4;
    case GA_STORE_INT64:
    case GA_STORE_REAL64: return 8;
    default: return 0;
    }
}

template <class T> constexpr GA_Storage storageOf();
template <> constexpr GA_Storage storageOf<int32>() { return GA_STORE_INT32; }
template <> constexpr GA_Storage storageOf<int64>() { return GA_STORE_INT64; }
template <> constexpr GA_Storage storageOf<fpreal32>() { return GA_STORE_REAL32; }
template <> constexpr GA_Storage storageOf<fpreal64>() { return GA_STORE_REAL64; }

template <class T> T load(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T> bool getValues(const GA_Attribute* attribute, const GA_Range& range, T* to, int size)
{
    for (const auto& [begin, end] : range.blocks()) {
        if (attribute->storage() == storageOf<T>() && attribute->getTupleSize() == size) {
            const std::size_t bytes = std::size_t(end - begin) * attribute->tupleBytes();
            std::memcpy(to, attribute->tuple(begin), bytes);
            to += (end - begin) * size;
            continue;
        }
        for (GA_Offset o = begin; o < end; ++o)
            for (int k = 0; k < size; ++k)
                *to++ = std::is_integral_v<T> ? T(attribute->whole(o, k)) : T(attribute->number(o, k));
    }
    return true;
}

template <class T> bool setValues(GA_Attribute* attribute, const GA_Range& range, const T* from, int size)
{
    for (const auto& [begin, end] : range.blocks()) {
        if (attribute->storage() == storageOf<T>() && attribute->getTupleSize() == size) {
            std::memcpy(attribute->tuple(begin), from, std::size_t(end - begin) * attribute->tupleBytes());
            from += (end - begin) * size;
            continue;
        }
        for (GA_Offset o = begin; o < end; ++o)
            for (int k = 0; k < size; ++k, ++from) {
                if (std::is_integral_v<T>)
                    attribute->setWhole(o, k, int64(*from));
                else
                    attribute->setNumber(o, k, fpreal(*from));
            }
    }
    return true;
}

const GA_AIFTuple kTuples;

} // namespace

#define STANDIN_RANGES(T)                                                                                              \
    bool GA_AIFTuple::getRange(const GA_Attribute* a, const GA_Range& r, T* v, int, int n) const                       \
    {                                                                                                                  \
        return getValues(a, r, v, n < 0 ? a->getTupleSize() : n);                                                      \
    }                                                                                                                  \
    bool GA_AIFTuple::setRange(GA_Attribute* a, const GA_Range& r, const T* v, int, int n, int) const                  \
    {                                                                                                                  \
        return setValues(a, r, v, n < 0 ? a->getTupleSize() : n);                                                      \
    }
STANDIN_RANGES(int32)
STANDIN_RANGES(int64)
STANDIN_RANGES(fpreal32)
STANDIN_RANGES(fpreal64)

GA_Attribute::GA_Attribute(UT_StringHolder name, GA_Storage storage, int size, const GA_Defaults& defaults,
                           GA_Offset elements)
    : mName(std::move(name)), mStorage(storage), mSize(size), mDefaults(defaults)
{
    resize(elements);
}

GA_StorageClass GA_Attribute::getStorageClass() const
{
    if (mStorage == GA_STORE_STRING) return GA_STORECLASS_STRING;
    return mStorage >= GA_STORE_REAL16 ? GA_STORECLASS_REAL : GA_STORECLASS_INT;
}

const GA_AIFTuple* GA_Attribute::getAIFTuple() const { return mStorage == GA_STORE_STRING ? nullptr : &kTuples; }

std::size_t GA_Attribute::tupleBytes() const { return storageBytes(mStorage) * std::size_t(mSize); }

void GA_Attribute::resize(GA_Offset elements)
{
    if (mStorage == GA_STORE_STRING) return mWords.resize(std::size_t(elements));
    const GA_Offset before = tupleBytes() ? GA_Offset(mBytes.size() / tupleBytes()) : 0;
    mBytes.resize(std::size_t(elements) * tupleBytes());
    for (GA_Offset o = before; o < elements; ++o)
        for (int k = 0; k < mSize; ++k) setNumber(o, k, mDefaults.get(k));
}

fpreal GA_Attribute::number(GA_Offset offset, int component) const
{
    const std::byte* at = tuple(offset) + std::size_t(component) * storageBytes(mStorage);
    switch (mStorage) {
    case GA_STORE_REAL32: return load<fpreal32>(at);
    case GA_STORE_REAL64: return load<fpreal64>(at);
    default: return fpreal(whole(offset, component));
    }
}

int64 GA_Attribute::whole(GA_Offset offset, int component) const
{
    const std::byte* at = tuple(offset) + std::size_t(component) * storageBytes(mStorage);
    switch (mStorage) {
    case GA_STORE_INT32: return load<int32>(at);
    case GA_STORE_INT64: return load<int64>(at);
    case GA_STORE_REAL32:
    case GA_STORE_REAL64: return int64(number(offset, component));
    default: return 0;
    }
}

void GA_Attribute::setNumber(GA_Offset offset, int component, fpreal value)
{
    std::byte* at = tuple(offset) + std::size_t(component) * storageBytes(mStorage);
    const auto narrow = fpreal32(value);
    if (mStorage == GA_STORE_REAL32) std::memcpy(at, &narrow, sizeof narrow);
    if (mStorage == GA_STORE_REAL64) std::memcpy(at, &value, sizeof value);
    if (getStorageClass() == GA_STORECLASS_INT) setWhole(offset, component, int64(value));
}

void GA_Attribute::setWhole(GA_Offset offset, int component, int64 value)
{
    std::byte* at = tuple(offset) + std::size_t(component) * storageBytes(mStorage);
    const auto narrow = int32(value);
    if (mStorage == GA_STORE_INT32) std::memcpy(at, &narrow, sizeof narrow);
    if (mStorage == GA_STORE_INT64) std::memcpy(at, &value, sizeof value);
    if (getStorageClass() == GA_STORECLASS_REAL) setNumber(offset, component, fpreal(value));
}

UT_Vector3 GU_SDF::getGradient(const UT_Vector3& x) const
{
    const fpreal h = 0.5;
    UT_Vector3 g;
    for (int k = 0; k < 3; ++k) {
        UT_Vector3 low = x, high = x;
        low(k) -= fpreal32(h);
        high(k) += fpreal32(h);
        g(k) = fpreal32((mDistance(high) - mDistance(low)) / (2 * h));
    }
    return g;
}

bool GU_PrimPacked::unpack(GU_Detail& dest) const
{
    dest.duplicate(*mContent);
    for (GA_Index i = 0; i < dest.getNumPoints(); ++i) {
        const GA_Offset at = dest.pointOffset(i);
        UT_Vector3 x = dest.getPos3(at);
        x *= mPlace;
        dest.setPos3(at, x);
    }
    return true;
}
