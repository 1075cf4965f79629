// Stand-in: data and objects of a simulation.
#include <GAS/GAS_SubSolver.h>
#include <RBD/RBD_State.h>
#include <SIM/SIM_DataFilter.h>
#include <SIM/SIM_ForceGravity.h>
#include <SIM/SIM_Impacts.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_PhysicalParms.h>
#include <SIM/SIM_SDF.h>
#include <SIM/SIM_Utils.h>

#include "Host.h"

#include <Eigen/Geometry>
#include <stdexcept>

namespace {

/// A container that only holds sub-data.
class SIM_EmptyData : public SIM_Data {
protected:
    explicit SIM_EmptyData(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    ~SIM_EmptyData() override {}

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_EmptyData, SIM_Data, "Empty", nullptr);
};

typedef std::map<std::string, SIM_DataFactory> Registry;

void add(Registry& registry, const SIM_DataFactory& factory) { registry[factory.type] = factory; }

/// The types that the host itself brings, base classes first; then those of plug-ins.
Registry& registry()
{
    static Registry types;
    static bool begun = false;
    if (begun) return types;
    begun = true; // declaring a class asks for its base class
    SIM_DataFactory solver;
    solver.type = "GAS_SubSolver";
    solver.superclasses = {"GAS_SubSolver"};
    add(types, solver);
    add(types, SIM_EmptyData::standinDeclare());
    add(types, SIM_Object::standinDeclare());
    add(types, SIM_Geometry::standinDeclare());
    add(types, SIM_GeometryCopy::standinDeclare());
    add(types, SIM_PhysicalParms::standinDeclare());
    add(types, SIM_Position::standinDeclare());
    add(types, SIM_Motion::standinDeclare());
    add(types, RBD_State::standinDeclare());
    add(types, SIM_SDF::standinDeclare());
    add(types, SIM_Impacts::standinDeclare());
    add(types, SIM_Force::standinDeclare());
    add(types, SIM_ForceGravity::standinDeclare());
    add(types, SIM_ScalarField::standinDeclare());
    return types;
}

} // namespace

const SIM_DataFactory* standinFactory(const std::string& type)
{
    const auto found = registry().find(type);
    return found == registry().end() ? nullptr : &found->second;
}

void standinRegister(const SIM_DataFactory& factory) { add(registry(), factory); }

std::vector<std::string> standin::dataTypes()
{
    std::vector<std::string> types;
    for (const auto& [type, factory] : registry()) types.push_back(type);
    return types;
}

void StandinDelete::operator()(SIM_Data* data) const { data->mFactory->destroy(data); }

SIM_Data::SIM_Data(const SIM_DataFactory* factory) : mFactory(factory) { ++standin::counts().dataAlive; }
SIM_Data::~SIM_Data() { --standin::counts().dataAlive; }

const UT_StringHolder& SIM_Data::classname()
{
    static const UT_StringHolder name("SIM_Data");
    return name;
}

const UT_StringHolder& GAS_SubSolver::classname()
{
    static const UT_StringHolder name("GAS_SubSolver");
    return name;
}

StandinData SIM_Data::make(const std::string& type)
{
    const SIM_DataFactory* factory = standinFactory(type);
    if (!factory || !factory->create) throw std::runtime_error("no type of data " + type);
    StandinData data(factory->create(factory));
    data->initialize();
    return data;
}

bool SIM_Data::getIsOfType(const UT_StringRef& type) const
{
    for (const auto& name : mFactory->superclasses)
        if (name == type.c_str()) return true;
    return false;
}

void SIM_Data::addError(const SIM_RootData*, int, const char* words, UT_ErrorSeverity severity) const
{
    standin::messages().push_back({words, severity});
}

SIM_Data* SIM_Data::subData(const std::string& name) const
{
    const auto slash = name.find('/');
    const auto found = mSubData.find(name.substr(0, slash));
    if (found == mSubData.end()) return nullptr;
    return slash == std::string::npos ? found->second.get() : found->second->subData(name.substr(slash + 1));
}

SIM_Data* SIM_Data::createSubData(const std::string& name, const char* type, int flags)
{
    const auto slash = name.find('/');
    if (slash != std::string::npos) {
        auto& parent = mSubData[name.substr(0, slash)];
        if (!parent) parent = make("SIM_EmptyData");
        return parent->createSubData(name.substr(slash + 1), type, flags);
    }
    auto& data = mSubData[name];
    if (data && (flags & SIM_DATA_RETURN_EXISTING) && data->getIsOfType(type)) return data.get();
    data = make(type);
    return data.get();
}

void SIM_Data::moveSubData(const std::string& from, const std::string& to)
{
    const auto found = mSubData.find(from);
    if (found == mSubData.end()) return;
    mSubData[to] = std::move(found->second);
    mSubData.erase(from);
}

void SIM_Data::filterConstSubData(SIM_ConstDataArray& found, void*, const SIM_DataFilter& filter, const char* startfrom,
                                  const SIM_DataFilter&) const
{
    const SIM_Data* start = startfrom ? subData(startfrom) : this;
    if (!start) return;
    for (const auto& [name, data] : start->mSubData)
        if (filter.takes(*data)) found.append(data.get());
}

SIM_Data::SubData SIM_Data::copySubData() const
{
    SubData copies;
    for (const auto& [name, data] : mSubData) copies[name] = data->copy();
    return copies;
}

StandinData SIM_Data::copy() const
{
    ++standin::counts().dataCopies;
    StandinData other(mFactory->create(mFactory));
    if (mOptions) *other->mOptions = *mOptions;
    other->makeEqualSubclass(this);
    other->mSubData = copySubData();
    return other;
}

int64 SIM_Data::memorySize() const
{
    int64 bytes = getMemorySizeSubclass();
    for (const auto& [name, data] : mSubData) bytes += data->memorySize();
    return bytes;
}

const SIM_Position* SIM_Object::getPosition() const
{
    return SIM_DATA_GETCONST(*this, SIM_POSITION_DATANAME, SIM_Position);
}
const SIM_Geometry* SIM_Object::getGeometry() const
{
    return SIM_DATA_GETCONST(*this, SIM_GEOMETRY_DATANAME, SIM_Geometry);
}
const SIM_PhysicalParms* SIM_Object::getPhysicalParms() const
{
    return SIM_DATA_GETCONST(*this, SIM_PHYSICALPARMS_DATANAME, SIM_PhysicalParms);
}
void SIM_Object::preserveImpacts(SIM_Engine&) { moveSubData(SIM_NEWFEEDBACK_DATANAME, SIM_FEEDBACK_DATANAME); }

void SIM_Geometry::makeEqualSubclass(const SIM_Data* source)
{
    mDetail = static_cast<const SIM_Geometry*>(source)->mDetail; // shared until written to
}

GU_Detail& SIM_GeometryCopy::lock()
{
    if (!mDetail) mDetail = std::make_shared<GU_Detail>();
    if (mDetail.use_count() > 1) {
        auto own = std::make_shared<GU_Detail>();
        own->duplicate(*mDetail);
        mDetail = own;
    }
    ++mLocks;
    return *mDetail;
}

UT_Vector3D SIM_Position::vector(const char* name) const
{
    return getOptions().hasOption(name) ? getOptions().getOptionV3(name) : UT_Vector3D(0, 0, 0);
}

void SIM_Position::getTransform(UT_DMatrix4& transform) const
{
    const UT_Vector3D t = vector("t"), r = vector("r"), p = vector("pivot");
    const Eigen::Vector3d turn(r.x(), r.y(), r.z()), pivot(p.x(), p.y(), p.z());
    const double angle = turn.norm();
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    if (angle > 0) rotation = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
    const Eigen::Vector3d shift = Eigen::Vector3d(t.x(), t.y(), t.z()) + pivot - rotation * pivot;
    transform.identity();
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) transform(k, i) = rotation(i, k);
        transform(3, i) = shift[i];
    }
}

void SIM_Position::getPivot(UT_Vector3& pivot) const { pivot = UT_Vector3(vector("pivot")); }

void SIMgetGeometryTransform(UT_DMatrix4& transform, const SIM_Object& object)
{
    transform.identity();
    if (const SIM_Position* position = object.getPosition()) position->getTransform(transform);
}

void SIM_Impacts::addPositionImpact(const UT_Vector3& pos, const UT_Vector3& normal, fpreal impulse, int, int, int,
                                    fpreal, fpreal, fpreal, const SIM_Time&, int)
{
    mImpacts.push_back({pos, normal, impulse});
}

void SIM_Force::getForce(const SIM_Object&, const UT_Vector3&, const UT_Vector3&, const UT_Vector3&, const fpreal,
                         UT_Vector3& force, UT_Vector3&) const
{
    if (getOptions().hasOption("uniform")) force = getUniform();
}

SIM_GeometryCopy* GAS_SubSolver::getGeometryCopy(SIM_Object* object, const char* parmname, bool)
{
    return SIM_DATA_GET(*object, getOptions().getOptionS(parmname).c_str(), SIM_GeometryCopy);
}

const SIM_ScalarField* GAS_SubSolver::getConstScalarField(const SIM_Object* object, const char* parmname, bool)
{
    return SIM_DATA_GETCONST(*object, getOptions().getOptionS(parmname).c_str(), SIM_ScalarField);
}
