// Stand-in: VDB primitives.
#pragma once

#include <GEO/GEO_Primitive.h>
#include <openvdb/Grid.h>
#include <string>

class GEO_PrimVDB : public GEO_Primitive {
public:
    GEO_PrimVDB(GA_Detail& detail, openvdb::GridBase::ConstPtr grid)
        : GEO_Primitive(detail, GEO_PRIMVDB, {}), mGrid(std::move(grid)), mName(mGrid ? mGrid->getName() : "")
    {
    }
    bool hasGrid() const { return mGrid != nullptr; }
    openvdb::GridBase::ConstPtr getConstGridPtr() const { return mGrid; }
    const char* getGridName() const { return mName.c_str(); }

    std::unique_ptr<GEO_Primitive> copyTo(GA_Detail& detail) const override
    {
        return std::make_unique<GEO_PrimVDB>(detail, mGrid);
    }

private:
    openvdb::GridBase::ConstPtr mGrid;
    std::string mName;
};
