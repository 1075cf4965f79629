#include "HdkAdaptor.h"

#include <RBD/RBD_State.h>
#include <SIM/SIM_Impacts.h>
#include <SIM/SIM_Motion.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Position.h>
#include <SIM/SIM_SDF.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_OStream.h>
#include <algorithm>

namespace firn::houdini {

namespace {

Vec3d vectorOf(const UT_Vector3& v) { return Vec3d(v.x(), v.y(), v.z()); }
UT_Vector3 vectorOf(const Vec3d& v) { return UT_Vector3(float(v.x()), float(v.y()), float(v.z())); }

} // namespace

std::string objectName(const SIM_Object& object)
{
    const UT_StringHolder name(object.getName()); // made from a char pointer or from any string class
    return name.c_str();
}

const GU_SDF* sdfOf(const SIM_Geometry& geometry)
{
    const SIM_SDF* data = SIM_DATA_GETCONST(geometry, SIM_SDF_DATANAME, SIM_SDF);
    return data && data->getSDF().isValid() ? &data->getSDF() : nullptr;
}

AffectorMotion affectorMotion(const SIM_Object& affector, const SIM_ColliderInfo& info)
{
    AffectorMotion motion;
    const auto type = info.getImpactApplyType();
    motion.mutual = type == SIM_Collider::SIM_IMPACTAPPLY_MUTUAL || type == SIM_Collider::SIM_IMPACTAPPLY_FEEDBACK;
    // Mutual affectors are solved together with us, so theirs is still the pose of the step's beginning.
    motion.atEnd = !motion.mutual || affector.getSolveState() == SIM_Object::SIM_SOLVED;

    const SIM_Position* position = affector.getPosition();
    if (!position) return motion;
    UT_DMatrix4 transform;
    position->getTransform(transform);
    UT_Vector3 pivot;
    position->getPivot(pivot);
    pivot *= transform;
    motion.centre = vectorOf(pivot);
    const SIM_Motion* moving = SIM_DATA_CASTCONST(position, SIM_Motion);
    if (!moving) return motion;
    motion.velocity = vectorOf(UT_Vector3(moving->getVelocity()));
    motion.spin = vectorOf(UT_Vector3(moving->getAngularVelocity())); // radians per second
    if (const RBD_State* body = SIM_DATA_CASTCONST(position, RBD_State)) motion.mass = body->getMass();
    return motion;
}

void addFeedback(const Vec3d& position, const Vec3d& impulse, int fromObject, double time, SIM_Object& affector)
{
    const double size = impulse.norm();
    if (!(size > 0)) return;
    SIM_Impacts* impacts = SIM_DATA_CREATE(affector, SIM_NEWFEEDBACK_DATANAME, SIM_Impacts, SIM_DATA_RETURN_EXISTING);
    if (!impacts) return;
    impacts->addPositionImpact(vectorOf(position), vectorOf(Vec3d(impulse / size)), size, fromObject, -1, -1, 0, 0, 0,
                               SIM_Time(time), 0);
}

void keepFeedback(SIM_Engine& engine, SIM_Object& affector) { affector.preserveImpacts(engine); }

void writeBytes(std::ostream& os, const std::string& bytes)
{
    UT_OStream out(os, UT_IOS_BINARY);
    const int64 count = int64(bytes.size());
    out.bwrite(&count, 1);
    if (count > 0) out.bwrite(bytes.data(), count);
}

bool readBytes(UT_IStream& is, std::string& bytes)
{
    constexpr int64 kPiece = 1 << 20; // a damaged length must not take all memory
    int64 count = 0;
    is.bread(&count, 1);
    if (is.isError() || count < 0) return false;
    bytes.clear();
    while (int64(bytes.size()) < count) {
        const int64 piece = std::min(kPiece, count - int64(bytes.size()));
        bytes.resize(bytes.size() + std::size_t(piece));
        is.bread(&bytes[bytes.size() - std::size_t(piece)], piece);
        if (is.isError()) return false;
    }
    return true;
}

} // namespace firn::houdini
