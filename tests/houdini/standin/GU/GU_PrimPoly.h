// Stand-in: many polygons at once.
#pragma once

#include <GEO/GEO_PolyCounts.h>
#include <GU/GU_Detail.h>

class GU_PrimPoly {
public:
    static GA_Offset buildBlock(GA_Detail* detail, GA_Offset startpt, GA_Size, const GEO_PolyCounts& counts,
                                const int* pointnumbers, bool closed = true)
    {
        (void)closed;
        for (const GA_Size size : counts.sizes()) {
            std::vector<GA_Offset> corners;
            for (GA_Size k = 0; k < size; ++k) corners.push_back(startpt + *pointnumbers++);
            detail->addPrimitive(std::make_unique<GEO_Primitive>(*detail, GEO_PRIMPOLY, corners));
        }
        return 0;
    }
};
