// The collision field of a fluid-style DOP network as a collider.
#pragma once

#include "Affectors.h"

#include <SIM/SIM_ScalarField.h>

namespace firn::houdini {

/// A field that is positive inside solids; null is an InputError that names the field. It rests during a step.
Collider fieldCollider(const SIM_ScalarField* field, const std::string& name, const ColliderSettings& settings);

} // namespace firn::houdini
