// Stand-in: packed geometry.
#pragma once

#include <GU/GU_Detail.h>
#include <UT/UT_Matrix4.h>
#include <memory>

class GU_PrimPacked : public GEO_Primitive {
public:
    GU_PrimPacked(GA_Detail& detail, std::shared_ptr<const GU_Detail> content, const UT_DMatrix4& place)
        : GEO_Primitive(detail, GEO_PRIMPACKED, {}), mContent(std::move(content)), mPlace(place)
    {
    }
    static bool isPackedPrimitive(const GEO_Primitive& prim) { return prim.getTypeId() == GEO_PRIMPACKED; }
    bool unpack(GU_Detail& dest) const;

    std::unique_ptr<GEO_Primitive> copyTo(GA_Detail& detail) const override
    {
        return std::make_unique<GU_PrimPacked>(detail, mContent, mPlace);
    }

private:
    std::shared_ptr<const GU_Detail> mContent;
    UT_DMatrix4 mPlace;
};
