#include "DopWorld.h"

#include <SIM/SIM_ForceGravity.h>
#include <SIM/SIM_Impacts.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_PhysicalParms.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_OStream.h>

#include <Eigen/Geometry>
#include <stdexcept>

namespace standin {

namespace {

SIM_Object& objectOf(const StandinData& data) { return static_cast<SIM_Object&>(*data); }

template <class T> T& create(SIM_Object& object, const std::string& name)
{
    return *standinCast<T>(object.createSubData(name, T::classname(), SIM_DATA_RETURN_EXISTING));
}

Eigen::Vector3d vectorOf(const UT_Vector3D& v) { return {v.x(), v.y(), v.z()}; }
UT_Vector3D vectorOf(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

} // namespace

SIM_Object& DopWorld::addObject(const std::string& name)
{
    mObjects.push_back(SIM_Data::make("SIM_Object"));
    SIM_Object& object = objectOf(mObjects.back());
    object.setUp(int(mObjects.size()), name);
    return object;
}

void DopWorld::setGeometry(SIM_Object& object, std::shared_ptr<GU_Detail> detail)
{
    create<SIM_GeometryCopy>(object, SIM_GEOMETRY_DATANAME).setDetail(std::move(detail));
}

GU_Detail& DopWorld::editGeometry(SIM_Object& object)
{
    auto& geometry = create<SIM_GeometryCopy>(object, SIM_GEOMETRY_DATANAME);
    GU_Detail& detail = geometry.lock();
    geometry.release();
    return detail;
}

const GU_Detail& DopWorld::geometry(const SIM_Object& object) const { return *object.getGeometry()->detail(); }

DopNode& DopWorld::addSolver(SIM_Object& object, const std::string& dopName)
{
    const SIM_DopDescription& dop = *mPlugin.dop(dopName);
    object.createSubData(dop.dataName(), dop.type().c_str(), 0);
    return *mNodes.emplace_back(std::make_unique<DopNode>(object, dop));
}

void DopWorld::addGravity(SIM_Object& object, const UT_Vector3& g, const std::string& name)
{
    create<SIM_ForceGravity>(object, SIM_FORCES_DATANAME "/" + name).setGravity(g);
}

void DopWorld::addForce(SIM_Object& object, const UT_Vector3& force)
{
    create<SIM_Force>(object, SIM_FORCES_DATANAME "/Uniform").setUniform(force);
}

void DopWorld::setFriction(SIM_Object& object, double friction)
{
    create<SIM_PhysicalParms>(object, SIM_PHYSICALPARMS_DATANAME).setFriction(friction);
}

void DopWorld::addGroundPlane(SIM_Object& snow, double friction)
{
    SIM_Object& ground = addObject("ground");
    setGeometry(ground, std::make_shared<GU_Detail>());
    SIM_Data* geometry = ground.subData(SIM_GEOMETRY_DATANAME);
    auto* sdf = standinCast<SIM_SDF>(geometry->createSubData(SIM_SDF_DATANAME, SIM_SDF::classname(), 0));
    sdf->edit().set(GU_SDF::SDF_PLANE, [](const UT_Vector3& x) { return fpreal(x.y()); });
    setFriction(ground, friction);
    collide(snow, ground);
}

void DopWorld::collide(SIM_Object& snow, SIM_Object& affector, bool mutual)
{
    snow.addAffector(affector, mutual ? SIM_Collider::SIM_IMPACTAPPLY_MUTUAL : SIM_Collider::SIM_IMPACTAPPLY_ONEWAY);
}

void DopWorld::applyParms()
{
    for (const auto& node : mNodes) {
        auto* solver = standinCast<GAS_SubSolver>(node->object->subData(node->dop->dataName()));
        for (const auto& [token, type] : node->parms.all()) {
            const ParmValues& parms = node->parms;
            SIM_Options& options = solver->editOptions();
            switch (type->getType()) {
            case PRM_TOGGLE: options.set(token, parms.number(token, 0) != 0); break;
            case PRM_INT_J:
            case PRM_ORD: options.set(token, int64(parms.number(token, 0))); break;
            case PRM_FLT_J: options.set(token, fpreal64(parms.number(token, 0))); break;
            case PRM_STRING: options.set(token, parms.words(token)); break;
            case PRM_XYZ_J:
                options.set(token, UT_Vector3D(parms.number(token, 0), parms.number(token, 1), parms.number(token, 2)));
                break;
            default: break;
            }
        }
    }
}

/// One DOP step: the network, then one-way affectors, then the solvers, then rigid bodies with their feedback.
bool DopWorld::step()
{
    const double dt = 1 / (mFps * mSubsteps), time = (mStep + 1) * dt;
    mEngine.setSimulationTime(time);
    if (network) network(time);
    applyParms();
    const auto rigid = [](SIM_Object& object) { return standinCast<const RBD_State>(object.getPosition()) != nullptr; };
    for (const auto& data : mObjects)
        objectOf(data).setSolveState(rigid(objectOf(data)) ? SIM_Object::SIM_UNSOLVED : SIM_Object::SIM_SOLVED);
    for (const auto& node : mNodes) {
        auto* solver = standinCast<GAS_SubSolver>(node->object->subData(node->dop->dataName()));
        node->object->setSolveState(SIM_Object::SIM_SOLVING);
        if (!solver->solve(mEngine, node->object, SIM_Time(time), SIM_Time(dt))) return false;
        node->object->setSolveState(SIM_Object::SIM_SOLVED);
    }
    for (const auto& data : mObjects)
        if (rigid(objectOf(data))) moveRigidBody(objectOf(data), dt);
    ++mStep;
    return true;
}

void DopWorld::moveRigidBody(SIM_Object& object, double dt)
{
    auto& state = *standinCast<RBD_State>(object.subData(SIM_POSITION_DATANAME));
    Eigen::Vector3d velocity = vectorOf(state.vector("vel")), spin = vectorOf(state.vector("angvel"));
    const Eigen::Vector3d centre = vectorOf(state.vector("t")) + vectorOf(state.vector("pivot"));
    if (const auto* gravity = SIM_DATA_GETCONST(object, SIM_FORCES_DATANAME "/Gravity", SIM_ForceGravity))
        velocity += dt * vectorOf(UT_Vector3D(gravity->getGravity()));
    if (const auto* feedback = SIM_DATA_GETCONST(object, SIM_FEEDBACK_DATANAME, SIM_Impacts)) {
        for (int i = 0; i < feedback->getNumImpacts(); ++i) {
            const Eigen::Vector3d push = feedback->getImpulse(i) * vectorOf(UT_Vector3D(feedback->getNormal(i)));
            velocity += push / state.getMass();
            spin += (vectorOf(UT_Vector3D(feedback->getPosition(i))) - centre).cross(push) / state.getInertia();
        }
        object.removeSubData(SIM_FEEDBACK_DATANAME);
    }
    const Eigen::Vector3d r = vectorOf(state.vector("r"));
    const auto rotation = [](const Eigen::Vector3d& v) {
        return v.norm() > 0 ? Eigen::AngleAxisd(v.norm(), v.normalized()) : Eigen::AngleAxisd::Identity();
    };
    const Eigen::AngleAxisd turned(Eigen::Matrix3d(rotation(dt * spin) * rotation(r).toRotationMatrix()));
    state.setVector("vel", vectorOf(velocity));
    state.setVector("angvel", vectorOf(spin));
    state.setVector("t", vectorOf(Eigen::Vector3d(vectorOf(state.vector("t")) + dt * velocity)));
    state.setVector("r", vectorOf(Eigen::Vector3d(turned.angle() * turned.axis())));
}

void DopWorld::keep()
{
    Snapshot& snapshot = mCache[mStep];
    for (const auto& data : mObjects) snapshot.objects[objectOf(data).getObjectId()] = data->copySubData();
}

void DopWorld::restore(int step)
{
    for (const auto& [id, kept] : mCache.at(step).objects) {
        SIM_Data::SubData copies;
        for (const auto& [name, data] : kept) copies[name] = data->copy();
        mObjects.at(std::size_t(id - 1))->setSubData(std::move(copies));
    }
    mStep = step;
}

bool DopWorld::goTo(int frame)
{
    if (mCache.empty()) keep();
    const int wanted = (frame - 1) * mSubsteps;
    const auto nearest = std::prev(mCache.upper_bound(wanted));
    if (nearest->first != mStep) restore(nearest->first);
    while (mStep < wanted) {
        if (!step()) return false;
        if (mStep % mSubsteps == 0) keep();
    }
    return true;
}

void DopWorld::forgetAfter(int frame) { mCache.erase(mCache.upper_bound((frame - 1) * mSubsteps), mCache.end()); }

bool DopWorld::simulated(const SIM_Object& object) const
{
    if (standinCast<const RBD_State>(object.getPosition())) return true;
    for (const auto& node : mNodes)
        if (node->object == &object) return true;
    return false;
}

void DopWorld::save(std::ostream& os) const
{
    UT_OStream out(os, UT_IOS_BINARY);
    const int64 step = mStep;
    out.bwrite(&step);
    for (const auto& data : mObjects)
        if (simulated(objectOf(data))) data->save(os);
}

void DopWorld::load(std::istream& is)
{
    UT_IStream in(is);
    int64 step = 0, length = 0;
    in.bread(&step);
    for (const auto& data : mObjects) {
        if (!simulated(objectOf(data))) continue;
        in.bread(&length); // the type's name, which is SIM_Object
        std::string type(std::size_t(length), '\0');
        in.bread(&type[0], length);
        if (type != "SIM_Object" || !data->load(in)) throw std::runtime_error("the .sim file is damaged");
    }
    mStep = int(step);
    mCache.clear();
    keep();
}

} // namespace standin
