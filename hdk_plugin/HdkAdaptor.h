// The calls of the HDK whose exact form or meaning could not be checked without a Houdini. A mismatch is mended here.
#pragma once

#include "ColliderMotion.h"

#include <GU/GU_SDF.h>
#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_Engine.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_Object.h>
#include <UT/UT_IStream.h>
#include <string>

namespace firn::houdini {

/// The object's name, whatever kind of string the HDK keeps it in.
std::string objectName(const SIM_Object& object);

/// The signed distance field that belongs to a geometry, positive outside; null when it has none.
const GU_SDF* sdfOf(const SIM_Geometry& geometry);

/// Motion of an affector, and whether the engine has moved it to the step's end already.
AffectorMotion affectorMotion(const SIM_Object& affector, const SIM_ColliderInfo& info);

/// An impulse (N s) at a point (m) on an affector, kept as feedback for its own solver.
void addFeedback(const Vec3d& position, const Vec3d& impulse, int fromObject, double time, SIM_Object& affector);

/// Tells the engine that the feedback on the affector is complete.
void keepFeedback(SIM_Engine& engine, SIM_Object& affector);

/// A run of bytes in a .sim file, length first. Reading returns false when the file ends before the bytes do.
void writeBytes(std::ostream& os, const std::string& bytes);
bool readBytes(UT_IStream& is, std::string& bytes);

} // namespace firn::houdini
