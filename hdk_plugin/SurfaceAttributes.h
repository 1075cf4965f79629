// How a collider's surface is, where its own geometry says so: the detail attributes friction, sticky and adhesion.
#pragma once

#include "colliders/ColliderParams.h"

#include <GU/GU_Detail.h>
#include <string>

namespace firn::houdini {

/// Puts the geometry's own values over those given. A value out of range is an InputError that names `who`.
void readSurface(const GU_Detail& detail, const std::string& who, ColliderParams& params);

} // namespace firn::houdini
