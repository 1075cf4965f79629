// Stand-in: VDB primitives from grids.
#pragma once

#include <GEO/GEO_PrimVDB.h>
#include <GU/GU_Detail.h>

class GU_PrimVDB : public GEO_PrimVDB {
public:
    static GU_PrimVDB* buildFromGrid(GU_Detail& detail, openvdb::GridBase::Ptr grid, const GEO_PrimVDB* = nullptr,
                                     const char* name = nullptr)
    {
        if (name) grid->setName(name);
        detail.addPrimitive(std::make_unique<GEO_PrimVDB>(detail, grid));
        return nullptr;
    }
};
