// The stand-in's DOP network: objects, relationships, frames and substeps, cached states, .sim files, rigid bodies.
#pragma once

#include "Host.h"

#include <GAS/GAS_SubSolver.h>
#include <RBD/RBD_State.h>
#include <SIM/SIM_SDF.h>
#include <SIM/SIM_Utils.h>
#include <map>

namespace standin {

/// A solver node attached to an object. Its parameters are copied to the data's options before every step.
struct DopNode {
    DopNode(SIM_Object& solved, const SIM_DopDescription& description)
        : object(&solved), dop(&description), parms(description.getTemplates())
    {
    }
    SIM_Object* object;
    const SIM_DopDescription* dop;
    ParmValues parms;
};

class DopWorld {
public:
    explicit DopWorld(Plugin& plugin, double fps = 24, int substeps = 1)
        : mPlugin(plugin), mFps(fps), mSubsteps(substeps)
    {
    }

    SIM_Object& addObject(const std::string& name);
    void setGeometry(SIM_Object& object, std::shared_ptr<GU_Detail> detail);
    GU_Detail& editGeometry(SIM_Object& object);
    const GU_Detail& geometry(const SIM_Object& object) const;
    DopNode& addSolver(SIM_Object& object, const std::string& dopName);
    void addGravity(SIM_Object& object, const UT_Vector3& g, const std::string& name = "Gravity");
    void addForce(SIM_Object& object, const UT_Vector3& force);
    void addGroundPlane(SIM_Object& snow, double friction);
    void setFriction(SIM_Object& object, double friction);
    void collide(SIM_Object& snow, SIM_Object& affector, bool mutual = false);

    /// Sets an object's place, or makes it one: SIM_Position, SIM_Motion or RBD_State.
    template <class T> T& place(SIM_Object& object, const UT_Vector3D& at)
    {
        auto* position = standinCast<T>(object.createSubData("Position", T::classname(), SIM_DATA_RETURN_EXISTING));
        position->setVector("t", at);
        return *position;
    }

    /// What the network does before each step; `time` is the time solved to.
    std::function<void(double time)> network;

    /// Simulates, or goes back over cached states, to a frame; the first is 1. False when a solver failed: then the
    /// frame is the last whole one.
    bool goTo(int frame);
    int frame() const { return mStep / mSubsteps + 1; }

    /// Forgets the states after this frame, as a change of a parameter does.
    void forgetAfter(int frame);

    /// The objects that have a solver or are rigid bodies; the network makes the others anew.
    void save(std::ostream& os) const;
    void load(std::istream& is);

private:
    struct Snapshot {
        std::map<int, SIM_Data::SubData> objects;
    };
    bool step();
    bool simulated(const SIM_Object& object) const;
    void keep();
    void restore(int step);
    void applyParms();
    void moveRigidBody(SIM_Object& object, double dt);

    Plugin& mPlugin;
    double mFps;
    int mSubsteps;
    int mStep = 0;
    SIM_Engine mEngine;
    std::vector<StandinData> mObjects;
    std::vector<std::unique_ptr<DopNode>> mNodes;
    std::map<int, Snapshot> mCache;
};

} // namespace standin
