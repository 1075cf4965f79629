// Stand-in: signed distance fields of DOP colliders, positive outside.
#pragma once

#include <UT/UT_Vector3.h>
#include <functional>

class GU_SDF {
public:
    enum SDF_Type { SDF_EXPLICIT, SDF_SPHERE, SDF_PLANE, SDF_BOX, SDF_HEIGHTFIELD };

    bool isValid() const { return bool(mDistance); }
    SDF_Type getImplicitType() const { return mType; }
    fpreal getDistance(const UT_Vector3& x) const { return mDistance(x); }
    UT_Vector3 getGradient(const UT_Vector3& x) const;

    void set(SDF_Type type, std::function<fpreal(const UT_Vector3&)> distance)
    {
        mType = type;
        mDistance = std::move(distance);
    }

private:
    SDF_Type mType = SDF_EXPLICIT;
    std::function<fpreal(const UT_Vector3&)> mDistance;
};
