// Stand-in: the geometry that nodes hand on, and counted copies of it.
#pragma once

#include <GA/GA_Detail.h>
#include <GEO/GEO_Primitive.h>

class GU_Detail : public GA_Detail {
public:
    GU_Detail();
    ~GU_Detail() override;

    void duplicate(const GU_Detail& source);
};
