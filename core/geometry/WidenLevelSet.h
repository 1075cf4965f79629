// Makes the narrow band of a level set wider.
#pragma once

#include "base/Hooks.h"
#include "geometry/LevelSet.h"

#include <string>

namespace firn {

/// The widest band that is made, in voxels: a collider whose voxels are that much finer than what touches it only
/// costs memory.
inline constexpr int kWidestBand = 64;

/// The same level set with distances known at least `band` (in its own units) from the surface, on both sides, or as
/// far as kWidestBand voxels. The distances that were known stay; the others solve |grad phi| = 1 (fast sweeping). A
/// band that is already wide enough is left alone.
LevelSet widened(const LevelSet& levelSet, float band);

/// The same for a collider that is scaled: distances known `band` metres deep once it is, or what can be had of that,
/// and then a warning that calls the collider `who`.
LevelSet widenedFor(const LevelSet& levelSet, float scale, float band, const std::string& who, const Hooks& hooks);

} // namespace firn
