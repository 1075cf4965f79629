// Stand-in: a scalar field in a box.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_RawField.h>

class SIM_ScalarField : public SIM_Data {
public:
    const SIM_RawField* getField() const { return &mField; }
    UT_Vector3 getOrig() const { return mOrigin; }
    UT_Vector3 getSize() const { return mSize; }
    UT_Vector3 getVoxelSize() const { return mVoxel; }

    void set(const UT_Vector3& origin, const UT_Vector3& size, fpreal32 voxel,
             std::function<fpreal(const UT_Vector3&)> value)
    {
        mOrigin = origin;
        mSize = size;
        mVoxel = UT_Vector3(voxel, voxel, voxel);
        mField.value = std::move(value);
    }

protected:
    explicit SIM_ScalarField(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    ~SIM_ScalarField() override {}
    void makeEqualSubclass(const SIM_Data* source) override
    {
        const auto& other = *static_cast<const SIM_ScalarField*>(source);
        set(other.mOrigin, other.mSize, other.mVoxel.x(), other.mField.value);
    }

private:
    SIM_RawField mField;
    UT_Vector3 mOrigin, mSize, mVoxel;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_ScalarField, SIM_Data, "Scalar Field", nullptr);
};
