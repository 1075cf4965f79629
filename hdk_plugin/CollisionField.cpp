#include "CollisionField.h"

#include "base/Error.h"
#include "colliders/ColliderShape.h"

#include <SIM/SIM_RawField.h>

namespace firn::houdini {

Collider fieldCollider(const SIM_ScalarField* field, const std::string& name, const ColliderSettings& settings)
{
    if (!field) throw InputError("the object has no scalar field named '" + name + "' (parameter collision_field)");
    const UT_Vector3 lower = field->getOrig(), size = field->getSize(), voxel = field->getVoxelSize();
    Box3f box;
    box.extend(Vec3f(lower.x(), lower.y(), lower.z()));
    box.extend(Vec3f(lower.x() + size.x(), lower.y() + size.y(), lower.z() + size.z()));
    const LevelSet levelSet = sampledLevelSet(box, voxel.x(), settings.depth, [&](const Vec3f& x) -> float {
        if (!box.contains(x)) return 1e30f; // nothing is known there: outside
        return -float(field->getField()->getValue(UT_Vector3(x.x(), x.y(), x.z())));
    });
    auto shape =
        std::make_shared<const ColliderShape>(LevelSetBody{LevelSetSampler(levelSet, 1), Pose{}}, Still{}, false);
    return Collider("field " + name, std::move(shape),
                    {settings.surface.friction, settings.surface.sticky, settings.surface.adhesion});
}

} // namespace firn::houdini
