#include "SurfaceAttributes.h"

#include <GA/GA_Handle.h>

namespace firn::houdini {

void readSurface(const GU_Detail& detail, const std::string& who, ColliderParams& params)
{
    ParamSet checked(colliderTable());
    const auto read = [&](const char* name) {
        const GA_ROHandleF value(detail.findGlobalAttribute(name));
        if (!value.isValid()) return false;
        const double number = value.get(GA_Offset(0));
        const bool flag = colliderTable().find(name)->type == ParamType::Bool;
        checked.set(name, flag ? ParamValue(number != 0) : ParamValue(number), who + ", detail attribute");
        return true;
    };
    const bool friction = read("friction"), sticky = read("sticky"), adhesion = read("adhesion");
    const auto own = checked.as<ColliderParams>();
    if (friction) params.friction = own.friction;
    if (sticky) params.sticky = own.sticky;
    if (adhesion) params.adhesion = own.adhesion;
}

} // namespace firn::houdini
