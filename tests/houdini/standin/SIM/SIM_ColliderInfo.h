// Stand-in: one affector that an object collides with.
#pragma once

#include <SIM/SIM_Collider.h>
#include <UT/UT_Array.h>

class SIM_Object;

class SIM_ColliderInfo {
public:
    SIM_ColliderInfo(SIM_Object* affector, SIM_Collider::SIM_ImpactApplyType type) : mAffector(affector), mType(type) {}
    SIM_Object* getAffector() const { return mAffector; }
    SIM_Collider::SIM_ImpactApplyType getImpactApplyType() const { return mType; }

private:
    SIM_Object* mAffector;
    SIM_Collider::SIM_ImpactApplyType mType;
};
typedef UT_Array<SIM_ColliderInfo> SIM_ColliderInfoArray;
