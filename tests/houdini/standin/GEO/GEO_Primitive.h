// Stand-in: primitives: polygons, VDBs, packed geometry, spheres.
#pragma once

#include <GA/GA_Detail.h>
#include <memory>

class GEO_Primitive {
public:
    GEO_Primitive(GA_Detail& detail, GA_PrimitiveTypeId type, std::vector<GA_Offset> vertices)
        : mDetail(&detail), mType(type), mVertices(std::move(vertices))
    {
    }
    virtual ~GEO_Primitive() = default;

    GA_PrimitiveTypeId getTypeId() const { return mType; }
    GA_Size getVertexCount() const { return GA_Size(mVertices.size()); }
    GA_Index getPointIndex(GA_Size vertex) const
    {
        return mDetail->getPointMap().indexFromOffset(mVertices.at(std::size_t(vertex)));
    }

    virtual std::unique_ptr<GEO_Primitive> copyTo(GA_Detail& detail) const
    {
        return std::make_unique<GEO_Primitive>(detail, mType, mVertices);
    }

protected:
    const std::vector<GA_Offset>& vertices() const { return mVertices; }

private:
    GA_Detail* mDetail;
    GA_PrimitiveTypeId mType;
    std::vector<GA_Offset> mVertices;
};
