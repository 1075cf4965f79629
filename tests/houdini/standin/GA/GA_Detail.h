// Stand-in: a geometry's points, attributes, groups and primitives.
#pragma once

#include <GA/GA_AttributeDict.h>
#include <GA/GA_Range.h>
#include <UT/UT_Vector3.h>
#include <memory>
#include <vector>

class GEO_Primitive;

class GA_Detail {
public:
    enum GA_DestroyPointMode { GA_LEAVE_PRIMITIVES, GA_DESTROY_DEGENERATE, GA_DESTROY_DEGENERATE_INCOMPATIBLE };

    GA_Detail();
    virtual ~GA_Detail();
    GA_Detail(const GA_Detail&) = delete;
    GA_Detail& operator=(const GA_Detail&) = delete;

    GA_Size getNumPoints() const { return mPoints.indexSize(); }
    GA_Offset pointOffset(GA_Index index) const { return mPoints.offsetFromIndex(index); }
    const GA_IndexMap& getPointMap() const { return mPoints; }
    void reversePoints() { mPoints.reverse(); } ///< for tests: another order of the same offsets
    GA_Range getPointRange() const { return GA_Range(mPoints); }
    GA_Offset appendPointBlock(GA_Size count);
    GA_Size destroyPointOffsets(const GA_Range& range, GA_DestroyPointMode mode = GA_LEAVE_PRIMITIVES,
                                bool guarantee_no_vertex_reference = false);
    UT_Vector3 getPos3(GA_Offset at) const;
    void setPos3(GA_Offset at, const UT_Vector3& x);

    const GA_AttributeDict& pointAttribs() const { return mPointAttributes; }
    GA_Attribute* findPointAttribute(const char* name) { return find(mPointAttributes, name); }
    const GA_Attribute* findPointAttribute(const char* name) const { return find(mPointAttributes, name); }
    const GA_Attribute* findGlobalAttribute(const char* name) const { return find(mDetailAttributes, name); }
    GA_RWAttributeRef addTuple(GA_Storage storage, GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                               const GA_Defaults& defaults = GA_Defaults(0.0f));
    GA_RWAttributeRef addStringTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size);

    GA_PointGroup* newPointGroup(const char* name);
    GA_PointGroup* findPointGroup(const char* name);
    bool destroyPointGroup(GA_PointGroup* group);

    void clearAndDestroy();

    /// For the macro below, the stand-in and its tests.
    const std::vector<std::unique_ptr<GEO_Primitive>>& primitives() const { return mPrimitives; }
    GEO_Primitive* addPrimitive(std::unique_ptr<GEO_Primitive> primitive);

protected:
    void copyFrom(const GA_Detail& other);

private:
    static GA_Attribute* find(const GA_AttributeDict& dict, const char* name);
    GA_AttributeDict& dict(GA_AttributeOwner owner);

    GA_IndexMap mPoints;
    GA_AttributeDict mPointAttributes, mDetailAttributes;
    std::vector<std::unique_ptr<GA_PointGroup>> mGroups;
    std::vector<std::unique_ptr<GEO_Primitive>> mPrimitives;
};

/// Walks over all primitives; `prim` is declared before.
#define GA_FOR_ALL_PRIMITIVES(detail, prim)                                                                            \
    for (std::size_t standInAt = 0;                                                                                    \
         standInAt < (detail)->primitives().size() && ((prim) = (detail)->primitives()[standInAt].get(), true);        \
         ++standInAt)
