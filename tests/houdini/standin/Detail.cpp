// Stand-in: geometry details.
#include <GU/GU_Detail.h>

#include "Host.h"

GA_Detail::GA_Detail()
{
    addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "P", 3);
    findPointAttribute("P")->setTypeInfo(GA_TYPE_POINT);
}

GA_Detail::~GA_Detail() = default;

GA_Attribute* GA_Detail::find(const GA_AttributeDict& dict, const char* name)
{
    const auto found = dict.map().find(name);
    return found == dict.map().end() ? nullptr : found->second.get();
}

GA_AttributeDict& GA_Detail::dict(GA_AttributeOwner owner)
{
    return owner == GA_ATTRIB_POINT ? mPointAttributes : mDetailAttributes;
}

GA_RWAttributeRef GA_Detail::addTuple(GA_Storage storage, GA_AttributeOwner owner, const UT_StringHolder& name,
                                      int size, const GA_Defaults& defaults)
{
    auto& slot = dict(owner).map()[name.c_str()];
    const GA_Offset elements = owner == GA_ATTRIB_POINT ? mPoints.offsetSize() : 1;
    if (!slot || slot->storage() != storage || slot->getTupleSize() != size)
        slot = std::make_unique<GA_Attribute>(name, storage, size, defaults, elements);
    return slot.get();
}

GA_RWAttributeRef GA_Detail::addStringTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size)
{
    return addTuple(GA_STORE_STRING, owner, name, size);
}

GA_Offset GA_Detail::appendPointBlock(GA_Size count)
{
    const GA_Offset first = mPoints.append(count);
    for (auto& [name, attribute] : mPointAttributes.map()) attribute->resize(mPoints.offsetSize());
    return first;
}

GA_Size GA_Detail::destroyPointOffsets(const GA_Range& range, GA_DestroyPointMode, bool)
{
    std::set<GA_Offset> gone;
    for (const auto& [begin, end] : range.blocks())
        for (GA_Offset o = begin; o < end; ++o) gone.insert(o);
    mPoints.remove(gone);
    for (auto& group : mGroups)
        for (const GA_Offset o : gone) group->removeOffset(o);
    return GA_Size(gone.size());
}

UT_Vector3 GA_Detail::getPos3(GA_Offset at) const
{
    const GA_Attribute* P = findPointAttribute("P");
    return {fpreal32(P->number(at, 0)), fpreal32(P->number(at, 1)), fpreal32(P->number(at, 2))};
}

void GA_Detail::setPos3(GA_Offset at, const UT_Vector3& x)
{
    for (int k = 0; k < 3; ++k) findPointAttribute("P")->setNumber(at, k, x(k));
}

GA_PointGroup* GA_Detail::newPointGroup(const char* name)
{
    return mGroups.emplace_back(std::make_unique<GA_PointGroup>(name)).get();
}

GA_PointGroup* GA_Detail::findPointGroup(const char* name)
{
    for (auto& group : mGroups)
        if (group->name() == name) return group.get();
    return nullptr;
}

bool GA_Detail::destroyPointGroup(GA_PointGroup* group)
{
    const auto same = [&](const std::unique_ptr<GA_PointGroup>& g) { return g.get() == group; };
    mGroups.erase(std::remove_if(mGroups.begin(), mGroups.end(), same), mGroups.end());
    return true;
}

GEO_Primitive* GA_Detail::addPrimitive(std::unique_ptr<GEO_Primitive> primitive)
{
    return mPrimitives.emplace_back(std::move(primitive)).get();
}

void GA_Detail::clearAndDestroy()
{
    mPoints.clear();
    mPointAttributes.map().clear();
    mDetailAttributes.map().clear();
    mGroups.clear();
    mPrimitives.clear();
    addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, "P", 3);
}

void GA_Detail::copyFrom(const GA_Detail& other)
{
    clearAndDestroy();
    mPoints = other.mPoints;
    for (auto owner : {&GA_Detail::mPointAttributes, &GA_Detail::mDetailAttributes}) {
        (this->*owner).map().clear();
        for (const auto& [name, attribute] : (other.*owner).map())
            (this->*owner).map()[name] = std::make_unique<GA_Attribute>(*attribute);
    }
    for (const auto& group : other.mGroups) mGroups.push_back(std::make_unique<GA_PointGroup>(*group));
    for (const auto& primitive : other.mPrimitives) mPrimitives.push_back(primitive->copyTo(*this));
}

GU_Detail::GU_Detail() { ++standin::counts().detailsAlive; }
GU_Detail::~GU_Detail() { --standin::counts().detailsAlive; }

void GU_Detail::duplicate(const GU_Detail& source)
{
    ++standin::counts().detailCopies;
    copyFrom(source);
}
