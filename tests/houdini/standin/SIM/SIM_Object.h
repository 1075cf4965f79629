// Stand-in: objects of a simulation.
#pragma once

#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_DataUtils.h>
#include <string>

class SIM_Engine;
class SIM_Geometry;
class SIM_PhysicalParms;
class SIM_Position;

class SIM_Object : public SIM_RootData {
public:
    enum SIM_SolveState { SIM_UNSOLVED, SIM_SOLVING, SIM_FEEDBACK, SIM_SOLVED };

    int getObjectId() const { return mId; }
    const UT_StringHolder& getName() const { return mName; }
    void getColliderInfo(SIM_ColliderInfoArray& infos) const { infos = mAffectors; }
    SIM_SolveState getSolveState() const { return mState; }
    const SIM_Position* getPosition() const;
    const SIM_Geometry* getGeometry() const;
    const SIM_PhysicalParms* getPhysicalParms() const;
    void preserveImpacts(SIM_Engine& engine);

    // For the stand-in and its tests.
    void setUp(int id, const std::string& name)
    {
        mId = id;
        mName = name;
    }
    void addAffector(SIM_Object& affector, SIM_Collider::SIM_ImpactApplyType type)
    {
        mAffectors.append(SIM_ColliderInfo(&affector, type));
    }
    void setSolveState(SIM_SolveState state) { mState = state; }

protected:
    explicit SIM_Object(const SIM_DataFactory* factory) : SIM_RootData(factory) {}
    ~SIM_Object() override {}

private:
    int mId = -1;
    UT_StringHolder mName;
    SIM_ColliderInfoArray mAffectors;
    SIM_SolveState mState = SIM_UNSOLVED;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Object, SIM_Data, "Object", nullptr);
};
